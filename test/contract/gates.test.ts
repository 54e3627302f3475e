/** What is answered under a broken policy, and while Easel is locked. */
import { describe, expect, test } from 'vitest';
import type { Gate } from '../../main/ipc/dispatch.ts';
import { closedByPolicy } from '../../main/policy/describe.ts';
import { failure } from '../../main/wording/failure.ts';
import type { PolicyState } from '../../preload/contract/app.ts';
import { CALL_NAMES } from '../../preload/contract/contract.ts';
import { FIVE_MINUTES, openLock } from '../unit/main/lock/lock-under-test.ts';
import { borderOf, good, outcome } from './border.ts';
import { GOOD_ARGS, GOOD_REPLIES } from './examples.ts';

const broken: PolicyState = {
  ...(GOOD_REPLIES['policy.state'] as PolicyState),
  kind: 'broken',
  source: '/etc/easel/policy.json',
  problem: 'it is not JSON.',
};

/** The calls that are answered, once no other use case ran. */
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

test('under a broken policy Easel answers who it is and what is wrong, and nothing else', async () => {
  expect(await answeredBehind(closedByPolicy(broken), 'policy')).toEqual([
    'app.info',
    'app.copy',
    'app.preferences',
    'policy.state',
  ]);
});

test('the failure names the policy’s file and its error', async () => {
  const border = borderOf(good, { gate: closedByPolicy(broken) });
  expect(await border.call('boards.list', GOOD_ARGS['boards.list'])).toMatchObject({
    error: {
      message: expect.stringContaining('it is not JSON'),
      nextStep: expect.stringContaining(broken.source),
    },
  });
});

describe('a locked Easel', () => {
  test('answers who it is and how it is unlocked, and nothing else', async () => {
    const { lock } = await openLock();
    await lock.configure(FIVE_MINUTES);
    await lock.lockNow();
    expect(await answeredBehind((call) => lock.gate(call), 'locked')).toEqual([
      'app.info',
      'app.preferences',
      'policy.state',
      'lock.state',
      'lock.now',
      'lock.unlock',
      'lock.removeKeys',
    ]);
  });

  test('drops the result of a call that was running when it locked', async () => {
    const { lock, leave } = await openLock();
    await lock.configure(FIVE_MINUTES);
    let end: () => void = () => undefined;
    const border = borderOf((name) => new Promise((resolve) => (end = () => resolve(good(name)))), {
      gate: (call) => lock.gate(call),
      question: null,
    });
    const reply = border.call('transfer.export', GOOD_ARGS['transfer.export']);
    await expect.poll(() => border.ran.length).toBe(1);
    leave();
    end();
    expect(outcome(await reply)).toBe('locked');
  });

  test('asks no question about a call that it does not answer', async () => {
    const border = borderOf(good, { gate: () => failure('locked') });
    expect(outcome(await border.call('jobs.deleteReviewed', GOOD_ARGS['jobs.deleteReviewed']))).toBe(
      'locked',
    );
    expect(border.asked).toEqual([]);
  });

  test('does nothing after a question answered with yes while it locked', async () => {
    let locked = false;
    const border = borderOf(good, {
      gate: () => (locked ? failure('locked') : null),
      confirm: () => {
        locked = true;
        return Promise.resolve(true);
      },
    });
    expect(outcome(await border.call('jobs.deleteReviewed', GOOD_ARGS['jobs.deleteReviewed']))).toBe(
      'locked',
    );
    expect(border.ran).toEqual([]);
  });
});
