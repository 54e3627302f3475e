import { describe, expect, test } from 'vitest';
import { mergeNote } from '../../../../main/notes/import-notes.ts';
import { noteOf } from './records.ts';

const NOW = 1000;

describe('an imported note is', () => {
  test.each([
    ['added where there is none here', null, { label: 'A' }, 50, 'added'],
    ['the same, whenever it was written', { label: 'A' }, { label: 'A' }, 50, 'same'],
    ['the same where neither says anything', null, { label: '' }, 50, 'same'],
    ['newer by its date', { label: 'A' }, { label: 'B' }, 101, 'newer'],
    ['older by its date', { label: 'A' }, { label: 'B' }, 99, 'older'],
    ['in conflict when both are of one moment', { label: 'A' }, { label: 'B' }, 100, 'conflict'],
    ['in conflict when it has no date', { label: 'A' }, { label: 'B' }, null, 'conflict'],
  ] as const)('%s', (_, here, said, updatedAt, kind) => {
    const ours = here === null ? null : noteOf('a', here);
    expect(mergeNote(ours, { boardId: 'a', said, updatedAt }, NOW).kind).toBe(kind);
  });
});

test('fields that the file doesn’t mention are kept', () => {
  const here = noteOf('a', { label: 'A', note: 'Ours', tags: ['x'], protected: true });
  const { theirs } = mergeNote(here, { boardId: 'a', said: { label: 'B' }, updatedAt: 200 }, NOW);
  expect(theirs).toEqual({ ...here, label: 'B', updatedAt: 200 });
});

test('a clock that is ahead elsewhere doesn’t win for ever', () => {
  const file = { boardId: 'a', said: { label: 'B' }, updatedAt: NOW + 1 };
  expect(mergeNote(noteOf('a', { updatedAt: NOW }), file, NOW).kind).toBe('conflict');
  expect(mergeNote(null, file, NOW).theirs.updatedAt).toBe(NOW);
});

test('both versions are shown where they differ and ours stays', () => {
  const here = noteOf('a', { label: 'A', tags: ['x', 'y'], customer: 'Acme' });
  const file = { boardId: 'a', said: { label: 'B', tags: [] }, updatedAt: 50 };
  expect(mergeNote(here, file, NOW).sides).toEqual({
    here: 'Label: A; Tags: x, y',
    there: 'Label: B; Tags: none',
  });
  expect(mergeNote(here, { ...file, updatedAt: 200 }, NOW).sides).toBeNull();
});

test('long texts are cut', () => {
  const here = noteOf('a', { note: 'x'.repeat(4000) });
  const { sides } = mergeNote(here, { boardId: 'a', said: { note: 'y' }, updatedAt: 50 }, NOW);
  expect(sides?.here).toHaveLength(300);
});
