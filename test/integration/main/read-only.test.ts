import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CALL_NAMES, CALLS } from '../../../preload/contract/contract.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { GOOD_ARGS } from '../../contract/examples.ts';
import { policyOf } from '../../support/services.ts';
import { sharedMain, sharedPractice, type SharedMain } from './shared-main.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

const CHANGING = CALL_NAMES.filter(
  (name) => name.startsWith('previews.copy') || ['changes-service', 'deletes'].includes(CALLS[name].effect),
);
/** Changing calls that take a connection's id. All other changing calls take the id of an existing job or review. */
const OF_CONNECTIONS = CHANGING.filter((name) => 'connectionId' in GOOD_ARGS[name]);

const NAME = 'Acme boards';
const PASSPHRASE = 'a passphrase of some length';
const shared = sharedPractice({ boards: 40 });

const codeOf = (reply: Result<unknown>): string => (reply.ok ? 'ok' : reply.error.code);

async function sent(): Promise<number> {
  const { log } = await shared.practice.requests();
  return log.filter(({ method }) => method !== 'GET').length;
}

async function expectAllRefused(main: SharedMain, connectionId: string, code: string): Promise<void> {
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
  let connectionId: string;

  beforeAll(async () => {
    const lock = { idleMinutes: 60, passphrase: PASSPHRASE, currentPassphrase: null };
    await main.must('lock.configure', lock);
  });
  beforeEach(async () => {
    await main.connect(shared.practice.origin, shared.practice.apiKey, { name: NAME, readOnly: true });
    ({ connectionId } = main);
  });

  test('a read-only connection refuses every call that makes a change', () =>
    expectAllRefused(main, connectionId, 'read-only'));

  test('after a restart, a read-only connection still refuses every call that makes a change', async () => {
    await main.must('connections.unlockChanges', { connectionId, typedName: NAME });
    await main.restart();
    await main.must('lock.unlock', { passphrase: PASSPHRASE });
    await expectAllRefused(main, connectionId, 'read-only');
  });

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
  await expectAllRefused(main, connectionId, 'policy');
});
