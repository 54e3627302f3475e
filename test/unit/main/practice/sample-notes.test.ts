import { expect, test } from 'vitest';
import { readChange } from '../../../../main/notes/read-note.ts';
import { createRandom } from '../../../../main/practice/sample-data.ts';
import { sampleNotes } from '../../../../main/practice/sample-notes.ts';

const boards = Array.from({ length: 300 }, (_, at) => `board-${at}`);
const notes = sampleNotes(boards, createRandom(1));

test('part of the boards have notes, the newer ones more of them, and always the same', () => {
  expect(sampleNotes(boards, createRandom(1))).toEqual(notes);
  const noted = new Set(notes.map(({ boardId }) => boardId));
  const count = (part: readonly string[]): number => part.filter((id) => noted.has(id)).length;
  expect(count(boards.slice(150))).toBeGreaterThan(count(boards.slice(0, 150)));
  expect(noted.size).toBeGreaterThan(100);
  expect(noted.size).toBeLessThan(200);
});

test('they are what a person could have written', () => {
  for (const { boardId, ...note } of notes) {
    expect(note.label, boardId).not.toBe('');
    const { tags: addTags, ...rest } = note;
    expect(readChange({ ...rest, addTags })).toMatchObject({ ok: true });
  }
});
