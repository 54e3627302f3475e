import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { signingVariables } from '../../packaging/build-options.ts';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { freshFolder } from '../../support/fresh-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const workflow = readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const secrets = [...signingVariables.darwin, ...signingVariables.win32, 'EASEL_SUMS_KEY'];
let folder = '';

beforeEach(() => {
  folder = freshFolder();
  writeFileSync(path.join(folder, 'easel.deb'), 'deb');
  writeFileSync(path.join(folder, 'Easel 1.exe'), 'exe');
});

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

test('the steps of the GitHub release workflow are exactly the steps of the release command', () => {
  const steps = [...workflow.matchAll(/test\/commands\/release\.ts (\w+)/gu)].map(([, step]) => step);
  expect(steps).toEqual(['preflight', 'feed', 'sums', 'sign']);
  expect(play(['publish']).code).toBe(1);
});

test('the check before a release lists each signing secret that is missing', () => {
  const { code, output } = play(['preflight', `v${version}`]);
  expect(code).toBe(1);
  const job = workflow.split(/^ {2}(?=\w+:$)/mu).find((each) => each.startsWith('preflight:')) ?? '';
  for (const name of secrets) {
    expect(output).toContain(`${name} is not set\n`);
    expect(job).toContain(`          ${name}: \${{ secrets.${name} }}\n`);
  }
});

test('the check before a release rejects a tag that differs from the version in package.json', () => {
  const env = Object.fromEntries(secrets.map((name) => [name, 'hidden-value']));
  const { code, output } = play(['preflight', 'v999.0.0'], env);
  expect(code).toBe(1);
  expect(output).toContain(`The tag v999.0.0 is not that of package.json, v${version}`);
  expect(output).not.toContain('is not set');
  expect(output).not.toContain('hidden-value');
});

test('the update feeds list the installers of both architectures with their checksums', () => {
  const names = ['mac-x64.zip', 'mac-arm64.zip', 'win-x64.exe', 'win-arm64.exe'];
  const files = names.map((end) => `Easel-${version}-${end}`);
  const missing = play(['feed', folder]);
  for (const name of files) expect(missing.output).toContain(name);
  for (const name of files) writeFileSync(path.join(folder, name), name);
  expect(play(['feed', folder])).toEqual({ code: 0, output: '' });
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  expect(JSON.parse(read('latest.yml'))).toMatchObject({
    version,
    files: files.slice(2).map((url) => ({ url })),
  });
  const sha512 = createHash('sha512')
    .update(files[0] ?? '')
    .digest('base64');
  expect(JSON.parse(read('latest-mac.yml'))).toMatchObject({
    files: [{ url: files[0], sha512 }, { url: files[1] }],
  });
  expect(read('latest-linux.yml')).toBe(`version: ${version}\n`);
});

test('SHA256SUMS contains the checksum of every released file and is signed with the release key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(play(['sums', folder]).output).toBe('2 files in SHA256SUMS\n');
  expect(play(['sign', folder], { EASEL_SUMS_KEY: text })).toEqual({ code: 0, output: '' });
  const sums = readFileSync(path.join(folder, 'SHA256SUMS'));
  const sum = (text: string): string => createHash('sha256').update(text).digest('hex');
  expect(sums.toString()).toBe(`${sum('exe')}  Easel 1.exe\n${sum('deb')}  easel.deb\n`);
  expect(verify(null, sums, publicKey, readFileSync(path.join(folder, 'SHA256SUMS.sig')))).toBe(true);
});

test('signing the checksums of a release fails without the signing key', () => {
  play(['sums', folder]);
  for (const env of [{}, { EASEL_SUMS_KEY: 'no key' }]) expect(play(['sign', folder], env).code).not.toBe(0);
});
