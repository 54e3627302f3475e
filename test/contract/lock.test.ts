import { expect, test } from 'vitest';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import { FIVE_MINUTES, openLock } from '../unit/main/lock/lock-under-test.ts';
import { borderOf, good, outcome } from './border.ts';
import { GOOD_ARGS } from './good-args.ts';

test('a locked border answers who it is and how it is unlocked, and runs no other handler', async () => {
  const { lock } = await openLock();
  await lock.configure(FIVE_MINUTES);
  await lock.lockNow();
  const border = borderOf(good, (channel) => lock.gate(channel));
  const answered: string[] = [];
  for (const channel of CALL_NAMES) {
    const reply = await border.dispatch(channel, true, GOOD_ARGS[channel]);
    if (outcome(reply) === 'ok') answered.push(channel);
    else expect(reply).toMatchObject({ error: { code: 'locked', retryable: false } });
  }
  expect(answered).toEqual([
    'app.info',
    'app.preferences',
    'policy.state',
    'lock.state',
    'lock.now',
    'lock.unlock',
    'lock.removeKeys',
  ]);
  expect(border.ran.map(([channel]) => channel)).toEqual(answered);
});

test('a call under way when it locks keeps its answer to itself', async () => {
  const { lock, leave } = await openLock();
  await lock.configure(FIVE_MINUTES);
  let end: () => void = () => undefined;
  const border = borderOf(
    (channel) => new Promise((resolve) => (end = () => resolve(good(channel)))),
    (channel) => lock.gate(channel),
  );
  const reply = border.dispatch('transfer.export', true, GOOD_ARGS['transfer.export']);
  leave();
  end();
  expect(outcome(await reply)).toBe('locked');
});
