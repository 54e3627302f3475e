import { expect, test } from 'vitest';
import { Ages } from '../../../../main/boards/boards.ts';
import type { BoardQuery } from '../../../../preload/contract/boards.ts';
import { fakeClock } from '../service/clock.ts';

const MINUTE = 60_000;

const asking = (kind: 'older-than' | 'newer-than'): BoardQuery => ({
  find: '',
  filters: [{ kind, days: 90 }],
  order: { by: 'created', descending: true },
});

test('a query by age runs again each hour, as long as it is asked for', async () => {
  const clock = fakeClock();
  const told: string[] = [];
  const ages = new Ages({ ...clock, onHour: (connectionId) => told.push(connectionId) });
  ages.asked('c', asking('older-than'));
  ages.asked('c', asking('older-than'));
  await clock.advance(59 * MINUTE);
  expect(told).toEqual([]);
  await clock.advance(MINUTE);
  expect(told).toEqual(['c']);
  ages.asked('c', asking('newer-than'));
  await clock.advance(300 * MINUTE);
  expect(told).toEqual(['c', 'c']);
  expect(clock.timers.size).toBe(0);
});
