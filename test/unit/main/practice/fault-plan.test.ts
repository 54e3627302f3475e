import { expect, test } from 'vitest';
import { FaultPlan } from '../../../../main/practice/fault-plan.ts';

test('each fault counts the requests of its endpoint for itself', () => {
  const plan = new FaultPlan();
  plan.set('listBoards', [
    { kind: 'status', status: 500, times: 1 },
    { kind: 'html', after: 1, times: 1 },
  ]);
  const kinds = ['listBoards', 'viewBoard', 'listBoards', 'listBoards'] as const;
  const met = kinds
    .map((endpoint) => plan.meet(endpoint))
    .map((faults) => [faults.first('status') !== undefined, faults.first('html') !== undefined]);
  expect(met).toEqual([
    [true, false],
    [false, false],
    [false, true],
    [false, false],
  ]);
});

test('faults of * and of the endpoint add up', () => {
  const plan = new FaultPlan();
  plan.set('*', [{ kind: 'latency', ms: 1 }]);
  plan.set('room', [{ kind: 'latency', ms: 2 }]);
  expect(
    plan
      .meet('room')
      .all('latency')
      .map((fault) => fault.ms),
  ).toEqual([1, 2]);
});

test('setting again starts the count again', () => {
  const plan = new FaultPlan();
  plan.set('room', [{ kind: 'html', times: 1 }]);
  plan.meet('room');
  expect(plan.meet('room').first('html')).toBeUndefined();
  plan.set('room', [{ kind: 'html', times: 1 }]);
  expect(plan.meet('room').first('html')).toBeDefined();
});
