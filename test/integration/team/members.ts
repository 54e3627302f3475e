/** Test setup: two team members, each with an Easel, who share one real PostgreSQL database. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { ArgsOf, ValueOf } from '../../../preload/contract/contract.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { openGate, type Gate } from '../../support/gate.ts';
import { draftFor, startServices, type ServicesOptions, type TestServices } from '../../support/services.ts';

type MemberName = 'ann' | 'ben';

export type Member = Awaited<ReturnType<ReturnType<typeof team>['member']>>;

export function team() {
  let practice: PracticeService;
  let database: TestDatabase;
  let relay: Gate;
  const running: TestServices[] = [];
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    practice = await startPractice({ boards: 12 });
  });
  beforeEach(async () => {
    await practice.reset();
    database = await createDatabase();
    relay = await openGate(database.port);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((services) => services.close()));
    await relay.shut();
    await database.drop();
  });
  afterAll(async () => {
    await practice.stop();
    vi.useRealTimers();
  });

  const loginOf = (name: MemberName): ArgsOf<'team.configure'> => ({
    host: '127.0.0.1',
    port: relay.port,
    database: database.name,
    user: name,
    password: database.password,
    certificate: 'none',
  });

  const member = async (name: MemberName, around: ServicesOptions = {}) => {
    const keychain = createMemoryKeychain();
    const services = await startServices(undefined, { keychain, ...around });
    running.push(services);
    const { must } = services;
    const { id: connectionId } = await must('connections.save', draftFor(practice.origin, practice.apiKey));
    await must('boards.list', { connectionId });
    await services.event('boards.changed', ({ phase }) => phase !== 'loading');
    const query = { find: '', filters: [], order: { by: 'id', descending: false } } as const;
    const rows = async () =>
      (await must('boards.window', { connectionId, from: 0, count: 100, query, fields: [] })).rows;
    const state = () => must('team.state', {});
    const one = {
      ...services,
      services,
      connectionId,
      ids: (await rows()).flatMap(({ id }) => id ?? []),
      items: keychain.items,
      state,
      until: (accept: (now: ValueOf<'team.state'>) => boolean) =>
        vi.waitUntil(async () => accept(await state()), { timeout: 30_000, interval: 60 }),
      label: (id: string, label: string, more: Partial<ArgsOf<'boards.annotate'>> = {}) =>
        services.call('boards.annotate', {
          connectionId,
          selection: { kind: 'ids', ids: [id] },
          change: { label },
          ...more,
        }),
      note: async (id: string) => (await rows()).find((row) => row.id === id)?.local ?? null,
      papers: () => must('papers.list', { connectionId }),
    };
    await must('team.configure', loginOf(name));
    await one.until(({ phase }) => phase === 'ready');
    return one;
  };

  const join = async (
    { must, connectionId }: Pick<TestServices, 'must'> & { readonly connectionId: string },
    different: 'replace' | 'skip' = 'skip',
  ): Promise<void> => {
    const known = (await must('team.choices', {})).find(({ name }) => name === 'Acme');
    const account = known ?? (await must('team.createAccount', { name: 'Acme' }))[0];
    await must('team.join', { connectionId, accountId: account?.id ?? '', different });
  };

  return {
    get database() {
      return database;
    },
    get practice() {
      return practice;
    },
    get relay() {
      return relay;
    },
    member,
    join,
    /** Advances `Date`, so that the next calls hit no rate limit. Timers keep real time. */
    pass: () => void vi.setSystemTime(Date.now() + 10_000),
    loginOf,
    both: async (around?: ServicesOptions) => {
      const members = await Promise.all([member('ann', around), member('ben', around)]);
      for (const one of members) await join(one);
      return members;
    },
  };
}
