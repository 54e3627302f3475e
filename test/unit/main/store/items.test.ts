import { expect, test } from 'vitest';
import type { RowNotes } from '../../../../preload/contract/boards.ts';
import { conflictsOf, merged, paperBody, rebased } from '../../../../main/store/items.ts';
import { paperOf } from '../../../support/paper-of.ts';

const note = (change: Partial<RowNotes> = {}): RowNotes => {
  return { label: '', note: '', tags: [], customer: '', protected: false, ...change };
};
const edit = (before: RowNotes | null, after: RowNotes | null) =>
  ({ kind: 'note', id: 'a', before, after }) as const;

type Said = Partial<RowNotes> | null;
const noteOf = (said: Said): RowNotes | null => (said === null ? null : note(said));

test.each<[what: string, before: Said, after: Said, now: Said, expected: Said]>([
  [
    'keeps the colleague’s other fields',
    { label: 'x' },
    { label: 'y' },
    { label: 'x', note: 'n' },
    { label: 'y', note: 'n' },
  ],
  [
    'changes only its own tags',
    { tags: ['a', 'b'] },
    { tags: ['b', 'c'] },
    { tags: ['a', 'b', 'd'] },
    { tags: ['b', 'd', 'c'] },
  ],
  ['adds a label', null, { label: 'y' }, { customer: 'C' }, { label: 'y', customer: 'C' }],
  [
    'keeps the colleague’s new protection',
    { label: 'x' },
    null,
    { label: 'x', protected: true },
    { protected: true },
  ],
  ['removes notes that become empty', { label: 'x', note: 'n' }, { note: 'n' }, { label: 'x' }, null],
])('an edit of notes that a colleague has also edited %s', (_what, before, after, now, expected) => {
  const change = edit(noteOf(before), noteOf(after));
  expect(rebased(change, noteOf(now))).toEqual(noteOf(expected));
  expect(conflictsOf(change, noteOf(now))).toEqual([]);
});

test('an edit of a note field conflicts if a colleague has changed the field since the user saw it', () => {
  const change = edit(note({ label: 'x' }), note({ label: 'y', protected: true }));
  expect(conflictsOf(change, note({ label: 'z' }))).toEqual([{ field: 'label', yours: 'y', theirs: 'z' }]);
  expect(conflictsOf(change, note({ label: 'y' }))).toEqual([]);
  expect(conflictsOf(change, note({ label: 'x' }), { label: 'older' })).toEqual([
    { field: 'label', yours: 'y', theirs: 'x' },
  ]);
  expect(conflictsOf(edit(note({ label: 'x' }), null), note({ label: 'z' }))).toHaveLength(1);
});

const made = paperBody(paperOf('p', { name: 'Made', origin: 'created', deletedAt: 5 }));
const renamed = paperBody(paperOf('p', { name: 'Renamed', isTemplate: true, inputAt: 3 }));

test('merging changes of a paper by the user and a colleague keeps the colleague’s new name', () => {
  expect(merged('paper', made, renamed, false)).toEqual({
    ...made,
    name: 'Renamed',
    isTemplate: true,
    inputAt: 3,
  });
});

test('a paper that a colleague has removed is not restored by the user’s changes', () => {
  expect([merged('paper', made, null, false), merged('paper', made, null, true)]).toEqual([null, made]);
});
