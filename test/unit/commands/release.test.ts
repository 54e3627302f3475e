/** The steps of the release's workflow that are ours, as it runs them: all that needs no secret, and the rest with one of our own. */
import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RELEASE_IDENTITY } from '../../../main/updates/release-identity.ts';
import { signingVariables } from '../../packaging/build-options.ts';
import { publicHalf, readKey } from '../../packaging/release-keys.ts';
import { bareEnvironment } from '../../support/bare-environment.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const workflow = readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const secrets = [
  ...signingVariables.darwin,
  ...signingVariables.win32,
  'EASEL_SUMS_KEY',
  'EASEL_MANIFEST_KEY',
];
/** What updates are made of. */
const signable = ['mac-x64.zip', 'mac-arm64.zip', 'win-x64.exe', 'win-arm64.exe'].map(
  (end) => `Easel-${version}-${end}`,
);
const pem = (kind: 'ed25519' | 'rsa'): string => {
  const { privateKey } =
    kind === 'rsa' ? generateKeyPairSync(kind, { modulusLength: 2048 }) : generateKeyPairSync(kind);
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-release-'));
  writeFileSync(path.join(folder, 'easel.deb'), 'deb');
  writeFileSync(path.join(folder, 'Easel 1.exe'), 'exe');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const play = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly code: number | null; readonly output: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/commands/release.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...bareEnvironment(), ...env },
  });
  return { code: status, output: stdout + stderr };
};

test('the workflow takes no step that isn’t there', () => {
  const steps = [...workflow.matchAll(/test\/commands\/release\.ts (\w+)/gu)].map(([, step]) => step);
  expect(steps).toEqual(['preflight', 'manifest', 'sums', 'sign']);
  expect(play(['publish']).code).toBe(1);
});

test('the preflight names every secret that is missing, and is given each by the workflow', () => {
  const { code, output } = play(['preflight', `v${version}`]);
  expect(code).toBe(1);
  const job = workflow.split(/^ {2}(?=\w+:$)/mu).find((each) => each.startsWith('preflight:')) ?? '';
  for (const name of secrets) {
    expect(output).toContain(`${name} is not set\n`);
    expect(job).toContain(`          ${name}: \${{ secrets.${name} }}\n`);
  }
});

test('the preflight prints no value, and refuses a tag that is not the version', () => {
  const env = Object.fromEntries(secrets.map((name) => [name, 'hidden-value']));
  const { code, output } = play(['preflight', 'v999.0.0'], env);
  expect(code).toBe(1);
  expect(output).toContain(`The tag v999.0.0 is not that of package.json, v${version}`);
  expect(output).not.toContain('is not set');
  expect(output).not.toContain('hidden-value');
});

test('the preflight demands that the build pins its keys, and that the environment signs with one of them', () => {
  const key = pem('ed25519');
  const { output } = play(['preflight', `v${version}`], {
    EASEL_MANIFEST_KEY: key,
    EASEL_AZURE_PUBLISHER: 'CN=Somebody, O=Somebody',
  });
  if (RELEASE_IDENTITY.keys.length === 0)
    expect(output).toContain('main/updates/release-identity.ts must pin two release keys');
  expect(output).toContain('EASEL_MANIFEST_KEY is none of the pinned keys\n');
  expect(output).toContain('EASEL_AZURE_PUBLISHER is none of the pinned publishers\n');
});

test('a key is made into a file of its owner’s alone, never over another one, and only its public half is printed', () => {
  const file = path.join(folder, 'key.pem');
  const { code, output } = play(['key', file]);
  expect(code).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(output).toBe(`${publicHalf(readKey(text))}\n`);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(play(['key', file]).code).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('no manifest is signed without the key, with one of another kind, or with one that no build pins; and no key is told', () => {
  for (const each of signable) writeFileSync(path.join(folder, each), each);
  const keys: readonly (readonly [string | undefined, RegExp])[] = [
    [undefined, /no private key/u],
    ['some text', /no private key/u],
    [pem('rsa'), /not an Ed25519 key/u],
    [pem('ed25519'), /would refuse this manifest: unknown-key/u],
  ];
  for (const [key, says] of keys) {
    const { code, output } = play(['manifest', folder], key === undefined ? {} : { EASEL_MANIFEST_KEY: key });
    expect(code).toBe(1);
    expect(output).toMatch(says);
    expect(output).not.toMatch(/PRIVATE|some text/u);
  }
  expect(existsSync(path.join(folder, 'manifest.json'))).toBe(false);
});

test('no manifest is signed while a file that is updated from is missing, and each is named', () => {
  const { output } = play(['manifest', folder], { EASEL_MANIFEST_KEY: pem('ed25519') });
  for (const name of signable) expect(output).toContain(name);
});

test('the sums are of every file, signed by an Ed25519 key, and cover themselves on no second run', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (let run = 0; run < 2; run += 1) {
    expect(play(['sums', folder]).output).toBe('2 files in SHA256SUMS\n');
    expect(play(['sign', folder], { EASEL_SUMS_KEY: text })).toEqual({ code: 0, output: '' });
  }
  const sums = readFileSync(path.join(folder, 'SHA256SUMS'));
  const sum = (text: string): string => createHash('sha256').update(text).digest('hex');
  expect(sums.toString()).toBe(`${sum('exe')}  Easel 1.exe\n${sum('deb')}  easel.deb\n`);
  expect(verify(null, sums, publicKey, readFileSync(path.join(folder, 'SHA256SUMS.sig')))).toBe(true);
});

test('nothing signs without the key, or with one of another kind', () => {
  play(['sums', folder]);
  for (const env of [{}, { EASEL_SUMS_KEY: 'no key' }, { EASEL_SUMS_KEY: pem('rsa') }]) {
    expect(play(['sign', folder], env).code).not.toBe(0);
  }
});
