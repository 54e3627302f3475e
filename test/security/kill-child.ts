/** Child process of kills.ts: changes connections, keys and settings. Prints a line before and after each change. */
import { createRandom } from '../../main/practice/sample-data.ts';
import { DEFAULT_PREFERENCES } from '../../main/ipc/preferences/preferences.ts';
import type { ArgsOf, CallName } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { draftFor, startServices } from '../support/services.ts';
import { readState, type State } from './kill-state.ts';
import { BETWEEN_CALLS_MS, withClock } from './scene.ts';

/** `touches`: id of the changed connection, or null if the change is not about a connection. */
export type Line =
  | { readonly kind: 'up'; readonly state: State }
  | { readonly kind: 'begin'; readonly change: string; readonly touches: string | null }
  | { readonly kind: 'done'; readonly state: State };

const [folder = '', seed = '1'] = process.argv.slice(2);
const random = createRandom(Number(seed));
const draw = (below: number): number => Math.floor(random.next() * below);

const say = (line: Line): void => void process.send?.(line);
const services = await startServices(folder);
let state = readState(folder);
say({ kind: 'up', state });

const ORIGIN = 'https://api.example.com';
const newKey = (): string => `sk_r6_${random.uuid()}`;

interface Change {
  readonly touches: string | null;
  readonly run: () => Promise<Result<unknown>>;
}

function change<C extends CallName>(touches: string | null, call: C, args: ArgsOf<C>): Change {
  return { touches, run: () => services.call(call, args) };
}

function someAt(stage: string): { readonly connectionId: string; readonly keyId: string } | null {
  const keys = state.keys.filter((each) => each.state === 'kept' && each.stage === stage);
  const key = keys[draw(keys.length)];
  return key === undefined ? null : { connectionId: key.connectionId, keyId: key.id };
}

/** Random changes of connections, API keys and settings. A function returns null if its change is impossible now. */
const CHANGES: Readonly<Record<string, () => Change | null>> = {
  add: () => {
    if (state.connections.length >= 6) return null;
    const named = { name: `Connection ${draw(1e6)}`, sessionOnly: false };
    return change(null, 'connections.save', draftFor(ORIGIN, newKey(), named));
  },
  rename: () => {
    const id = someAt('current')?.connectionId;
    if (id === undefined) return null;
    return change(id, 'connections.save', draftFor(ORIGIN, null, { id, name: `Renamed ${draw(1e6)}` }));
  },
  stage: () => {
    const connectionId = someAt('current')?.connectionId;
    if (connectionId === undefined) return null;
    const key = { slot: 'main', apiKey: newKey(), sessionOnly: false } as const;
    const about = { note: '', remindAt: null, useWhenGreen: false };
    return change(connectionId, 'keys.stage', { connectionId, ...key, ...about });
  },
  useNext: () => {
    const connectionId = someAt('next')?.connectionId;
    if (connectionId === undefined) return null;
    return change(connectionId, 'keys.useNext', { connectionId, slot: 'main', knowingly: true });
  },
  retire: () => {
    const key = someAt('previous');
    return key === null ? null : change(key.connectionId, 'keys.retire', { ...key, typed: 'retired' });
  },
  prefer: () => {
    const holdSeconds = { single: 10 + draw(50), bulk: 300 };
    return change(null, 'app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds });
  },
  remove: () => {
    const connectionId = state.connections.length < 4 ? undefined : someAt('current')?.connectionId;
    if (connectionId === undefined) return null;
    return change(connectionId, 'connections.remove', { connectionId, keysMayStay: false });
  },
};

const names = Object.keys(CHANGES);
await withClock(async (clock) => {
  for (;;) {
    const name = names[draw(names.length)] ?? 'add';
    const made = CHANGES[name]?.() ?? null;
    if (made === null) continue;
    say({ kind: 'begin', change: name, touches: made.touches });
    clock.ahead += BETWEEN_CALLS_MS;
    const reply = await made.run();
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code}: ${reply.error.message}`);
    state = readState(folder);
    say({ kind: 'done', state });
  }
});
