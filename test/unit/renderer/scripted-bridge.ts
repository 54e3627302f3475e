import { DEFAULT_PREFERENCES } from '../../../main/ipc/preferences/preferences.ts';
import {
  type EaselBridge,
  CALL_NAMES,
  type ArgsOf,
  type CallName,
  type ValueOf,
} from '../../../preload/contract/contract.ts';
import type { PolicyState } from '../../../preload/contract/app.ts';
import type { BoardsState } from '../../../preload/contract/boards.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { KeychainStatus, KeyInfo } from '../../../preload/contract/keys.ts';
import { UNKNOWN_PART } from '../../../preload/contract/facts.ts';
import {
  HEALTH_PARTS,
  type Health,
  type PartHealth,
  type PartName,
} from '../../../preload/contract/service.ts';
import type { EventName, Events } from '../../../preload/contract/events.ts';
import { fail, ok, type Failure, type FailureCode, type Result } from '../../../preload/contract/failure.ts';
import { addLaterSlices } from '../../../renderer/store/later-slices.ts';
import { createFirstStore, type AppStore } from '../../../renderer/store/store.ts';

type Reply<C extends CallName> = Result<ValueOf<C>>;

export type Script = { [C in CallName]?: (args: ArgsOf<C>) => Reply<C> | Promise<Reply<C>> };

const QUIET: Script = {
  'app.info': () => ok({ version: '1.2.3', platform: 'linux', notice: null }),
  'app.preferences': () => ok(DEFAULT_PREFERENCES),
  'app.forgetDropped': () => ok(null),
  'policy.state': () => ok(NO_POLICY),
  'lock.state': () => ok({ locked: false, idleMinutes: null, forcedMinutes: null, unlockBy: 'none' }),
  'keychain.state': () => ok(NOT_ASKED),
  'keychain.status': () => ok(AVAILABLE),
  'connections.select': () => ok(null),
  'health.look': ({ connectionId }) => ok(healthOf(connectionId)),
  'health.state': ({ connectionId }) => ok(healthOf(connectionId)),
  'unresolved.list': () => ok([]),
  'jobs.list': () => ok([]),
  'jobs.willAsk': () => ok(false),
  'boards.state': () => ok(NEVER),
  'boards.list': () => ok(NEVER),
  'boards.window': ({ from }) => ok({ from, rows: [], matching: 0, revision: 0 }),
  'boards.names': () => ok({ fields: [], tags: [], customers: [] }),
  'boards.ranks': () => ok([]),
  'keys.isKnown': () => ok(false),
  'papers.list': () => ok([]),
  'teamwork.plans': () => ok([]),
  'teamwork.visits': () => ok([]),
  'views.list': () => ok([]),
  'views.layout': () => ok({ columns: [], paperColumns: [], last: {} }),
};

export function scriptedBridge(script: Script = {}) {
  const calls: { readonly channel: CallName; readonly args: unknown }[] = [];
  const listeners = new Map<EventName, Set<(data: never) => void>>();
  const groups: Record<string, Record<string, (args: never) => Promise<unknown>>> = {};
  for (const channel of CALL_NAMES) {
    const [group = '', method = ''] = channel.split('.');
    groups[group] ??= {};
    groups[group][method] = async (args: never) => {
      calls.push({ channel, args });
      const answer = (script[channel] ?? QUIET[channel]) as ((args: never) => unknown) | undefined;
      if (!answer) throw new Error(`the script has no answer for ${channel}`);
      return answer(args);
    };
  }
  const on = (event: EventName, listener: (data: never) => void): (() => void) => {
    const set = listeners.get(event) ?? new Set();
    listeners.set(event, set.add(listener));
    return () => set.delete(listener);
  };
  return {
    bridge: { ...groups, on } as unknown as EaselBridge,
    calls,
    emit: <E extends EventName>(event: E, data: Events[E]): void => {
      for (const listener of listeners.get(event) ?? []) listener(data as never);
    },
  };
}

export const NEVER: BoardsState = {
  connectionId: 'c1',
  phase: 'never',
  completeness: 'maybe-incomplete',
  rows: 0,
  loaded: 0,
  total: null,
  notUnderstood: 0,
  unreadable: [],
  preparing: false,
  unconfirmed: 0,
  differences: [],
  asOf: null,
  failure: null,
  vanished: 0,
  revision: 0,
};

export const NO_POLICY: PolicyState = {
  kind: 'none',
  source: '',
  problem: '',
  rules: [],
  allows: {
    sessionKeys: true,
    keyExport: true,
    deletes: true,
    visits: true,
    pictures: true,
    needsReason: false,
    twoPersons: false,
    mostAtOnce: null,
    holdSeconds: { single: null, bulk: null },
  },
};
const NOT_ASKED: KeychainStatus = { state: 'not-asked', backend: 'Secret Service', cause: '', fix: '' };
export const AVAILABLE: KeychainStatus = { ...NOT_ASKED, state: 'available' };
const WHY_LOCKED = { cause: 'The keychain is locked.', fix: 'Unlock it.' };
export const LOCKED: KeychainStatus = { ...NOT_ASKED, state: 'locked', ...WHY_LOCKED };

export function keyOf(id: string, change: Partial<KeyInfo> = {}): KeyInfo {
  return {
    id,
    slot: 'main',
    stage: 'current',
    kept: 'keychain',
    fingerprint: id,
    addedAt: 1,
    note: '',
    remindAt: null,
    lastAcceptedAt: null,
    lastRefusedAt: null,
    useWhenGreen: true,
    ...change,
  };
}

export function connectionOf(id: string, change: Partial<Connection> = {}): Connection {
  return {
    id,
    name: `Connection ${id}`,
    environment: 'test',
    color: 'blue',
    paperApi: 'https://papers.example',
    boardApi: 'https://boards.example',
    appUrl: 'https://app.example',
    key: { kind: 'stored', fingerprint: 'a1f3', addedAt: 1 },
    boardKey: null,
    readOnly: { on: false, forced: false, unlockedUntil: null },
    ...change,
  };
}

export function healthOf(
  connectionId: string,
  change: Partial<Record<PartName, Partial<PartHealth>>> = {},
  sentence = '',
): Health {
  const parts = HEALTH_PARTS.map((name): PartHealth => ({
    name,
    ...UNKNOWN_PART,
    ...change[name],
  }));
  return { connectionId, parts, sentence };
}

export function failed(code: FailureCode, change: Partial<Failure> = {}): Result<never> {
  return fail({
    code,
    message: 'It failed.',
    nextStep: 'Do this.',
    retryable: false,
    details: [],
    ...change,
  });
}

export async function startedStore(
  script: Script = {},
  connections: readonly Connection[] = [connectionOf('a')],
) {
  const scripted = scriptedBridge({
    'connections.list': () =>
      ok({ connections: structuredClone(connections), currentId: connections[0]?.id ?? null }),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  const asked = (channel: CallName) => scripted.calls.filter((call) => call.channel === channel);
  return { ...scripted, store, state: store.getState, asked };
}

export function createAppStore(bridge: EaselBridge): AppStore {
  const store = createFirstStore(bridge);
  addLaterSlices(store, bridge);
  return store;
}
