import { afterEach, beforeEach, expect, test } from 'vitest';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let services: TestServices;
let connectionId: string;

beforeEach(async () => {
  services = await startServices();
  connectionId = (
    await services.must('connections.save', draftFor('https://acme.example', 'SomeKeyOfNobody-0123456789'))
  ).id;
});
afterEach(() => services.close());

test('the list can run the query of every built-in view', async () => {
  const views = await services.must('views.list', { connectionId });
  expect(views.map(({ builtIn }) => builtIn)).toEqual([true, true, true, true]);
  for (const { query } of [...views, ...(await services.must('views.list', { connectionId, of: 'paper' }))]) {
    const asked = await services.must('boards.window', {
      connectionId,
      from: 0,
      count: 10,
      query,
      fields: [],
    });
    expect(asked.matching).toBe(0);
  }
});
