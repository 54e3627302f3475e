import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { openStore } from '../../../main/store/database.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../../preload/contract/contract.ts';
import { GOOD_ARGS } from '../../contract/examples.ts';
import {
  draftFor,
  policyOf,
  startServices,
  type ServicesOptions,
  type TestServices,
} from '../../support/services.ts';
import { dose } from '../../support/nightly.ts';

vi.mock('node:crypto', async (original) =>
  (await import('../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

/** Channels that change something of a connection that they name; others go on with what was asked for before. */
const CHANGING = CALL_NAMES.filter(
  (name) =>
    'connectionId' in GOOD_ARGS[name] &&
    (name === 'previews.copyLink' || ['changes-service', 'deletes'].includes(CALLS[name].effect)),
);
/** Good arguments for this connection; a list of names has no earlier piece. */
const argsOf = (channel: CallName, connectionId: string) => ({
  ...GOOD_ARGS[channel],
  connectionId,
  ...('earlier' in GOOD_ARGS[channel] ? { earlier: null } : {}),
});
/** What a held delete sends is not sent at once. */
const SENDING = CHANGING.filter((channel) => channel !== 'jobs.deleteOne');
const NAME = 'Acme boards';
const PASSPHRASE = 'a passphrase of some length';
/** Its key is in the index, and no keychain is there to give it. */
const STORED = 'stored';

let practice: PracticeService;
let services: TestServices;
let now: number;

beforeEach(() => {
  now = Date.UTC(2026, 10, 21);
  // The clock alone: sockets and timers go on as they do.
  vi.useFakeTimers({ toFake: ['Date'], now });
});

afterEach(async () => {
  vi.useRealTimers();
  await services.close();
  await practice.stop();
});

/** Lets time go by, also for the border's limits of calls. */
function pass(minutes: number): void {
  now += minutes * 60_000;
  vi.setSystemTime(now);
}

async function start(around: ServicesOptions): Promise<void> {
  practice = await startPractice({ boards: 3 });
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-read-only-'));
  const store = await openStore(path.join(folder, 'easel.db'), { now });
  const { origin } = practice;
  const { sessionOnly: _only, apiKey: _key, boardApiKey: _board, ...form } = draftFor(origin, null);
  await store.connections.put({ ...form, id: STORED, readOnly: true, createdAt: now });
  await store.keys.add({
    id: 'k',
    connectionId: STORED,
    connectionName: '',
    slot: 'main',
    stage: 'current',
    state: 'kept',
    account: 'key-k',
    fingerprint: 'a1f3',
    addedAt: now,
    note: '',
    owner: '',
    remindAt: null,
    lastAcceptedAt: null,
    lastRefusedAt: null,
    useWhenGreen: false,
    origins: [origin],
  });
  await store.close();
  services = await startServices(folder, around);
}

type KeyKept = 'stored' | 'session' | 'two for the session' | 'none';

/** Saves a connection, new or `id`, and gives its id. */
async function save(change: Parameters<typeof draftFor>[2]): Promise<string> {
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey, change));
  if (!saved.ok) throw new Error(saved.error.message);
  return saved.value.id;
}

async function connect(kept: KeyKept, readOnly: boolean): Promise<string> {
  if (kept === 'stored') return STORED;
  const two = kept === 'two for the session';
  const id = await save({ readOnly, separateBoardKey: two, boardApiKey: two ? practice.apiKey : null });
  if (kept !== 'none') return id;
  const copied = await services.call('connections.duplicate', { connectionId: id });
  if (!copied.ok) throw new Error(copied.error.message);
  return copied.value.id;
}

async function nameOf(connectionId: string): Promise<string> {
  const list = await services.call('connections.list', {});
  const found = list.ok && list.value.connections.find(({ id }) => id === connectionId);
  if (!found) throw new Error('not there');
  return found.name;
}

async function unlock(connectionId: string): Promise<void> {
  const typedName = await nameOf(connectionId);
  await services.call('connections.unlockChanges', { connectionId, typedName });
}

/** What may have happened to a connection; none of it leaves it open to changes. */
const HISTORIES = {
  'its time unlocked ran out': async (connectionId) => {
    await unlock(connectionId);
    pass(10);
  },
  'it was locked by hand': async (connectionId) => {
    await unlock(connectionId);
    await services.call('connections.lockChanges', { connectionId });
  },
  'a wrong name was typed': async (connectionId) => {
    const typedName = `${await nameOf(connectionId)} `;
    await services.call('connections.unlockChanges', { connectionId, typedName });
  },
  'Easel was locked and unlocked': async (connectionId) => {
    await unlock(connectionId);
    await services.call('lock.now', {});
    const opened = await services.call('lock.unlock', { passphrase: PASSPHRASE });
    if (!opened.ok) throw new Error(opened.error.message);
  },
  'Easel was started anew': async (connectionId) => {
    await unlock(connectionId);
    services = await services.restart();
  },
  'its boards are being listed': async (connectionId) => {
    await services.call('boards.list', { connectionId });
  },
  'a paper of it is remembered': async (connectionId) => {
    await services.call('papers.add', { connectionId, pasted: 'p-7', name: 'Plan' });
  },
  'another connection is unlocked': async () => {
    await unlock(await save({ name: 'Other', readOnly: true }));
  },
} as const satisfies Record<string, (connectionId: string) => Promise<void>>;

const SERVICE = {
  answers: null,
  'refuses the key': { kind: 'status', status: 401 },
  'is down': { kind: 'status', status: 503 },
  'cuts every answer': { kind: 'cut', at: 'after-processing' },
} as const;

const anyState = (lockable: boolean) =>
  fc.record({
    kept: fc.constantFrom<KeyKept>('stored', 'session', 'two for the session', 'none'),
    service: fc.constantFrom(...(Object.keys(SERVICE) as (keyof typeof SERVICE)[])),
    histories: fc.array(fc.constantFrom(...(Object.keys(HISTORIES) as (keyof typeof HISTORIES)[])), {
      maxLength: 3,
    }),
    easelLocked: lockable ? fc.boolean() : fc.constant(false),
  });

/** What each changing channel comes to, and that nothing of it reached the service or stayed on this computer. */
async function expectAllRefused(connectionId: string, code: string): Promise<void> {
  for (const channel of CHANGING) {
    const reply = await services.call(channel, argsOf(channel, connectionId));
    expect([channel, reply.ok ? 'ok' : reply.error.code]).toEqual([channel, code]);
  }
  const { log } = await practice.requests();
  expect(log.filter(({ method }) => method !== 'GET')).toEqual([]);
}

async function expectNothingMarked(connectionId: string, papers: unknown): Promise<void> {
  expect(await services.call('papers.list', { connectionId })).toEqual(papers);
  expect(await services.call('unresolved.list', { connectionId })).toEqual({ ok: true, value: [] });
  expect(services.clipboard()).toBe('');
}

describe('a call that changes something at the service', () => {
  test('is refused on a read-only connection in every state, and never reaches the service', async () => {
    await start({});
    const configured = await services.call('lock.configure', {
      idleMinutes: 60,
      passphrase: PASSPHRASE,
      currentPassphrase: null,
    });
    if (!configured.ok) throw new Error(configured.error.message);
    await fc.assert(
      fc.asyncProperty(anyState(true), async ({ kept, service, histories, easelLocked }) => {
        pass(60);
        await practice.faults.clear();
        const connectionId = await connect(kept, true);
        const fault = SERVICE[service];
        if (fault !== null) await practice.faults.set('*', fault);
        for (const history of histories) await HISTORIES[history](connectionId);
        const papers = await services.call('papers.list', { connectionId });
        await practice.clearRequests();
        if (easelLocked) await services.call('lock.now', {});
        await expectAllRefused(connectionId, easelLocked ? 'locked' : 'read-only');
        if (easelLocked) await services.call('lock.unlock', { passphrase: PASSPHRASE });
        await expectNothingMarked(connectionId, papers);
      }),
      { seed: 20261121, numRuns: dose(25, 5) },
    );
  });

  test('is refused on every connection when the policy says so', async () => {
    await start({ policy: policyOf({ readOnly: true }) });
    await fc.assert(
      fc.asyncProperty(anyState(false), async ({ kept, service, histories }) => {
        pass(60);
        await practice.faults.clear();
        const connectionId = await connect(kept, false);
        const fault = SERVICE[service];
        if (fault !== null) await practice.faults.set('*', fault);
        for (const history of histories) await HISTORIES[history](connectionId);
        const papers = await services.call('papers.list', { connectionId });
        await practice.clearRequests();
        await expectAllRefused(connectionId, 'policy');
        await expectNothingMarked(connectionId, papers);
      }),
      { seed: 20261121, numRuns: dose(15, 3) },
    );
  });

  /** How many requests that change something were sent, once there is one or a moment has passed. */
  async function sent(): Promise<number> {
    for (let looks = 0; looks < 20; looks += 1) {
      const { log } = await practice.requests();
      const changes = log.filter(({ method }) => method !== 'GET').length;
      if (changes > 0) return changes;
      await new Promise((resolve) => void setTimeout(resolve, 25));
    }
    return 0;
  }
  const codeOf = (reply: Result<unknown>): string => (reply.ok ? 'ok' : reply.error.code);

  test.each(SENDING)(
    'is sent by %s for ten minutes after the name was typed, and no longer',
    async (channel) => {
      await start({});
      const connectionId = await save({ name: NAME, readOnly: true });
      const ask = async (): Promise<string> =>
        codeOf(await services.call(channel, argsOf(channel, connectionId)));
      expect(await ask()).toBe('read-only');
      expect(await sent()).toBe(0);
      await services.call('connections.unlockChanges', { connectionId, typedName: NAME });
      pass(9.9);
      await ask();
      expect(await sent()).toBeGreaterThan(0);
      await vi.waitFor(async () => {
        const list = await services.call('jobs.list', {});
        expect(list.ok && list.value.every(({ state }) => state === 'done')).toBe(true);
      });
      pass(0.2);
      await practice.clearRequests();
      expect(await ask()).toBe('read-only');
      expect(await sent()).toBe(0);
    },
  );
});

test('a call that only reads is answered on a read-only connection', async () => {
  await start({});
  const connectionId = await save({ readOnly: true });
  const listed = await services.call('boards.list', { connectionId });
  expect(listed.ok).toBe(true);
  const identifier = practice.samplePapers[0]?.identifier ?? '';
  const opened = await services.call('previews.open', {
    connectionId,
    target: { kind: 'paper', id: identifier },
    displayName: 'Ada',
    reason: '',
    minutes: 10,
  });
  expect(opened.ok).toBe(true);
});
