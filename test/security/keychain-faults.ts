/** Check S13: Easel loses and mixes up no key if the keychain throws, hangs, or returns wrong or truncated keys. */
import path from 'node:path';
import { KeyStore } from '../../main/connections/key-store.ts';
import { createGuardedKeychain } from '../../main/connections/keychain/keychain.ts';
import { createLog } from '../../main/lib/log/log.ts';
import { readApiKey, type ApiKey } from '../../main/service/authorize.ts';
import { openStore, type Store } from '../../main/store/database.ts';
import type { KeyStage } from '../../preload/contract/keys.ts';
import { fastClock } from '../support/fast-clock.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { filesBelow, findLeaks, textPlace } from '../support/planted-secrets.ts';
import { dose, some } from '../support/nightly.ts';
import { processFolder } from '../support/process-folder.ts';
import { createFaultyVault, FAULTS, type Fault, type FaultyVault } from './faulty-vault.ts';

const CONNECTION = 'c-s13';
/** Shortens the keychain deadlines from 10 s to 0.1 s. */
const CLOCK = fastClock(100);

export async function check(): Promise<Finding> {
  const cases: Case[] = [];
  for (const [name, fault] of some(Object.entries(FAULTS), dose(1, 6)))
    cases.push({ name, problems: await play(fault) });
  return {
    id: 'S13',
    what: 'faults of the keychain while keys are read, kept, replaced, switched and removed',
    target: 'at least 15 faults; 0 lost keys, 0 in plain text',
    ...tally(cases),
  };
}

interface Scene {
  readonly vault: FaultyVault;
  readonly store: Store;
  readonly output: string[];
  keys: KeyStore;
}

/** Simulates a restart of Easel, because the new key store has no keys in memory. */
function restart({ vault, store, output }: Omit<Scene, 'keys'>): KeyStore {
  const log = createLog((line) => output.push(line));
  return new KeyStore({
    keychain: createGuardedKeychain(vault, {
      platform: 'linux',
      after: (ms, run) => CLOCK.after(ms, run),
    }),
    index: store.keys,
    salt: 'salt-of-s13',
    now: Date.now,
    deadlines: { after: () => () => undefined, check: () => undefined },
    isLocked: () => false,
    log,
    onChange: () => undefined,
    record: () => undefined,
  });
}

async function play(fault: Fault): Promise<readonly string[]> {
  const folder = processFolder();
  const store = await openStore(path.join(folder, 'easel.db'), { now: Date.now() });
  try {
    const parts = { vault: createFaultyVault(), store, output: [] };
    const scene: Scene = { ...parts, keys: restart(parts) };
    const problems = await continueAfter(scene, fault);
    const secrets = Object.entries(KEYS).map(([name, key]) => ({ name: `key ${name}`, text: key.reveal() }));
    const places = [...filesBelow(folder), textPlace('what Easel said', scene.output.join('\n'))];
    return [...problems, ...findLeaks(secrets, places)];
  } finally {
    await store.close();
  }
}

async function continueAfter(scene: Scene, fault: Fault): Promise<readonly string[]> {
  const { first, second, third } = KEYS;
  const reported = new Map<KeyStage, ApiKey>();
  const keep = async (stage: KeyStage, key: ApiKey): Promise<void> => {
    const kept = await scene.keys.storeAll(CONNECTION, [
      { connectionId: CONNECTION, slot: 'main', stage, key, origins: [] },
    ]);
    scene.output.push(JSON.stringify(kept));
    if (kept.ok) reported.set(stage, key);
  };
  const nextKey = async () => (await scene.keys.keys(CONNECTION)).find(({ stage }) => stage === 'next');
  await keep('current', first);
  await keep('next', second);
  if (reported.size !== 2) return ['the keys could not be kept before the fault'];

  scene.vault.fail(fault);
  scene.keys = restart(scene);
  const problems: string[] = [];
  const read = await scene.keys.get(CONNECTION, 'main');
  scene.output.push(read.ok ? '' : JSON.stringify(read.error));
  // For an unreadable key, Easel must report a failure other than "no key", and must never return another key.
  if (!read.ok && read.error.code === 'no-key') problems.push('a key that can’t be read is called no key');
  if (read.ok && read.value.key.reveal() !== first.reveal()) problems.push('another key was given');
  await keep('current', third);
  const next = await nextKey();
  if (next === undefined) problems.push('the next key is not known any more');
  else scene.output.push(JSON.stringify(await scene.keys.remove(CONNECTION, next.id)));
  // If Easel no longer lists the next API key, the check stops expecting it, even if the keychain still contains it.
  if ((await nextKey()) === undefined) reported.delete('next');
  const [current, promoted] = [reported.get('current'), reported.get('next')];
  if (current !== undefined && promoted !== undefined) {
    const used = await scene.keys.useNext(CONNECTION, 'main');
    scene.output.push(JSON.stringify(used));
    if (used.ok) reported.set('previous', current).set('current', promoted).delete('next');
  }

  scene.vault.fail(null);
  scene.keys = restart(scene);
  return [...problems, ...(await judge(scene, reported))];
}

async function judge(
  { keys, vault, store }: Scene,
  reported: ReadonlyMap<KeyStage, ApiKey>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [stage, key] of reported) {
    const read = await keys.get(CONNECTION, 'main', stage);
    if (!read.ok) problems.push(`the ${stage} key is lost: ${read.error.code}`);
    else if (read.value.key.reveal() !== key.reveal()) problems.push(`the ${stage} key is another one`);
  }
  for (const { stage } of await keys.keys(CONNECTION))
    if (!reported.has(stage)) problems.push(`a ${stage} key is there that nobody kept`);
  await keys.removeLeftovers();
  const rows = await store.keys.all();
  if (rows.some(({ state }) => state !== 'kept')) problems.push('a leftover stayed in a keychain that works');
  const known = new Set(rows.map(({ account }) => account));
  const isForgotten = (account: string): boolean => account.startsWith('key-') && !known.has(account);
  if ([...vault.items.keys()].some(isForgotten)) problems.push('items are forgotten in the keychain');
  return problems;
}

function keyOf(name: string): ApiKey {
  const key = readApiKey(`sk_s13_${name}_0123456789_abcdefghijklmnop`);
  if (!key.ok) throw new Error('not a key');
  return key.value;
}

const KEYS = { first: keyOf('first'), second: keyOf('second'), third: keyOf('third') };
