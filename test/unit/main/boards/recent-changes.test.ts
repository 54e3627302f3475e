import { expect, test } from 'vitest';
import { RecentChanges } from '../../../../main/boards/board-list.ts';
import type { BoardRow } from '../../../../preload/contract/boards.ts';
import { fakeClock } from '../service/clock.ts';

const NOTHING = { missing: [], back: [] };

function setUp() {
  const clock = fakeClock();
  let late = 0;
  const changes = new RecentChanges({ ...clock, onLate: () => (late += 1) });
  const marks = (...ids: readonly string[]) =>
    changes.marked(ids.map((id) => ({ id }) as BoardRow)).map(({ onItsWay }) => onItsWay);
  return { clock, changes, marks, late: () => late };
}

test('a local change that the list confirms has no mark, and is forgotten after two minutes', async () => {
  const { clock, changes, marks } = setUp();
  changes.made('a');
  changes.deleted(['b', 'c']);
  expect(marks('a', 'b')).toEqual([undefined, undefined]);
  expect(changes.hasDeleted('b')).toBe(true);
  changes.listed(changes.expected(), NOTHING, true);
  expect(changes.told()).toEqual({ onItsWay: 0, differences: [] });
  await clock.advance(120_000);
  expect(changes.hasDeleted('b')).toBe(false);
  changes.listed(changes.expected(), NOTHING, false);
  expect(changes.expected()).toEqual({ made: [], deleted: ['b', 'c'] });
  changes.listed(changes.expected(), NOTHING, true);
  expect(changes.expected()).toEqual({ made: [], deleted: [] });
});

test('a local change missing from the list is pending for two minutes, then shown as a difference', async () => {
  const { clock, changes, marks, late } = setUp();
  changes.deleted(['b', 'c']);
  await clock.advance(1000);
  changes.made('a');
  changes.listed(changes.expected(), { missing: ['a'], back: ['b', 'c'] }, true);
  expect(marks('a', 'b', 'x')).toEqual(['made', 'deleted', undefined]);
  expect(changes.told()).toEqual({ onItsWay: 3, differences: [] });
  await clock.advance(119_000);
  expect(marks('a', 'b')).toEqual(['made', 'still-listed']);
  await clock.advance(1000);
  expect(late()).toBe(1);
  expect(changes.told()).toEqual({
    onItsWay: 0,
    differences: [
      { what: 'deleted', boards: 2, id: 'b' },
      { what: 'made', boards: 1, id: 'a' },
    ],
  });
  expect(clock.timers.size).toBe(0);
});

test('a late delete is a difference until a list lacks the board, and a late create until the next list', async () => {
  const { clock, changes } = setUp();
  changes.made('a');
  changes.deleted(['b']);
  changes.listed(changes.expected(), { missing: ['a'], back: ['b'] }, true);
  await clock.advance(120_000);
  expect(changes.expected()).toEqual({ made: [], deleted: ['b'] });
  changes.listed(changes.expected(), { missing: [], back: ['b'] }, true);
  expect(changes.told().differences).toHaveLength(1);
  changes.listed(changes.expected(), NOTHING, true);
  expect(changes.told().differences).toEqual([]);
});

test('a board created again after its delete does not count as deleted', () => {
  const { changes, marks } = setUp();
  changes.deleted(['b']);
  changes.listed(changes.expected(), { missing: [], back: ['b'] }, true);
  changes.made('b');
  expect(marks('b')).toEqual([undefined]);
  expect(changes.hasDeleted('b')).toBe(false);
});
