import { describe, expect, test } from 'vitest';
import { mergeNote, mergeTally, winnerOf } from '../../../../main/notes/merge.ts';
import { MOST_TAGS } from '../../../../main/store/tables/change-note.ts';
import { noteOf } from './records.ts';

const NOW = 1000;
const NEWER = { side: 'newer', except: new Set<number>() } as const;

describe('an imported note is', () => {
  test.each([
    ['added where there is none here', null, { label: 'A' }, 50, 'added', null],
    ['the same, whenever it was written', { label: 'A' }, { label: 'A' }, 50, 'same', null],
    ['the same where neither says anything', null, { label: '' }, 50, 'same', null],
    ['the same where it says less', { label: 'A', tags: ['x'] }, { label: 'A', tags: [] }, 500, 'same', null],
    ['filled in where something is missing here', { label: 'A' }, { customer: 'Acme' }, 50, 'filled', null],
    ['different, and newer by its date', { label: 'A' }, { label: 'B' }, 101, 'differs', 'file'],
    ['different, and older by its date', { label: 'A' }, { label: 'B' }, 99, 'differs', 'here'],
    ['different when both are of one moment', { label: 'A' }, { label: 'B' }, 100, 'differs', 'unknown'],
    ['different when it has no date', { label: 'A' }, { label: 'B' }, null, 'differs', 'unknown'],
  ] as const)('%s', (_, here, said, updatedAt, kind, newer) => {
    const ours = here === null ? null : noteOf('a', here);
    const merged = mergeNote(ours, { boardId: 'a', said, updatedAt }, NOW);
    expect([merged.kind, merged.sides?.newer ?? null]).toEqual([kind, newer]);
  });
});

test('whoever wins, nothing is lost that only one side has', () => {
  const here = noteOf('a', { label: 'A', note: 'Ours', tags: ['x'], protected: true });
  const said = { label: 'B', note: '', tags: ['y', 'X'], customer: 'Acme', protected: false };
  const { mine, theirs } = mergeNote(here, { boardId: 'a', said, updatedAt: 50 }, NOW);
  const both = { ...here, tags: ['x', 'y'], customer: 'Acme' };
  expect(mine).toEqual(both);
  // Chosen against the later side, it is later than both.
  expect(theirs).toEqual({ ...both, label: 'B', updatedAt: NOW });
});

test('a side that is taken is not asked about again', () => {
  const here = noteOf('a', { label: 'A', updatedAt: 100 });
  const file = { boardId: 'a', said: { label: 'B' }, updatedAt: 200 };
  const { mine, theirs } = mergeNote(here, file, NOW);
  expect([mine?.updatedAt, theirs?.updatedAt]).toEqual([NOW, 200]);
  expect(mergeNote(mine, file, NOW + 1).sides?.newer).toBe('here');
  expect(mergeNote(theirs, file, NOW + 1).kind).toBe('same');
});

test('tags that are too many together are a difference', () => {
  const tags = (from: number) => Array.from({ length: MOST_TAGS }, (_, index) => `t${from + index}`);
  const here = noteOf('a', { tags: tags(0) });
  const merged = mergeNote(here, { boardId: 'a', said: { tags: tags(1) }, updatedAt: 200 }, NOW);
  expect(merged.theirs?.tags).toEqual(tags(1));
  expect(merged.sides?.here).toContain('Tags: t0, t1');
});

test('a clock that is ahead elsewhere doesn’t win for ever', () => {
  const file = { boardId: 'a', said: { label: 'B' }, updatedAt: NOW + 1 };
  expect(mergeNote(noteOf('a', { label: 'A', updatedAt: NOW }), file, NOW).sides?.newer).toBe('unknown');
  expect(mergeNote(null, file, NOW).theirs?.updatedAt).toBe(NOW);
});

test('both versions are shown where they differ, cut where they are long', () => {
  const here = noteOf('a', { label: 'A', tags: ['x', 'y'], customer: 'Acme', note: 'x'.repeat(4000) });
  const file = { boardId: 'a', said: { label: 'B', note: 'y', customer: 'Acme' }, updatedAt: 50 };
  const { sides } = mergeNote(here, file, NOW);
  expect(sides).toMatchObject({ of: 'note', id: 'a', name: 'A', there: 'Label: B; Note: y' });
  expect(sides?.here).toMatch(/^Label: A; Note: x{1,300}…$/u);
  expect(sides?.here).toHaveLength(300);
});

test('a choice goes by side, but for the places that were chosen otherwise', () => {
  const tally = mergeTally();
  const all = ['a', 'b', 'c'].map((boardId) => {
    const file = { boardId, said: { label: 'File' }, updatedAt: boardId === 'a' ? 200 : 50 };
    const merged = mergeNote(noteOf(boardId, { label: 'Here' }), file, NOW);
    return { merged, place: tally.add(merged) };
  });
  const labels = (choice: Parameters<typeof winnerOf>[2]) =>
    all.map(({ merged, place }) => winnerOf(merged, place, choice)?.label ?? 'Here');
  expect(labels(NEWER)).toEqual(['File', 'Here', 'Here']);
  expect(labels({ ...NEWER, except: new Set([0, 1]) })).toEqual(['Here', 'File', 'Here']);
  expect(labels({ side: 'theirs', except: new Set([2]) })).toEqual(['File', 'File', 'Here']);
  expect(labels({ side: 'mine', except: new Set() })).toEqual(['Here', 'Here', 'Here']);
  expect(tally.sum()).toMatchObject({ added: 0, filled: 0, same: 0, differing: 3, newerThere: 1 });
});
