/** R6: `kill -9` while connections, the index of keys and settings are written; nothing is damaged or forgotten. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readApiKey } from '../../main/service/api-key.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../support/keyring.ts';
import { dose } from '../support/nightly.ts';
import { anything, Child } from './child.ts';
import type { Line } from './kill-child.ts';
import { readState, type State } from './kill-state.ts';

const KILLS = dose(100, 2);
const LANES = 2;
/** A kill comes at a random moment of so many ms after the process has begun to write. */
const LATEST_KILL_MS = 300;

/** Kills, looks, and goes on over the same folder and keyring, in two lanes. */
export async function check(): Promise<Finding> {
  const base = {
    id: 'R6',
    what: 'kill -9 during writes of connections, index and settings, over the real keyring',
    target: `at least ${KILLS} kills; 0 damaged, 0 forgotten`,
  };
  if (!keyringAvailable()) {
    const skipped = 'no gnome-keyring of one’s own on this system';
    return { ...base, figure: 'not run', ...tally([{ name: 'R6', problems: [], skipped }]) };
  }
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane, KILLS / LANES)));
  const kills = lanes.flat();
  const inFlight = kills.filter((kill) => kill.inFlight).length;
  const bad = kills.filter(({ problems }) => problems.length > 0).length;
  return {
    ...base,
    figure: `${kills.length} kills, ${inFlight} of them in the middle of a change; ${bad} with a loss`,
    ...tally(kills),
  };
}

interface Kill extends Case {
  readonly inFlight: boolean;
}

async function runLane(lane: number, times: number): Promise<readonly Kill[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-kills-'));
  const keyring = await startKeyring({ state: 'unlocked' });
  const reader = new Child<Read>('keyring-reader.ts', [], keyring.environment);
  const kills: Kill[] = [];
  try {
    for (let at = 0; at < times; at += 1) {
      // Spread over the whole span, whatever the machine's pace.
      const afterMs = ((at * 7 + lane * 3) % times) * (LATEST_KILL_MS / times);
      const seen = await writeAndKill(folder, keyring, lane * 1000 + at + 1, afterMs);
      const found = readState(folder);
      reader.tell({ at });
      const { items } = await reader.hear((read): read is Read => read.at === at);
      kills.push({
        name: `kill ${at + 1} of lane ${lane + 1}, ${seen.inFlight?.change ?? 'between changes'}`,
        inFlight: seen.inFlight !== null,
        problems: [...judgeState(seen, found), ...judgeKeyring(found, items), ...(await keptAside(folder))],
      });
    }
  } finally {
    reader.end();
    await keyring.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return kills;
}

interface Seen {
  readonly last: State | null;
  readonly inFlight: Extract<Line, { kind: 'begin' }> | null;
}

async function writeAndKill(folder: string, keyring: Keyring, seed: number, afterMs: number): Promise<Seen> {
  const child = new Child<Line>('kill-child.ts', [folder, String(seed)], keyring.environment);
  await child.hear(anything);
  await delay(afterMs);
  await child.kill();
  const states = child.said.flatMap((line) => (line.kind === 'begin' ? [] : [line.state]));
  const final = child.said.at(-1);
  return { last: states.at(-1) ?? null, inFlight: final?.kind === 'begin' ? final : null };
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

interface Read {
  readonly at: number;
  readonly items: readonly Item[];
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
