/** R6: `kill -9` while connections, the index of keys and settings are written; nothing is damaged or forgotten. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { readApiKey } from '../../main/service/api-key.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../support/keyring.ts';
import { WHOLE, type Dose } from './dose.ts';
import type { Line } from './kill-child.ts';
import { readState, type State } from './kill-state.ts';

const CHILD = path.join(import.meta.dirname, 'kill-child.ts');
const READER = path.join(import.meta.dirname, 'keyring-reader.ts');
const LANES = 2;
/** A kill comes at a random moment of so many ms after the process has begun to write. */
const LATEST_KILL_MS = 300;

const WHAT = 'kill -9 during writes of connections, index and settings, over the real keyring';

/** Kills, looks, and goes on over the same folder and keyring, in two lanes. */
export async function checkKills({ kills: times }: Dose): Promise<Finding> {
  const target = `at least ${times} kills${times < WHOLE.kills ? ' here' : ''}; 0 damaged, 0 forgotten`;
  const base = { id: 'R6', what: WHAT, target } as const;
  if (!keyringAvailable()) {
    const skipped = 'no gnome-keyring of one’s own on this system';
    return { ...base, figure: 'not run', ...tally([{ name: 'R6', problems: [], skipped }]) };
  }
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane, times / LANES)));
  const kills = lanes.flat();
  const inFlight = kills.filter((kill) => kill.inFlight).length;
  const changes = kills.reduce((sum, kill) => sum + kill.changes, 0);
  const bad = kills.filter(({ problems }) => problems.length > 0).length;
  return {
    ...base,
    figure: `${kills.length} kills, ${inFlight} of them in the middle of a change, ${changes} changes done; ${bad} with a loss`,
    ...tally(kills),
  };
}

interface Kill extends Case {
  /** Changes that were answered before it. */
  readonly changes: number;
  readonly inFlight: boolean;
}

