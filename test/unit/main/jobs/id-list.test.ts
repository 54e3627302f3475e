import { expect, test } from 'vitest';
import { Plans, type PlansOptions } from '../../../../main/jobs/plans.ts';
import { createLog } from '../../../../main/log/log.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { boardOf, reviewsOf } from './reviews-under-test.ts';

/** Opens a file of ids over a list of these boards. */
function openedIds(text: string, listed: readonly string[]) {
  const services = reviewsOf({ boards: listed.map((id) => boardOf(id, 200)) });
  const options: Partial<PlansOptions> = {
    reviews: services.reviews,
    mirror: services.list,
    notesOf: () => Promise.resolve([]),
    recordOf: services.options.recordOf,
    files: {
      choose: () => Promise.resolve(ok({ path: '/ids.csv', name: 'ids.csv', text })),
      save: () => Promise.resolve(null),
    },
    log: createLog({ write: () => undefined }),
  };
  return new Plans(options as PlansOptions).openIds({ connectionId: 'c' });
}

test.each([
  ['a table', 'label,id\nx,b-1\ny,1.58E+18\n', 3, '1.58E+18'],
  ['a line for each id', 'b-1\n3-Apr\n', 2, '3-Apr'],
  ['semicolons', 'id;label\n04.09.2026;x\n', 2, '04.09.2026'],
  ['a rounded number', 'id\nb-1\n1580000000000000000\n', 3, '1580000000000000000'],
])('a list with an id that a spreadsheet has rewritten is refused (%s)', async (_what, text, line, id) => {
  const opened = await openedIds(text, ['b-1']);
  expect(opened).toMatchObject({ error: { code: 'refused' } });
  const { message } = opened.ok ? { message: '' } : opened.error;
  expect(message).toContain(`Line ${line}: “${id}”`);
  expect(message).toContain('spreadsheets');
});

test('a review of a list tells how many ids are not in the list of boards', async () => {
  const numbers = 'id\nb-1\n1580000000000000001\n007\n';
  expect(await openedIds(numbers, ['b-1'])).toMatchObject({ value: { boards: 3, notListed: 2 } });
  expect(await openedIds('["b-1","3-4"]', ['b-1'])).toMatchObject({ value: { boards: 2, notListed: 1 } });
});
