import { describe, expect, test } from 'vitest';
import { policyGate } from '../../main/ipc/gate.ts';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { PolicyState } from '../../preload/contract/domain.ts';
import { failure } from '../../main/service/failures.ts';
import { borderOf, good, outcome } from './border.ts';
import { GOOD_ARGS } from './good-args.ts';
import { GOOD_REPLIES } from './good-replies.ts';

const broken: PolicyState = {
  ...GOOD_REPLIES['policy.state'],
  kind: 'broken',
  problem: 'it is not JSON.',
};

describe('a border under a broken policy', () => {
  test('answers who it is and what is wrong, and runs no other handler', async () => {
    const border = borderOf(good, policyGate(broken));
    const answered: string[] = [];
    for (const channel of CALL_NAMES) {
      const reply = await border.dispatch(channel, true, GOOD_ARGS[channel]);
      if (outcome(reply) === 'ok') answered.push(channel);
      else expect(reply).toMatchObject({ error: { code: 'policy' } });
    }
    expect(answered).toEqual(['app.info', 'app.copy', 'app.preferences', 'policy.state']);
    expect(border.ran.map(([channel]) => channel)).toEqual(answered);
  });

  test('names the file and what is wrong with it', async () => {
    const border = borderOf(good, policyGate(broken));
    expect(await border.dispatch('boards.list', true, GOOD_ARGS['boards.list'])).toMatchObject({
      error: {
        message: expect.stringContaining('it is not JSON'),
        nextStep: expect.stringContaining(broken.source),
      },
    });
  });
});

test('a gate that closes while a call is under way keeps its reply back', async () => {
  let closed = false;
  let end: () => void = () => undefined;
  const border = borderOf(
    (channel) => new Promise((resolve) => (end = () => resolve(good(channel)))),
    () => (closed ? failure('locked') : null),
  );
  const reply = border.dispatch('boards.view', true, GOOD_ARGS['boards.view']);
  closed = true;
  end();
  expect(outcome(await reply)).toBe('locked');
});
