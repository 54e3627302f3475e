import { expect, test } from 'vitest';
import { exportedSentence, importedSentence } from '../../../../../renderer/store/transfer-slice.ts';

const NOTHING = { added: 0, updated: 0, keys: 0, papers: 0, notes: 0, readyId: null, stopped: null };

test('an export says what the file holds, and that it holds no keys', () => {
  const written = { fileName: 'easel.json', connections: 1, keys: 0, papers: 0, notes: 0 };
  expect(exportedSentence(written)).toBe('It contains 1 connection and no keys.');
  expect(exportedSentence({ ...written, connections: 3, keys: 1, papers: 14, notes: 1 })).toBe(
    'It contains 3 connections, 1 key, 14 papers and the notes of 1 board.',
  );
});

test('an import lists what it did, and leaves out what it didn’t', () => {
  expect(importedSentence(NOTHING)).toBe('Nothing was imported.');
  expect(importedSentence({ ...NOTHING, added: 2, keys: 1 })).toBe(
    'Imported: 2 connections added and 1 key.',
  );
  expect(importedSentence({ ...NOTHING, notes: 12 })).toBe('Imported: the notes of 12 boards.');
  expect(importedSentence({ ...NOTHING, added: 1, updated: 1, papers: 5 })).toBe(
    'Imported: 1 connection added, 1 connection updated and 5 papers.',
  );
});
