/** Two computers with an Easel each, a desk between them on which one file lies, and a keychain that can be locked. */
import type { Vault } from '../../../main/keychain/guarded.ts';
import type { ArgsOf, CallName, ValueOf } from '../../../preload/contract/contract.ts';
import type { Exported, Imported, ImportPlan } from '../../../preload/contract/connections.ts';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { draftFor, fileOf, startHouse, type Surroundings, type TestHouse } from '../../support/house.ts';
import { withDigest } from '../../unit/main/transfer/sample-file.ts';

export const PASSPHRASE = 'seven wet umbrellas';
export const KEYS = {
  current: 'AcmeKeyThatIsCurrent-0123456789',
  next: 'AcmeKeyThatComesNext-0123456789',
  board: 'AcmeKeyForItsBoards-0123456789',
  other: 'AnotherComputersKey-0123456789',
} as const;
export const SECRETS = [...Object.values(KEYS), PASSPHRASE].map((text) => ({
  name: text.slice(0, 12),
  text,
}));
export const ORIGIN = 'https://acme.example';

/** The system's store of both computers, in memory. */
export const vault = {
  items: new Map<string, string>(),
  locked: false,
  /** How many more keys it takes before it locks. */
  takes: Number.POSITIVE_INFINITY,
  unlock: (): void => {
    vault.locked = false;
    vault.takes = Number.POSITIVE_INFINITY;
  },
};

/** In the place of keytar. It locks as libsecret does: reading gives null, writing throws. */
export const keytar = {
  getPassword: (_service, account) =>
    Promise.resolve(vault.locked ? null : (vault.items.get(account) ?? null)),
  setPassword: (_service, account, secret) => {
    if (account.startsWith('key-')) vault.takes -= 1;
    if (vault.takes < 0) vault.locked = true;
    if (vault.locked) return Promise.reject(new Error('Cannot create an item in a locked collection'));
    vault.items.set(account, secret);
    return Promise.resolve();
  },
  deletePassword: (_service, account) => Promise.resolve(!vault.locked && vault.items.delete(account)),
} satisfies Keytar;

interface Keytar {
  readonly getPassword: (service: string, account: string) => ReturnType<Vault['get']>;
  readonly setPassword: (service: string, account: string, secret: string) => ReturnType<Vault['set']>;
  readonly deletePassword: (service: string, account: string) => ReturnType<Vault['remove']>;
}

const houses: TestHouse[] = [];

/** What lies on the desk. */
export const desk: { file: { readonly name: string; readonly text: string } | null } = { file: null };

/** Clears desk and keychain. */
export function tidyUp(): void {
  desk.file = null;
  vault.items.clear();
  vault.unlock();
}

export async function closeAll(): Promise<void> {
  await Promise.all(houses.splice(0).map((house) => house.close()));
}

/** A computer whose person chooses the file on the desk, and saves there. */
export async function computer(around: Surroundings = {}): Promise<TestHouse> {
  const house = await startHouse(undefined, {
    ...around,
    files: {
      choose: () => Promise.resolve(desk.file === null ? null : ok(fileOf(desk.file.text, desk.file.name))),
      save: (_purpose, name, text) => {
        desk.file = { name, text };
        return Promise.resolve(ok(name));
      },
      ...around.files,
    },
  });
  houses.push(house);
  return house;
}

/** It is started again over what it kept. */
export async function restarted(house: TestHouse): Promise<TestHouse> {
  const anew = await house.restart();
  houses.splice(houses.indexOf(house), 1, anew);
  return anew;
}

export async function must<C extends CallName>(
  house: TestHouse,
  channel: C,
  args: ArgsOf<C>,
): Promise<ValueOf<C>> {
  const reply = await house.call(channel, args);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.code} ${reply.error.message}`);
  return reply.value;
}

/** Adds a connection with a stored key, and gives its id. */
export async function addAcme(
  house: TestHouse,
  change: Parameters<typeof draftFor>[2] = {},
): Promise<string> {
  const draft = draftFor(ORIGIN, KEYS.current, { sessionOnly: false, ...change });
  return (await must(house, 'connections.save', draft)).id;
}

export async function stageNext(house: TestHouse, connectionId: string, sessionOnly: boolean): Promise<void> {
  const about = { note: 'From the safe', owner: 'Ines', remindAt: 1_900_000_000_000, useWhenGreen: true };
  const key = { slot: 'main', apiKey: KEYS.next, fileId: null, sessionOnly } as const;
  await must(house, 'keys.stage', { connectionId, ...key, ...about });
}

export function exported(
  house: TestHouse,
  connectionIds: readonly string[],
  passphrase: string | null,
): Promise<Exported | null> {
  return must(house, 'transfer.export', { connectionIds, withPapers: true, passphrase });
}

export async function opened(house: TestHouse): Promise<ImportPlan> {
  const plan = await must(house, 'transfer.open', {});
  if (plan === null) throw new Error('nothing was opened');
  return plan;
}

export async function unlocked(house: TestHouse): Promise<ImportPlan> {
  const { importId } = await opened(house);
  return must(house, 'transfer.unlock', { importId, passphrase: PASSPHRASE });
}

/** Imports every entry. */
export function apply(house: TestHouse, { importId, entries }: ImportPlan): Promise<Imported> {
  return must(house, 'transfer.apply', { importId, entries: entries.map(({ index }) => index) });
}

export async function keysOf(house: TestHouse, connectionId: string): Promise<readonly KeyInfo[]> {
  return (await must(house, 'keys.list', { connectionId })).keys;
}

/** "main current keychain" */
export async function placesOf(house: TestHouse, connectionId: string): Promise<readonly string[]> {
  return (await keysOf(house, connectionId)).map(({ slot, stage, kept }) => `${slot} ${stage} ${kept}`);
}

/** Changes the file on the desk, with a digest that fits. */
export function forge(part: 'connections' | 'sealed', change: object): void {
  const file = JSON.parse(desk.file?.text ?? '') as {
    readonly connections: readonly object[];
    readonly sealed?: { readonly kdf: object };
  };
  const forged =
    part === 'connections'
      ? { ...file, connections: file.connections.map((one) => ({ ...one, ...change })) }
      : { ...file, sealed: { ...file.sealed, kdf: { ...file.sealed?.kdf, ...change } } };
  desk.file = { name: 'forged.json', text: withDigest(forged) };
}
