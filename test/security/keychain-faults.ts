/** S13: a keychain that throws, hangs, lies or cuts off while keys are kept, replaced, switched and removed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KeyStore } from '../../main/connections/key-store.ts';
import { createGuardedKeychain } from '../../main/connections/keychain/keychain.ts';
import { createLog } from '../../main/lib/log/log.ts';
import { readApiKey, type ApiKey } from '../../main/service/api-key.ts';
import type { EnteredKey } from '../../main/service/authorize.ts';
import { openStore, type Store } from '../../main/store/database.ts';
import type { KeyStage } from '../../preload/contract/keys.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { fastClock } from '../support/fast-clock.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { filesBelow, findLeaks, textPlace } from '../support/planted-secrets.ts';
import { dose, some } from '../support/nightly.ts';
import { createFaultyVault, FAULTS, type Fault, type FaultyVault } from './faulty-vault.ts';

const CONNECTION = 'c-s13';
const SALT = 'salt-of-s13';
/** Deadlines of 10 s pass a hundred times as fast. */
const CLOCK = fastClock(100);

/** Texts that no keychain may ever be given. */
const UNFIT: Readonly<Record<string, string>> = {
  'a key with NUL inside': 'sk_s13_abcdef\u0000ghijkl',
  'a key with a control character inside': 'sk_s13_abcdef\u0007ghijkl',
  'a key with a blank inside': 'sk_s13_abcdef ghijkl',
  'a key with a line break inside': 'sk_s13_abcdef\nghijkl',
  'a key of 2,049 bytes': 'k'.repeat(2049),
  'a key of 2,560 bytes': 'k'.repeat(2560),
};

export async function check(): Promise<Finding> {
  const cases: Case[] = [];
  for (const [name, fault] of some(Object.entries(FAULTS), dose(1, 6)))
    cases.push({ name, problems: await play(fault) });
  for (const [name, text] of Object.entries(UNFIT)) cases.push({ name, problems: await refuse(text) });
  const counted = tally(cases);
  return {
    id: 'S13',
    what: 'faults of the keychain while keys are read, kept, replaced, switched and removed',
    figure: `${cases.length} faults; ${counted.failed} with a lost key or one in plain text`,
    target: 'at least 15 faults; 0 lost keys, 0 in plain text',
    ...counted,
  };
}

interface Scene {
  readonly folder: string;
  readonly vault: FaultyVault;
  readonly store: Store;
  /** What Easel said: failures, and log lines. */
  readonly said: string[];
  slots: KeyStore;
}

/** The keys that a person was told are kept, by stage. */
type KeysTold = Map<KeyStage, ApiKey>;

async function setScene(): Promise<Scene> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-s13-'));
  const store = await openStore(path.join(folder, 'easel.db'), { now: Date.now() });
  const vault = createFaultyVault();
  const said: string[] = [];
  return { folder, vault, store, said, slots: startAnew({ vault, store, said }) };
}

/** As after a restart of Easel: nothing in memory. */
function startAnew({ vault, store, said }: Pick<Scene, 'vault' | 'store' | 'said'>): KeyStore {
  const log = createLog({ write: (line) => said.push(line) });
  return new KeyStore({
    keychain: createGuardedKeychain(vault, {
      platform: 'linux',
      after: (ms, run) => CLOCK.after(ms, run),
    }),
    index: store.keys,
    salt: SALT,
    now: Date.now,
    after: () => () => undefined,
    isLocked: () => false,
    onKey: (key) => log.secrets.add(key.reveal()),
    onKeyGone: () => undefined,
    onChange: () => undefined,
  });
}

