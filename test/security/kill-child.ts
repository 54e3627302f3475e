/**
 * Changes connections, keys and settings without end, until it is killed. Started by kills.ts with a keyring's
 * environment, over a user-data folder that earlier ones were killed in. Prints a line before and after each change.
 */
import { DEFAULT_PREFERENCES } from '../../main/preferences/preferences.ts';
import { draftFor, startServices } from '../support/services.ts';
import { readState, type KeyRow, type State } from './kill-state.ts';

/** One line of the child. `touches` is the connection that is changed, where it is one. */
export type Line =
  | { readonly kind: 'up'; readonly state: State }
  | { readonly kind: 'begin'; readonly change: string; readonly touches: string | null }
  | { readonly kind: 'done'; readonly change: string; readonly outcome: string; readonly state: State };

const [folder = '', seed = '1'] = process.argv.slice(2);
let drawn = Number(seed);
/** A small generator of its own, so that a run can be made again (mulberry32). */
function draw(below: number): number {
  drawn = (drawn + 0x6d2b79f5) | 0;
  let bits = Math.imul(drawn ^ (drawn >>> 15), 1 | drawn);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return ((bits ^ (bits >>> 14)) >>> 0) % below;
}
function pick<T>(items: readonly T[]): T | undefined {
  return items[draw(items.length || 1)];
}

const say = (line: Line): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const services = await startServices(folder);
let state = readState(folder);
say({ kind: 'up', state });

const about = { note: '', owner: '', remindAt: null, useWhenGreen: false };
const newKey = (): string => `sk_r6_${draw(1e9)}_${draw(1e9)}`;

interface Change {
  readonly touches: string | null;
  readonly run: () => Promise<{ readonly ok: boolean }>;
}

function ofStage(stage: string): KeyRow | undefined {
  return pick(state.keys.filter((key) => key.state === 'kept' && key.stage === stage));
}

/** Every change that writes connections, the index of keys, or settings; null where nothing fits it now. */
const CHANGES: Readonly<Record<string, () => Change | null>> = {
  add: () => {
    if (state.connections.length >= 6) return null;
    const draft = draftFor('https://api.example.com', newKey(), {
      name: `Connection ${draw(1e6)}`,
      sessionOnly: false,
    });
    return { touches: null, run: () => services.call('connections.save', draft) };
  },
  rename: () => {
    const connection = pick(state.connections);
    if (connection === undefined) return null;
    const { id } = connection;
    const draft = draftFor('https://api.example.com', null, { id, name: `Renamed ${draw(1e6)}` });
    return { touches: id, run: () => services.call('connections.save', draft) };
  },
  stage: () => {
    const key = ofStage('current');
    if (key === undefined) return null;
    const { connectionId } = key;
    const staged = {
      connectionId,
      slot: 'main',
      apiKey: newKey(),
      fileId: null,
      sessionOnly: false,
    } as const;
    return { touches: connectionId, run: () => services.call('keys.stage', { ...staged, ...about }) };
  },
  useNext: () => {
    const key = ofStage('next');
    if (key === undefined) return null;
    const { connectionId } = key;
    return {
      touches: connectionId,
      run: () => services.call('keys.useNext', { connectionId, slot: 'main', knowingly: true }),
    };
  },
  retire: () => {
    const key = ofStage('previous');
    if (key === undefined) return null;
    const { connectionId, id } = key;
    return {
      touches: connectionId,
      run: () => services.call('keys.retire', { connectionId, keyId: id, typed: 'retired' }),
    };
  },
  note: () => {
    const key = ofStage('current');
    if (key === undefined) return null;
    const { connectionId, id } = key;
    const note = `Note ${draw(1e6)}`;
    return {
      touches: connectionId,
      run: () => services.call('keys.edit', { connectionId, keyId: id, ...about, note }),
    };
  },
  reorder: () => {
    const connectionIds = state.connections.map(({ id }) => id).toReversed();
    return { touches: null, run: () => services.call('connections.reorder', { connectionIds }) };
  },
  prefer: () => ({
    touches: null,
    run: () =>
      services.call('app.prefer', {
        ...DEFAULT_PREFERENCES,
        singleKeys: state.preferences?.includes('false') ?? false,
        holdSeconds: { single: 10 + draw(50), bulk: 300 },
      }),
  }),
  remove: () => {
    if (state.connections.length < 4) return null;
    const connection = pick(state.connections);
    if (connection === undefined) return null;
    const connectionId = connection.id;
    return {
      touches: connectionId,
      run: () => services.call('connections.remove', { connectionId, keysMayStay: false }),
    };
  },
} satisfies Readonly<Record<string, () => Change | null>>;

const names = Object.keys(CHANGES);
for (;;) {
  const change = pick(names) ?? 'add';
  const made = CHANGES[change]?.() ?? null;
  if (made === null) continue;
  say({ kind: 'begin', change, touches: made.touches });
  const reply = await made.run();
  const outcome = reply.ok ? 'ok' : codeOf(reply);
  state = readState(folder);
  say({ kind: 'done', change, outcome, state });
}

function codeOf(reply: { readonly ok: boolean; readonly error?: { readonly code: string } }): string {
  return reply.error?.code ?? 'failed';
}
