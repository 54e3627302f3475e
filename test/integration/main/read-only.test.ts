import { beforeEach, describe, expect, test } from 'vitest';
import { CALL_NAMES, CALLS } from '../../../preload/contract/contract.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { GOOD_ARGS } from '../../contract/examples.ts';
import { policyOf } from '../../support/services.ts';
import { sharedMain, sharedPractice, type SharedMain } from './shared-main.ts';

const CHANGING = CALL_NAMES.filter(
  (name) => name.startsWith('previews.copy') || ['changes-service', 'deletes'].includes(CALLS[name].effect),
);
/** Calls that change data and take a connection's id. The other changing calls take the id of a job or a review. */
const OF_CONNECTIONS = CHANGING.filter((name) => 'connectionId' in GOOD_ARGS[name]);

const NAME = 'Acme boards';
const shared = sharedPractice({ boards: 40 });

const codeOf = (reply: Result<unknown>): string => (reply.ok ? 'ok' : reply.error.code);

async function sent(): Promise<number> {
  const { log } = await shared.practice.requests();
  return log.filter(({ method }) => method !== 'GET').length;
}

async function expectAllRefused(main: SharedMain, code: string): Promise<void> {
  const { connectionId } = main;
  const papers = await main.call('papers.list', { connectionId });
  await shared.practice.clearRequests();
  for (const channel of OF_CONNECTIONS) {
    const reply = await main.call(channel, { ...GOOD_ARGS[channel], connectionId });
    expect([channel, codeOf(reply)]).toEqual([channel, code]);
  }
  expect(await sent()).toBe(0);
  expect(await main.call('papers.list', { connectionId })).toEqual(papers);
  expect(await main.must('unresolved.list', { connectionId })).toEqual([]);
  expect(main.services.clipboard()).toBe('');
}

describe('read-only connections', () => {
  const main = sharedMain();

  beforeEach(() =>
    main.connect(shared.practice.origin, shared.practice.apiKey, { name: NAME, readOnly: true }),
  );

  test('a read-only connection refuses every call that makes a change', () =>
    expectAllRefused(main, 'read-only'));

  test('a read-only connection accepts calls that only read', async () => {
    await main.list();
    const target = { kind: 'paper', id: shared.practice.samplePapers[0]?.identifier ?? '' } as const;
    await main.visit(target);
  });
});

const main = sharedMain({ policy: policyOf({ readOnly: true }) });

test('a policy that forces read-only refuses changes even after the user typed the connection’s name', async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  const { connectionId } = main;
  await main.call('connections.unlockChanges', { connectionId, typedName: NAME });
  await expectAllRefused(main, 'policy');
});
