import { describe, expect, test } from 'vitest';
import {
  isNewer,
  LARGEST_MANIFEST,
  readManifest,
  type Reader,
  type Trust,
} from '../../../../main/updates/manifest.ts';
import { turnOf } from '../../../../main/updates/updates.ts';
import {
  CONTENT,
  fileOf,
  INSTALLED,
  makeSigningKey,
  PUBLISHER,
  releaseOf,
  signed,
  type SigningKey,
} from '../../../support/release-server.ts';

const key = makeSigningKey();
const stranger = makeSigningKey();
const NOW = Date.UTC(2026, 10, 24);

function read(manifest: string | Uint8Array, change: Partial<Reader> = {}) {
  const bytes = typeof manifest === 'string' ? Buffer.from(manifest) : manifest;
  const trust: Trust = { keys: [key.text], seen: null };
  const reader = { publisher: PUBLISHER, channel: 'stable', installed: INSTALLED, now: NOW, trust };
  return readManifest(bytes, { ...reader, ...change });
}

/** Its refusal; `ok` where it is believed. */
function verdict(...asked: Parameters<typeof read>): string {
  const result = read(...asked);
  return result.ok ? 'ok' : result.error;
}

/** What is believed once this manifest was. */
function trustAfter(by: SigningKey, release: Parameters<typeof releaseOf>[0], trust: Trust): Trust {
  const result = read(signed(by, releaseOf(release)), { trust });
  if (!result.ok) throw new Error(result.error);
  return result.value.trust;
}

const FIRST: Trust = { keys: [key.text], seen: null };

test('a release that is signed with the pinned key is believed', () => {
  expect(read(signed(key, releaseOf()))).toMatchObject({
    ok: true,
    value: { release: { version: '1.1.0' } },
  });
});

describe('a manifest is refused', () => {
  const change = (how: (envelope: Record<string, string>) => void): string => {
    const envelope = JSON.parse(signed(key, releaseOf())) as Record<string, string>;
    how(envelope);
    return JSON.stringify(envelope);
  };

  test('when its signature is not over these bytes', () => {
    const other = JSON.parse(signed(key, releaseOf({ version: '6.6.6' }))) as { payload: string };
    expect(verdict(change((envelope) => (envelope['payload'] = other.payload)))).toBe('bad-signature');
    const first = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    expect(verdict(change((envelope) => (envelope['signature'] = first(envelope['signature'] ?? ''))))).toBe(
      'bad-signature',
    );
  });

  test('when its signature was made for something else', () => {
    expect(verdict(signed(key, releaseOf(), ''))).toBe('bad-signature');
  });

  test('when a key signed it that is not pinned, even under the name of one that is', () => {
    expect(verdict(signed(stranger, releaseOf()))).toBe('unknown-key');
    const named = JSON.parse(signed(stranger, releaseOf())) as Record<string, string>;
    named['key'] = (JSON.parse(signed(key, releaseOf())) as { key: string }).key;
    expect(verdict(JSON.stringify(named))).toBe('bad-signature');
    expect(verdict(signed(key, releaseOf()), { trust: { keys: [], seen: null } })).toBe('unknown-key');
  });

  test('when it is for another channel or from another publisher', () => {
    expect(verdict(signed(key, releaseOf({ channel: 'beta' })))).toBe('wrong-channel');
    expect(verdict(signed(key, releaseOf({ publisher: 'Somebody' })))).toBe('wrong-publisher');
  });

  test('from the moment on when it expires', () => {
    const manifest = signed(key, releaseOf({ expires: '2026-11-24T00:00:00Z' }));
    expect(verdict(manifest, { now: NOW - 1 })).toBe('ok');
    expect(verdict(manifest, { now: NOW })).toBe('expired');
  });

  test('when it is older than one that was believed, or another one of the same number', () => {
    const trust = trustAfter(key, { number: 5, stopped: true }, FIRST);
    expect(verdict(signed(key, releaseOf({ number: 4 })), { trust })).toBe('replayed');
    expect(verdict(signed(key, releaseOf({ number: 5, stopped: false })), { trust })).toBe('replayed');
    expect(verdict(signed(key, releaseOf({ number: 5, stopped: true })), { trust })).toBe('ok');
    expect(verdict(signed(key, releaseOf({ number: 6 })), { trust })).toBe('ok');
  });

  test('when its version is below the installed one, or below one that was announced', () => {
    expect(verdict(signed(key, releaseOf({ version: '0.9.9' })))).toBe('downgrade');
    expect(verdict(signed(key, releaseOf({ version: '1.0.0' })))).toBe('ok');
    const trust = trustAfter(key, { version: '1.2.0' }, FIRST);
    expect(verdict(signed(key, releaseOf({ number: 6, version: '1.1.9' })), { trust })).toBe('downgrade');
    const older = { ...trust, seen: trust.seen && { ...trust.seen, version: '0.1.0' } };
    expect(verdict(signed(key, releaseOf({ number: 6, version: '0.9.9' })), { trust: older })).toBe(
      'downgrade',
    );
  });

  const file = fileOf(CONTENT);
  test.each<readonly [string, string | Uint8Array]>([
    ['that is empty', ''],
    ['that is no JSON', '{"payload"'],
    ['that is too large', Buffer.alloc(LARGEST_MANIFEST + 1, 0x20)],
    ['with bytes that are no text', Buffer.from([0xff, 0xfe])],
    ['with a field more in its envelope', change((envelope) => (envelope['more'] = ''))],
    ['with a signature of another length', change((envelope) => (envelope['signature'] = 'AAAA'))],
    ['with a payload twice', signed(key, releaseOf()).replace('{', '{"payload":"AAAA",')],
    ['with a field more in its release', signed(key, { ...releaseOf(), more: 1 })],
    ['with a version twice', signed(key, JSON.stringify(releaseOf()).replace('{', '{"version":"9.9.9",'))],
    ['of a version that is none', signed(key, releaseOf({ version: '1.1.0-beta.1' }))],
    ['with a share that is none', signed(key, { ...releaseOf(), share: null })],
    ['with a share above all', signed(key, releaseOf({ share: 101 }))],
    ['without notes', signed(key, releaseOf({ notes: '' }))],
    ['without files', signed(key, releaseOf({ files: [] }))],
    ['with a path for a name', signed(key, releaseOf({ files: [{ ...file, name: '../Easel.bin' }] }))],
    ['with an address for a name', signed(key, releaseOf({ files: [{ ...file, name: 'a:b' }] }))],
    ['with a hidden name', signed(key, releaseOf({ files: [{ ...file, name: '.bashrc' }] }))],
    ['with a hash that is none', signed(key, releaseOf({ files: [{ ...file, sha512: 'abc' }] }))],
    ['with a size of none', signed(key, releaseOf({ files: [{ ...file, size: 0 }] }))],
    ['with two files for one system', signed(key, releaseOf({ files: [file, { ...file, name: 'b' }] }))],
    [
      'with one name for two systems',
      signed(key, releaseOf({ files: [file, { ...file, platform: 'win32' }] })),
    ],
    ['with a next key that is none', signed(key, releaseOf({ nextKey: 'abc' }))],
    ['with an end that is no moment', signed(key, releaseOf({ expires: '2099-99-99T00:00:00Z' }))],
  ])('%s', (_what, manifest) => {
    expect(verdict(manifest)).toBe('malformed');
  });
});

