import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSaneCost, unseal } from '../../../../main/transfer/seal.ts';
import { readKeys } from '../../../../main/transfer/sealed-keys.ts';
import { findLeaks, textPlace } from '../../../support/planted-secrets.ts';
import {
  ID,
  KEYS,
  PASSPHRASE,
  readText,
  sampleText,
  verdictOn,
  withDigest,
  type Verdict,
} from './sample-file.ts';

let text: string;
beforeAll(async () => {
  text = await sampleText();
});

type Path = readonly (string | number)[];

/** Every value in the file that is neither object nor list. */
function leavesOf(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, [...at, Array.isArray(value) ? Number(name) : name]),
  );
}

function valueAt(value: unknown, at: Path): unknown {
  return at.reduce((part, name) => (part as Record<string | number, unknown>)[name], value);
}

/** A copy with another value at a place; undefined takes the field out. */
function changedAt(value: unknown, at: Path, other: unknown): object {
  const copy = structuredClone(value) as object;
  const parent = valueAt(copy, at.slice(0, -1)) as Record<string | number, unknown>;
  const last = at.at(-1) ?? '';
  if (other === undefined) delete parent[last];
  else parent[last] = other;
  return copy;
}

/** Values of the same kind, and of others. */
function othersOf(value: unknown): fc.Arbitrary<unknown> {
  const same =
    typeof value === 'string'
      ? fc.oneof(
          fc.constant(`${value}x`),
          fc.nat(Math.max(0, value.length - 1)).map((index) => swapped(value, index)),
        )
      : typeof value === 'number'
        ? fc.integer({ min: 0, max: 2 ** 21 })
        : fc.boolean();
  return fc.oneof(same, fc.constantFrom(undefined, null, '', 0)).filter((other) => other !== value);
}

/** With another letter or digit at one place: a host stays a host, base64 stays base64. */
function swapped(value: string, index: number): string {
  const letter = value[index] === 'b' ? 'c' : 'b';
  return value.slice(0, index) + letter + value.slice(index + 1);
}

/** What may be said of a file that was changed at this place by who knows how the digest is made. */
function expected([part, field]: Path): readonly Verdict[] {
  if (part === 'format') return ['another'];
  if (part === 'version') return ['newer', 'changed', 'not-understood'];
  // What the passphrase is tried with can't be told from another passphrase.
  const isTried = part === 'sealed' && (field === 'kdf' || field === 'check');
  return isTried ? ['wrong-passphrase', 'too-costly', 'not-understood'] : ['changed', 'not-understood'];
}

test('with the passphrase the keys are read back unchanged', async () => {
  const file = readText(text);
  if (!file.ok || file.value.sealed === undefined) throw new Error('not readable');
  const opened = await unseal(PASSPHRASE, { ...file.value, sealed: file.value.sealed });
  if (!opened.ok) throw new Error(opened.error);
  const keys = readKeys(opened.value, file.value.connections);
  expect([...(keys ?? [])].map(([place, key]) => [place, key.reveal()])).toEqual([
    [`${ID} main current`, KEYS.main],
    [`${ID} board current`, KEYS.board],
  ]);
});

test('no key or passphrase is in the text, in any encoding', () => {
  const secrets = [KEYS.main, KEYS.board, PASSPHRASE].map((secret) => ({ name: secret, text: secret }));
  const { data } = (JSON.parse(text) as { sealed: { data: string } }).sealed;
  const bytes = { name: 'data', bytes: Buffer.from(data, 'base64') };
  expect(findLeaks(secrets, [textPlace('the file', text), bytes])).toEqual([]);
});

test('salt and nonce are never reused', async () => {
  const sealOf = async () =>
    (JSON.parse(await sampleText()) as { sealed: { kdf: { salt: string }; iv: string } }).sealed;
  const [one, two] = [await sealOf(), await sealOf()];
  expect(one.kdf.salt).not.toBe(two.kdf.salt);
  expect(one.iv).not.toBe(two.iv);
});

test('any other passphrase is wrong', async () => {
  const similar = fc.constantFrom('', `${PASSPHRASE} `, PASSPHRASE.toUpperCase(), PASSPHRASE.slice(1));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), similar), async (other) => {
      fc.pre(other !== PASSPHRASE);
      expect(await verdictOn(text, other)).toBe('wrong-passphrase');
    }),
    { numRuns: 20 },
  );
});

test('a passphrase opens however the system composes its accents', async () => {
  expect(await verdictOn(text, PASSPHRASE.normalize('NFD'))).toBe('opened');
});

describe('changed after the export, with a valid digest', () => {
  test('at any one position the file never opens, and the message fits the position', async () => {
    const file: unknown = JSON.parse(text);
    const places = leavesOf(file).filter(([part]) => part !== 'digest');
    expect(places.length).toBeGreaterThan(45);
    for (const place of places) {
      const others = fc.sample(othersOf(valueAt(file, place)), { numRuns: 6, seed: 42 });
      for (const other of others) {
        const verdict = await verdictOn(withDigest(changedAt(file, place, other)));
        expect([place, verdict]).toEqual([place, expect.toBeOneOf([...expected(place)])]);
      }
    }
  });

  test('also as a whole connection that is missing', async () => {
    const file = JSON.parse(text) as { connections: unknown[] };
    expect(await verdictOn(withDigest({ ...file, connections: file.connections.slice(0, 1) }))).toBe(
      'changed',
    );
  });

  test('without seal and keys it is a file without keys: the digest alone proves nothing', async () => {
    const unsealed = changedAt(JSON.parse(text), ['sealed'], undefined) as { connections: object[] };
    expect(await verdictOn(withDigest(unsealed))).toBe('not-understood');
    const keyless = {
      ...unsealed,
      connections: unsealed.connections.map((one) => ({ ...one, keys: undefined })),
    };
    expect(await verdictOn(withDigest(keyless))).toBe('opened');
  });
});

test.each([
  [{ N: 2 ** 17, r: 8, p: 1 }, true],
  [{ N: 2 ** 14, r: 1, p: 1 }, true],
  [{ N: 2 ** 20, r: 8, p: 4 }, true],
  [{ N: 2 ** 20, r: 16, p: 1 }, false],
  [{ N: 2 ** 13, r: 8, p: 1 }, false],
  [{ N: 2 ** 21, r: 1, p: 1 }, false],
  [{ N: 2 ** 17 + 1, r: 8, p: 1 }, false],
  [{ N: 2 ** 17, r: 17, p: 1 }, false],
  [{ N: 2 ** 17, r: 8, p: 5 }, false],
  [{ N: 2 ** 17, r: 0, p: 1 }, false],
])('whether the cost %o may be spent: %s', (cost, sane) => {
  expect(isSaneCost(cost)).toBe(sane);
});
