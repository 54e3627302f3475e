import { beforeAll, expect, test, vi } from 'vitest';
import { unsealKeys } from '../../../../../main/connections/transfer/seal.ts';
import { readExport } from '../../../../../main/connections/transfer/format.ts';
import { ID, KEYS, PASSPHRASE, readFile, sampleFile } from './sample-file.ts';

// Reloads the modules, because an earlier test file in this process may have loaded them with the real scrypt.
vi.hoisted(() => vi.resetModules());
vi.mock('node:crypto', async (original) =>
  (await import('../../../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

type Path = readonly (string | number)[];
type Sealed = Readonly<Record<string, string>>;

let file: object;
beforeAll(async () => {
  file = await sampleFile();
});

async function verdictOn(changed: object, passphrase = PASSPHRASE): Promise<string> {
  const read = readExport(JSON.stringify(changed), []);
  if (!read.ok) return 'unreadable';
  if (read.value.sealed === null) return 'no keys';
  const opened = await unsealKeys(passphrase, read.value.sealed, read.value);
  return opened === null ? 'sealed' : 'opened';
}

function leavesOf(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...at, name]));
}

function changedAt(at: Path, change: (value: unknown) => unknown): object {
  const copy = structuredClone(file);
  let parent = copy as Record<string | number, unknown>;
  for (const name of at.slice(0, -1)) parent = parent[name] as typeof parent;
  const last = at.at(-1) ?? '';
  parent[last] = change(parent[last]);
  return copy;
}

/** Returns a different value. A text stays valid base64 or a valid host name, as in a carefully forged file. */
function other(value: unknown): unknown {
  if (typeof value === 'string') return (value.startsWith('b') ? 'c' : 'b') + value.slice(1);
  return typeof value === 'number' ? value + 1 : value === null ? 'x' : value !== true;
}

test('a passphrase decrypts an export file even if its accents are encoded differently', async () => {
  const read = readFile(file);
  if (read.sealed === null) throw new Error('not sealed');
  for (const passphrase of [PASSPHRASE, PASSPHRASE.normalize('NFD')]) {
    const opened = await unsealKeys(passphrase, read.sealed, read);
    expect([...(opened ?? [])].map(([place, key]) => [place, key.reveal()])).toEqual([
      [`${ID} main current`, KEYS.main],
      [`${ID} board current`, KEYS.board],
    ]);
  }
});

test('each export file with encrypted keys has a new salt and nonce', async () => {
  const [one, two] = [file, await sampleFile()].map((each) => (each as { sealed: Sealed }).sealed);
  expect(one?.['salt']).not.toBe(two?.['salt']);
  expect(one?.['iv']).not.toBe(two?.['iv']);
});

test.each(['', `${PASSPHRASE} `, PASSPHRASE.toUpperCase(), PASSPHRASE.slice(1)])(
  'the wrong passphrase “%s” does not decrypt the keys in an export file',
  async (passphrase) => {
    expect(await verdictOn(file, passphrase)).toBe('sealed');
  },
);

test('an encrypted export file can’t be decrypted if a single character was changed', async () => {
  const places = leavesOf(file);
  expect(places.length).toBeGreaterThan(45);
  for (const place of places) {
    const verdict = await verdictOn(changedAt(place, other));
    expect([place, verdict]).not.toEqual([place, 'opened']);
  }
});
