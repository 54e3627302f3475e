/** Two simulated computers, each with an Easel. They share a file and a keychain, which tests can lock. */
import type { Exported, Imported, ImportPlan } from '../../../preload/contract/connections.ts';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import {
  draftFor,
  fileOf,
  startServices,
  type ServicesOptions,
  type TestServices,
} from '../../support/services.ts';

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

export const vault = {
  locked: false,
  /** Number of API keys that the keychain accepts before it locks. */
  takes: Number.POSITIVE_INFINITY,
  unlock: (): void => {
    vault.locked = false;
    vault.takes = Number.POSITIVE_INFINITY;
  },
};

export const keychain = createMemoryKeychain((call, account) => {
  if (call === 'set' && account.startsWith('key-')) vault.takes -= 1;
  if (vault.takes < 0) vault.locked = true;
  return vault.locked ? { state: 'locked' } : null;
});

const apps: TestServices[] = [];

export const desk: { file: { readonly name: string; readonly text: string } | null } = { file: null };

export function tidyUp(): void {
  desk.file = null;
  keychain.items.clear();
  vault.unlock();
}

export async function closeAll(): Promise<void> {
  await Promise.all(apps.splice(0).map((services) => services.close()));
}

export async function computer(around: ServicesOptions = {}): Promise<TestServices> {
  const services = await startServices(undefined, {
    keychain,
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
  apps.push(services);
  return services;
}

export async function restarted(services: TestServices): Promise<TestServices> {
  const next = await services.restart();
  apps.splice(apps.indexOf(services), 1, next);
  return next;
}

export async function addAcme(
  services: TestServices,
  change: Parameters<typeof draftFor>[2] = {},
): Promise<string> {
  const draft = draftFor(ORIGIN, KEYS.current, { sessionOnly: false, ...change });
  return (await services.must('connections.save', draft)).id;
}

export async function stageNext(
  services: TestServices,
  connectionId: string,
  sessionOnly: boolean,
): Promise<void> {
  const about = { note: 'From the safe', remindAt: 1_900_000_000_000, useWhenGreen: true };
  const key = { slot: 'main', apiKey: KEYS.next, sessionOnly } as const;
  await services.must('keys.stage', { connectionId, ...key, ...about });
}

export function exported(
  services: TestServices,
  connectionIds: readonly string[],
  passphrase: string | null,
): Promise<Exported | null> {
  return services.must('transfer.export', { connectionIds, withPapers: true, passphrase });
}

export async function opened(services: TestServices): Promise<ImportPlan> {
  const plan = await services.must('transfer.open', { connectionId: null });
  if (plan === null) throw new Error('no file was opened');
  return plan;
}

export async function unlocked(services: TestServices): Promise<ImportPlan> {
  const { importId } = await opened(services);
  return services.must('transfer.unlock', { importId, passphrase: PASSPHRASE });
}

export function apply(
  services: TestServices,
  { importId, entries }: ImportPlan,
  apiKey: string | null = null,
  replace = false,
): Promise<Imported> {
  const indexes = entries.map(({ index }) => index);
  return services.must('transfer.apply', { importId, entries: indexes, replace, apiKey });
}

export async function keysOf(services: TestServices, connectionId: string): Promise<readonly KeyInfo[]> {
  return (await services.must('keys.list', { connectionId })).keys;
}

export async function placesOf(services: TestServices, connectionId: string): Promise<readonly string[]> {
  return (await keysOf(services, connectionId)).map(({ slot, stage, kept }) => `${slot} ${stage} ${kept}`);
}
