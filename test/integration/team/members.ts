/** Two team members, each with a separate Easel, on one real PostgreSQL database. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { ArgsOf, ValueOf } from '../../../preload/contract/contract.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import type { Paper } from '../../../preload/contract/papers.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { openGate, type Gate } from '../../support/gate.ts';
import { draftFor, startServices, type ServicesOptions, type TestServices } from '../../support/services.ts';

export type MemberName = 'ann' | 'ben';

export interface Member extends Pick<
  TestServices,
  'call' | 'must' | 'event' | 'callAlone' | 'said' | 'files' | 'folder'
> {
  readonly connectionId: string;
  readonly ids: readonly string[];
  readonly services: TestServices;
  readonly items: ReadonlyMap<string, string>;
  readonly state: () => Promise<ValueOf<'team.state'>>;
  /** Waits until `accept` returns true for the member's team state. */
  readonly until: (accept: (state: ValueOf<'team.state'>) => boolean) => Promise<unknown>;
  readonly label: (
    id: string,
    label: string,
    more?: Partial<ArgsOf<'boards.annotate'>>,
  ) => Promise<Result<unknown>>;
  readonly note: (id: string) => Promise<{ readonly label: string; readonly protected: boolean } | null>;
  readonly papers: () => Promise<readonly Paper[]>;
}

export interface Team {
  readonly database: TestDatabase;
  readonly practice: PracticeService;
  readonly relay: Gate;
  /** Starts a member's Easel, with the address of the team's database in its settings. */
  readonly member: (name: MemberName, around?: ServicesOptions) => Promise<Member>;
  /** Starts both members. They share the account `Acme`. */
  readonly both: (around?: ServicesOptions) => Promise<readonly [ann: Member, ben: Member]>;
  readonly loginOf: (name: MemberName) => ArgsOf<'team.configure'>;
  readonly join: (member: Member, different?: 'replace' | 'skip') => Promise<void>;
  /** Advances `Date`, so that rate-limited calls succeed again. Timers keep real time. */
  readonly pass: () => void;
}

export function team(): Team {
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

  const loginOf: Team['loginOf'] = (name) => ({
    host: '127.0.0.1',
    port: relay.port,
    database: database.name,
    user: name,
    password: database.password,
    certificate: 'none',
  });

  const member: Team['member'] = async (name, around = {}) => {
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
    const one: Member = {
      ...services,
      services,
      connectionId,
      ids: (await rows()).flatMap(({ id }) => id ?? []),
      items: keychain.items,
      state,
      until: (accept) => vi.waitUntil(async () => accept(await state()), { timeout: 10_000, interval: 60 }),
      label: (id, label, more = {}) =>
        services.call('boards.annotate', {
          connectionId,
          selection: { kind: 'ids', ids: [id] },
          change: { label },
          ...more,
        }),
      note: async (id) => (await rows()).find((row) => row.id === id)?.local ?? null,
      papers: () => must('papers.list', { connectionId }),
    };
    await must('team.configure', loginOf(name));
    await one.until(({ phase }) => phase === 'ready');
    return one;
  };

  const join: Team['join'] = async ({ must, connectionId }, different = 'skip') => {
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
    pass: () => void vi.setSystemTime(Date.now() + 10_000),
    loginOf,
    both: async (around) => {
      const members = await Promise.all([member('ann', around), member('ben', around)]);
      for (const one of members) await join(one);
      return members;
    },
  };
}
