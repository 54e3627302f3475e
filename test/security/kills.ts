/** Check R6: a `kill -9` while Easel writes connections, the key index or settings neither loses nor damages data. */
import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readApiKey } from '../../main/service/authorize.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../support/keyring.ts';
import { dose } from '../support/nightly.ts';
import { processFolder } from '../support/process-folder.ts';
import { anyMessage, Child } from './child.ts';
import type { Line } from './kill-child.ts';
import { readState, type KeyRow, type State } from './kill-state.ts';

const KILLS = dose(100, 1);
/** Longest delay in ms between the first write and a kill. The delays are spread evenly from 0 to this limit. */
const LATEST_KILL_MS = 300;

export async function check(): Promise<Finding> {
  const base = {
    id: 'R6',
    what: 'kill -9 during writes of connections, index and settings, over the real keyring',
    target: `at least ${KILLS} kills, half of them in the middle of a change; 0 damaged, 0 forgotten`,
  };
  if (!keyringAvailable()) {
    const skipped = 'no gnome-keyring of one’s own on this system';
    return { ...base, ...tally([{ name: 'R6', problems: [], skipped }]) };
  }
  const kills = await killRepeatedly();
  const inFlight = kills.filter((kill) => kill.inFlight).length;
  const tooFew = inFlight < Math.floor(KILLS / 2) ? [`only ${inFlight} of ${KILLS}`] : [];
  const bad = kills.filter(({ problems }) => problems.length > 0).length;
  return {
    ...base,
    figure: `${kills.length} kills, ${inFlight} of them in the middle of a change; ${bad} with a loss`,
    ...tally([...kills, { name: 'kills in the middle of a change', problems: tooFew }]),
  };
}

interface Kill extends Case {
  readonly inFlight: boolean;
}

async function killRepeatedly(): Promise<readonly Kill[]> {
  const folder = processFolder();
  const keyring = await startKeyring({ state: 'unlocked' });
  const reader = new Child<Read>('keyring-reader.ts', [], keyring.environment);
  const kills: Kill[] = [];
  try {
    for (let at = 0; at < KILLS; at += 1) {
      const afterMs = (((at * 7) % KILLS) + 0.5) * (LATEST_KILL_MS / KILLS);
      const { last, inFlight } = await writeAndKill(folder, keyring, at + 1, afterMs);
      const found = readState(folder);
      reader.send({ at });
      const { items } = await reader.receive((read): read is Read => read.at === at);
      const aside = (await readdir(folder)).filter((name) => name.includes('.damaged-'));
      kills.push({
        name: `kill ${at + 1}, ${inFlight?.change ?? 'between changes'}`,
        inFlight: inFlight !== null,
        problems: [
          ...judgeState(last, found, inFlight),
          ...judgeKeyring(found, items),
          ...aside.map((name) => `${name}: a database was called damaged and kept aside`),
        ],
      });
    }
  } finally {
    reader.end();
    await keyring.stop();
  }
  return kills;
}

type Begun = Extract<Line, { kind: 'begin' }>;

async function writeAndKill(
  folder: string,
  keyring: Keyring,
  seed: number,
  afterMs: number,
): Promise<{ readonly last: State; readonly inFlight: Begun | null }> {
  const child = new Child<Line>('kill-child.ts', [folder, String(seed)], keyring.environment);
  await child.receive(anyMessage);
  await delay(afterMs);
  await child.kill();
  const last = child.messages.flatMap((line) => (line.kind === 'begin' ? [] : [line.state])).at(-1);
  if (last === undefined) throw new Error('nothing was said before the kill');
  const final = child.messages.at(-1);
  return { last, inFlight: final?.kind === 'begin' ? final : null };
}

function judgeState(last: State, found: State, inFlight: Begun | null): readonly string[] {
  if (found.integrity !== 'ok') return [`the database is damaged: ${found.integrity}`];
  const touched = inFlight?.touches ?? null;
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const problems: string[] = [];
  for (const connection of last.connections) {
    const now = found.connections.find(({ id }) => id === connection.id);
    const isGoing = inFlight?.change === 'remove' && now === undefined;
    if (!isSame(now, connection) && (touched !== connection.id || (now === undefined && !isGoing)))
      problems.push('a connection is forgotten, or was changed that nothing was done to');
  }
  const added = found.connections.length - last.connections.length;
  if (added > (inFlight?.change === 'add' ? 1 : 0)) problems.push('a connection came from nowhere');
  for (const key of last.keys) {
    const now = found.keys.find(({ id }) => id === key.id);
    if (key.state === 'kept' && touched !== key.connectionId && !isSame(now, key))
      problems.push(`a ${key.stage} key is forgotten, or was changed`);
  }
  if (inFlight?.change === 'useNext') {
    // Either all keys have moved to their next stage, or none has, because the switch must be a single change.
    const stages = (state: State, move = (stage: string): string => stage): readonly string[] =>
      keptOf(state, touched).map(({ stage, id }) => `${move(stage)} ${id}`);
    const moved = stages(last, (stage) => (stage === 'next' ? 'current' : 'previous'));
    const now = stages(found);
    if (!isSame(now, stages(last)) && !isSame(now, moved)) problems.push('a switch was done by half');
  }
  if (found.preferences !== last.preferences && inFlight?.change !== 'prefer')
    problems.push('settings were changed');
  return problems;
}

function keptOf({ keys }: State, connectionId: string | null): readonly KeyRow[] {
  return keys.filter((key) => key.connectionId === connectionId && key.state === 'kept');
}

interface Read {
  readonly at: number;
  readonly items: readonly { readonly account: string; readonly password: string }[];
}

function judgeKeyring({ keys, salt }: State, items: Read['items']): readonly string[] {
  const known = new Set(keys.map(({ account }) => account));
  const isForgotten = items.some(({ account }) => account.startsWith('key-') && !known.has(account));
  const problems = isForgotten ? ['keys in the keyring are forgotten'] : [];
  for (const { account, state, stage, fingerprint } of keys) {
    if (state !== 'kept') continue;
    const item = items.find((each) => each.account === account);
    const key = readApiKey(item?.password ?? '');
    if (!key.ok || key.value.fingerprint(salt) !== fingerprint)
      problems.push(`a ${stage} key is not in the keyring, or another one`);
  }
  return problems;
}
