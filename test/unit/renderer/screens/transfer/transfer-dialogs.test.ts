import { expect, test } from 'vitest';
import { exportedSentence } from '../../../../../renderer/store/transfer-slice.ts';

test('the message after an export counts the contents of the file, and mentions missing keys', () => {
  const written = { fileName: 'easel.json', connections: 1, keys: 0, papers: 0, notes: 0 };
  expect(exportedSentence(written)).toBe('It contains 1 connection and no keys.');
  expect(exportedSentence({ ...written, connections: 3, keys: 1, papers: 14, notes: 1 })).toBe(
    'It contains 3 connections, 1 key, 14 papers and the notes of 1 board.',
  );
});
