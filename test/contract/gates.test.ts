import { expect, test } from 'vitest';
import type { Gate } from '../../main/ipc/dispatch.ts';
import { closedByPolicy } from '../../main/ipc/policy/policy.ts';
import { failure } from '../../main/lib/wording/failure.ts';
import type { PolicyState } from '../../preload/contract/app.ts';
import { CALL_NAMES } from '../../preload/contract/contract.ts';
import { FIVE_MINUTES, openLock } from '../unit/main/ipc/lock/lock-under-test.ts';
import { borderOf, good, outcome } from './border.ts';
import { GOOD_ARGS, GOOD_REPLIES } from './examples.ts';

const DELETE = 'jobs.deleteReviewed';

const broken: PolicyState = {
  ...(GOOD_REPLIES['policy.state'] as PolicyState),
  kind: 'broken',
  source: '/etc/easel/policy.json',
  problem: 'it is not JSON.',
};

async function answeredBehind(gate: Gate, code: string): Promise<readonly string[]> {
  const border = borderOf(good, { gate, question: null });
  const answered: string[] = [];
  for (const name of CALL_NAMES) {
    const reply = await border.call(name, GOOD_ARGS[name]);
    if (reply.ok) answered.push(name);
    else expect(reply.error.code).toBe(code);
  }
  expect(border.ran.map(([name]) => name)).toEqual(answered);
  expect(border.asked).toEqual([]);
  return answered;
}

test('while the policy file is invalid, only IPC calls that need no policy succeed', async () => {
  const gate = closedByPolicy(broken);
  expect(await answeredBehind(gate, 'policy')).toEqual(
    'app.info app.copy app.preferences policy.state'.split(' '),
  );
  const error = {
    message: expect.stringContaining('it is not JSON'),
    nextStep: expect.stringContaining(broken.source),
  };
  expect(await borderOf(good, { gate }).call('boards.list', GOOD_ARGS['boards.list'])).toMatchObject({
    error,
  });
});

test('while Easel is locked, only IPC calls that the lock screen needs succeed', async () => {
  const { lock } = await openLock();
  await lock.configure(FIVE_MINUTES);
  await lock.lockNow();
  expect(await answeredBehind((call) => lock.gate(call), 'locked')).toEqual(
    'app.info app.preferences policy.state lock.state lock.now lock.unlock lock.removeKeys'.split(' '),
  );
});

test.each([
  ['before main shows its confirmation dialog', 0, 0],
  ['while main’s confirmation dialog is open', 1, 0],
  ['while the call runs', 1, 1],
])('an IPC call fails with “locked” if Easel locks %s', async (_when, asked, ran) => {
  const steps = (): number => border.asked.length + border.ran.length;
  const border = borderOf(good, { gate: () => (steps() >= asked + ran ? failure('locked') : null) });
  expect(outcome(await border.call(DELETE, GOOD_ARGS[DELETE]))).toBe('locked');
  expect([border.asked.length, border.ran.length]).toEqual([asked, ran]);
});