describe('a key is changed', () => {
  const next = makeSigningKey();

  test('by announcing the next one, signing with it, and then the old one is out', () => {
    const announced = trustAfter(key, { number: 5, nextKey: next.text }, FIRST);
    expect(announced.keys).toEqual([key.text, next.text]);
    // Both are good until the next one has signed.
    expect(verdict(signed(key, releaseOf({ number: 6, nextKey: next.text })), { trust: announced })).toBe(
      'ok',
    );
    const changed = trustAfter(next, { number: 7 }, announced);
    expect(changed.keys).toEqual([next.text]);
    expect(verdict(signed(key, releaseOf({ number: 8 })), { trust: changed })).toBe('unknown-key');
  });

  test('and an announced one is taken back by a manifest that does not name it', () => {
    const announced = trustAfter(key, { number: 5, nextKey: next.text }, FIRST);
    const withdrawn = trustAfter(key, { number: 6 }, announced);
    expect(verdict(signed(next, releaseOf({ number: 7 })), { trust: withdrawn })).toBe('unknown-key');
  });

  test('but a manifest that is refused announces nothing', () => {
    expect(verdict(signed(key, releaseOf({ nextKey: next.text, channel: 'beta' })))).toBe('wrong-channel');
    expect(verdict(signed(next, releaseOf({ number: 6 })))).toBe('unknown-key');
  });
});

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.0.0', '1.0.0', false],
  ['1.9.9', '1.10.0', false],
])('%s is newer than %s: %s', (a, b, newer) => {
  expect(isNewer(a, b)).toBe(newer);
});

test('a computer’s turn is the same at each look, another one for the next version, and spread over all', () => {
  expect(turnOf('a', '1.1.0')).toBe(turnOf('a', '1.1.0'));
  expect(turnOf('a', '1.1.0')).not.toBe(turnOf('a', '1.2.0'));
  const turns = Array.from({ length: 1000 }, (_, place) => turnOf(String(place), '1.1.0'));
  const early = turns.filter((turn) => turn < 25).length;
  expect(early).toBeGreaterThan(200);
  expect(early).toBeLessThan(300);
  expect(turns.every((turn) => turn >= 0 && turn < 100)).toBe(true);
});