async function play(fault: Fault): Promise<readonly string[]> {
  const scene = await setScene();
  const { vault, store, folder, said } = scene;
  const [first, second, third] = [keyOf('first'), keyOf('second'), keyOf('third')];
  const told: KeysTold = new Map();
  const problems: string[] = [];
  try {
    note(await keep(scene, 'current', first), () => told.set('current', first));
    note(await keep(scene, 'next', second), () => told.set('next', second));
    if (told.size !== 2) return ['the keys could not be kept before the fault'];

    vault.fail(fault);
    scene.slots = startAnew(scene);
    problems.push(...whatIsWrongWith(scene, await scene.slots.get(CONNECTION, 'main'), first));
    // Each goes on after the other has failed: the person tries on.
    note(await keep(scene, 'current', third), () => told.set('current', third));
    const next = (await scene.slots.keys(CONNECTION)).find(({ stage }) => stage === 'next');
    if (next === undefined) problems.push('the next key is not known any more');
    else {
      await record(scene, scene.slots.remove(CONNECTION, next.id));
      // A removal that failed midway leaves no key on show that may be gone: it is a leftover then.
      const left = await scene.slots.keys(CONNECTION);
      if (!left.some(({ stage }) => stage === 'next')) told.delete('next');
    }
    if (told.has('next')) {
      note(await record(scene, scene.slots.useNext(CONNECTION, 'main')), () => {
        const [current, promoted] = [told.get('current'), told.get('next')];
        if (current === undefined || promoted === undefined) return;
        told.delete('next');
        told.set('previous', current).set('current', promoted);
      });
    }

    vault.fail(null);
    scene.slots = startAnew(scene);
    problems.push(...(await judge(scene, told)));
    const secrets = [first, second, third].map((key, at) => ({ name: `key ${at + 1}`, text: key.reveal() }));
    problems.push(
      ...findLeaks(secrets, [...filesBelow(folder), textPlace('what Easel said', said.join('\n'))]),
    );
    return problems;
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each key that was said to be kept is there, whole; the vault holds nothing that nobody knows of. */
async function judge({ slots, vault, store }: Scene, told: KeysTold): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [stage, key] of told) {
    const read = await slots.get(CONNECTION, 'main', stage);
    if (!read.ok) problems.push(`the ${stage} key is lost: ${read.error.code}`);
    else if (read.value.key.reveal() !== key.reveal()) problems.push(`the ${stage} key is another one`);
  }
  const stages = (await slots.keys(CONNECTION)).map(({ stage }) => stage);
  for (const stage of stages) if (!told.has(stage)) problems.push(`a ${stage} key is there that nobody kept`);
  await slots.removeLeftovers();
  const rows = await store.keys.all();
  if (rows.some(({ state }) => state !== 'kept')) problems.push('a leftover stayed in a keychain that works');
  const accounts = new Set(rows.map(({ account }) => account));
  const unknown = [...vault.items.keys()].filter(
    (account) => account.startsWith('key-') && !accounts.has(account),
  );
  if (unknown.length > 0) problems.push(`${unknown.length} items are forgotten in the keychain`);
  return problems;
}

/** What can't be read is a failure, never "no key", and never another key. */
function whatIsWrongWith({ said }: Scene, read: Result<EnteredKey>, key: ApiKey): readonly string[] {
  if (!read.ok) said.push(JSON.stringify(read.error));
  if (!read.ok) return read.error.code === 'no-key' ? ['a key that can’t be read is called no key'] : [];
  return read.value.key.reveal() === key.reveal() ? [] : ['another key was given'];
}

function keep(scene: Scene, stage: KeyStage, key: ApiKey): Promise<Result<null>> {
  return record(
    scene,
    scene.slots.store({ connectionId: CONNECTION, slot: 'main', stage, key, origins: [] }),
  );
}

async function record({ said }: Scene, work: Promise<Result<null>>): Promise<Result<null>> {
  const result = await work;
  said.push(JSON.stringify(result));
  return result;
}

function note(result: Result<null>, done: () => void): void {
  if (result.ok) done();
}

/** The keychain must not even be asked. */
async function refuse(text: string): Promise<readonly string[]> {
  const vault = createFaultyVault();
  const keychain = createGuardedKeychain(vault, { platform: 'linux' });
  const set = await keychain.set('key-unfit', text);
  return [
    ...(readApiKey(text).ok ? ['it was read as a key'] : []),
    ...(set.ok ? ['it was kept'] : []),
    ...(vault.calls() === 0 ? [] : ['the keychain saw it']),
    ...(JSON.stringify(set).includes(text.slice(0, 12)) ? ['the failure quotes it'] : []),
  ];
}

function keyOf(name: string): ApiKey {
  const key = readApiKey(`sk_s13_${name}_0123456789_abcdefghijklmnop`);
  if (!key.ok) throw new Error('not a key');
  return key.value;
}