async function runLane(lane: number, times: number): Promise<readonly Kill[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-kills-'));
  const keyring = await startKeyring({ state: 'unlocked' });
  const reader = openReader(keyring);
  const kills: Kill[] = [];
  try {
    for (let at = 0; at < times; at += 1) {
      // Spread over the whole span, whatever the machine's pace.
      const afterMs = ((at * 7 + lane * 3) % times) * (LATEST_KILL_MS / times);
      const seen = await writeAndKill(folder, keyring, { seed: lane * 1000 + at + 1, afterMs });
      const found = readState(folder);
      const problems = [
        ...judgeState(seen, found),
        ...judgeKeyring(found, await reader.read()),
        ...(await keptAside(folder)),
      ];
      kills.push({
        name: `kill ${at + 1} of lane ${lane + 1}, ${seen.inFlight?.change ?? 'between changes'}`,
        changes: seen.changes,
        inFlight: seen.inFlight !== null,
        problems,
      });
    }
  } finally {
    reader.stop();
    await keyring.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return kills;
}

/** What the process had said when it was killed. */
interface Seen {
  readonly last: State | null;
  readonly inFlight: Extract<Line, { kind: 'begin' }> | null;
  readonly changes: number;
}

async function writeAndKill(
  folder: string,
  keyring: Keyring,
  { seed, afterMs }: { readonly seed: number; readonly afterMs: number },
): Promise<Seen> {
  const child = spawn(process.execPath, [CHILD, folder, String(seed)], {
    env: { ...process.env, ...keyring.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  const lines: Line[] = [];
  const reading = createInterface({ input: child.stdout });
  const up = new Promise<void>((resolve) => {
    reading.on('line', (line) => {
      lines.push(JSON.parse(line) as Line);
      resolve();
    });
  });
  const gone = once(child, 'close');
  await Promise.race([up, gone]);
  if (lines.length === 0) throw new Error(`the process that writes did not start:\n${errors}`);
  await delay(afterMs);
  child.kill('SIGKILL');
  const [, signal] = (await gone) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`the process that writes ended by itself:\n${errors}`);
  const states = lines.flatMap((line) => (line.kind === 'begin' ? [] : [line.state]));
  const final = lines.at(-1);
  return {
    last: states.at(-1) ?? null,
    inFlight: final?.kind === 'begin' ? final : null,
    changes: lines.filter(({ kind }) => kind === 'done').length,
  };
}

/** All that was answered is there; what was under way is done or not, and touches nothing else. */
function judgeState({ last, inFlight }: Seen, found: State): readonly string[] {
  if (found.integrity !== 'ok') return [`the database is damaged: ${found.integrity}`];
  if (last === null) return ['nothing was said before the kill'];
  const touched = inFlight?.touches ?? null;
  const problems: string[] = [];
  for (const connection of last.connections) {
    const now = found.connections.find(({ id }) => id === connection.id);
    if (now === undefined) {
      if (inFlight?.change !== 'remove' || touched !== connection.id)
        problems.push('a connection is forgotten');
    } else if (now.name !== connection.name && touched !== connection.id) {
      problems.push('a connection was changed that nothing was done to');
    }
  }
  const added = found.connections.length - last.connections.length;
  if (added > (inFlight?.change === 'add' ? 1 : 0)) problems.push('a connection came from nowhere');
  for (const key of last.keys) {
    const now = found.keys.find(({ id }) => id === key.id);
    if (key.state !== 'kept' || touched === key.connectionId) continue;
    if (now === undefined) problems.push(`a ${key.stage} key is forgotten`);
    else if (JSON.stringify(now) !== JSON.stringify(key)) problems.push(`a ${key.stage} key was changed`);
  }
  if (inFlight?.change === 'useNext') problems.push(...judgeSwitch(last, found, touched));
  const isSame = found.preferences === last.preferences;
  if (!isSame && inFlight?.change !== 'prefer') problems.push('settings were changed');
  return problems;
}

/** A switch under way has moved both keys, or none. */
function judgeSwitch(last: State, found: State, connectionId: string | null): readonly string[] {
  const stages = (state: State): string =>
    state.keys
      .filter((key) => key.connectionId === connectionId && key.state === 'kept')
      .map((key) => `${key.stage} ${key.id}`)
      .sort()
      .join();
  const moved: State = {
    ...last,
    keys: last.keys.map((key) => {
      if (key.connectionId !== connectionId || key.state !== 'kept') return key;
      return { ...key, stage: key.stage === 'next' ? 'current' : 'previous' };
    }),
  };
  return [stages(last), stages(moved)].includes(stages(found)) ? [] : ['a switch was done by half'];
}

interface Item {
  readonly account: string;
  readonly password: string;
}

/** Each kept key is in the keyring, unchanged; and the keyring holds nothing that the index does not know. */
function judgeKeyring({ keys, salt }: State, items: readonly Item[]): readonly string[] {
  const problems: string[] = [];
  for (const { account, state, stage, fingerprint } of keys) {
    if (state !== 'kept') continue;
    const item = items.find((each) => each.account === account);
    const key = item === undefined ? null : readApiKey(item.password);
    if (key === null) problems.push(`a ${stage} key is not in the keyring`);
    else if (!key.ok || key.value.fingerprint(salt) !== fingerprint)
      problems.push(`a ${stage} key is another one in the keyring`);
  }
  const known = new Set(keys.map(({ account }) => account));
  const forgotten = items.filter(({ account }) => account.startsWith('key-') && !known.has(account)).length;
  if (forgotten > 0) problems.push(`${forgotten} keys in the keyring are forgotten`);
  return problems;
}

async function keptAside(folder: string): Promise<readonly string[]> {
  const aside = (await readdir(folder)).filter((name) => name.includes('.damaged-'));
  return aside.length === 0 ? [] : ['a database was called damaged and kept aside'];
}

interface Reader {
  readonly read: () => Promise<readonly Item[]>;
  readonly stop: () => void;
}

function openReader(keyring: Keyring): Reader {
  const child: ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream } = spawn(
    process.execPath,
    [READER],
    { env: { ...process.env, ...keyring.environment }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  return {
    read: async () => {
      const answer = once(lines, 'line') as Promise<[string]>;
      child.stdin.write('\n');
      return JSON.parse((await answer)[0]) as readonly Item[];
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
