import { readFileSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_POLICY } from '../../../../../main/ipc/policy/policy.ts';
import { placesOf, readPolicy, type PolicyPlace } from '../../../../../main/ipc/policy/read-policy.ts';
import { putPlutil, readsPlists } from '../../../../support/plutil.ts';
import { freshFolder } from '../../../../support/fresh-folder.ts';

const GOOD = '{"version": 1, "readOnly": true}';
const ENV = { platform: 'linux', isPackaged: true, policyFile: null } as const;
const OWN_UID = process.getuid?.() ?? 0;
const isRoot = OWN_UID === 0 && process.getuid !== undefined;

let folder: string;
let above: string;

beforeEach(async () => {
  above = freshFolder();
  folder = path.join(above, 'easel');
  await mkdir(folder, { mode: 0o755 });
});

function place(name = 'policy.json', change: Partial<PolicyPlace> = {}): PolicyPlace {
  const owners = process.getuid === undefined ? null : [OWN_UID];
  return { file: path.join(folder, name), owners, ownFolder: true, ...change };
}

const put = (content: string | Uint8Array, name = 'policy.json'): Promise<void> =>
  writeFile(path.join(folder, name), content, { mode: 0o644 });

async function outcome(...places: readonly PolicyPlace[]): Promise<string> {
  const reading = await readPolicy(ENV, places);
  return reading.kind === 'broken' ? reading.problem : reading.kind;
}

describe.skipIf(process.platform === 'win32')('policy files on disk', () => {
  // Linux reports the size 0 for /proc/kallsyms. Only a read shows that the file exceeds the limit.
  test.skipIf(process.platform !== 'linux')('a policy file over 64 KiB is invalid', async () => {
    const endless = place('policy.json', { file: '/proc/kallsyms', owners: [0] });
    expect(await outcome(endless)).toContain('64 KiB');
  });

  test('no policy applies if the policy file or its folder does not exist', async () => {
    expect(await outcome(place())).toBe('none');
    await rm(folder, { recursive: true });
    expect(await outcome(place())).toBe('none');
  });

  test('a policy file with a byte order mark is invalid', async () => {
    await put(`\uFEFF${GOOD}`);
    expect(await outcome(place())).toContain('byte order mark');
  });

  test('a policy file is invalid if other users can write to its folder', async () => {
    const shared = place('policy.json', { ownFolder: false });
    await chmod(folder, 0o757);
    expect(await outcome(shared)).toBe('none');
    await put(GOOD);
    expect(await outcome(shared)).toContain(`write to the folder ${folder}.`);
  });

  test('a policy file that exists but can’t be read is invalid', async () => {
    expect(await outcome(place(`${'x'.repeat(5000)}.json`))).toContain('ENAMETOOLONG');
    expect(await outcome(place('a\0b.json'))).toContain('can’t be read');
  });

  test('the first existing policy file applies even if it is invalid', async () => {
    await put(GOOD, 'low.json');
    const places = [place('high.json'), place('low.json')];
    expect(await readPolicy(ENV, places)).toMatchObject({ source: place('low.json').file });
    await put('{"version": 1}', 'high.json');
    expect(await readPolicy(ENV, places)).toMatchObject({ source: place('high.json').file });
    await put('{', 'high.json');
    expect(await outcome(...places)).toContain('not valid JSON');
  });
});

describe.skipIf(process.platform === 'win32')('policies in macOS property lists', () => {
  async function read(content: string | Uint8Array, program?: string) {
    await put(content, 'policy.plist');
    const file = path.join(above, 'plutil');
    if (program === undefined) return readPolicy(ENV, [place('policy.plist')], await putPlutil(file));
    await writeFile(file, program, { mode: 0o755 });
    return readPolicy(ENV, [place('policy.plist')], file);
  }
  const xml = (rules: string): string =>
    `<plist version="1.0"><dict><key>version</key><integer>1</integer>${rules}</dict></plist>`;
  const NOT_READ = { kind: 'broken', problem: expect.stringContaining('not a property list') as string };

  test.skipIf(!readsPlists)('a policy in a macOS property list can be in XML or binary form', async () => {
    const active = { kind: 'active', policy: { ...NO_POLICY, readOnly: true } };
    expect(await read(xml('<key>readOnly</key><true/>'))).toMatchObject(active);
    // Policy `{ version: 1, readOnly: true }` as a binary property list, made by Python's plistlib.
    const binary =
      'YnBsaXN0MDDSAQIDBFhyZWFkT25seVd2ZXJzaW9uCRABCA0WHh8AAAAAAAABAQAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAIQ==';
    expect(await read(Buffer.from(binary, 'base64'))).toMatchObject(active);
    expect(await read(xml('<key>alowDelete</key><true/>'))).toMatchObject({
      kind: 'broken',
      problem: expect.stringContaining('“alowDelete”') as string,
    });
    expect(await read(xml('<key>updateUrl</key><date>2026-01-01T00:00:00Z</date>'))).toMatchObject(NOT_READ);
    expect(await read('bplist00')).toMatchObject(NOT_READ);
  });

  test('a policy in a macOS property list is invalid if its conversion to JSON fails', async () => {
    const large = xml('<key>readOnly</key><true/>').padEnd(64 * 1024);
    expect(await read(large, '#!/bin/sh\nexit 1\n')).toMatchObject(NOT_READ);
    expect(await read(large, '#!/bin/nothing\n')).toMatchObject(NOT_READ);
    expect(await read(large, '#!/bin/sh\necho {\n')).toMatchObject({
      kind: 'broken',
      problem: expect.stringContaining('not valid JSON') as string,
    });
  });
});

const noOwner = (): PolicyPlace => place('policy.json', { owners: null });

test('a policy file on Windows is invalid if Easel’s user can write to it', async () => {
  await put(GOOD);
  expect(await outcome(noOwner())).toContain('The user who runs Easel can change');
});

test('a policy file on Windows is invalid if it has the read-only attribute', async () => {
  await put(GOOD);
  await chmod(noOwner().file, 0o444);
  expect(await outcome(noOwner())).toContain('read-only attribute');
});

// Needs root, because only root can temporarily switch to another user.
test.skipIf(!isRoot).each([
  ['Administrators and SYSTEM', 'O:BAG:SYD:AI\r\nO:SYG:SYD:AI', 'active'],
  ['a user and SYSTEM', 'O:S-1-5-21-1-2-3-1001G:SYD:AI\r\nO:SYG:SYD:AI', 'broken'],
  ['SYSTEM and a user', 'O:SYG:SYD:AI\r\nO:S-1-5-21-1-2-3-1001G:SYD:AI', 'broken'],
  ['an unknown owner', '', 'broken'],
])('a policy file on Windows is trusted only if administrators own it: %s', async (_who, sddl, kind) => {
  await put(GOOD);
  await chmod(above, 0o755);
  process.seteuid?.(65_534);
  try {
    const reading = await readPolicy(ENV, [noOwner()], undefined, () => Promise.resolve(sddl));
    expect(reading).toMatchObject({ kind });
  } finally {
    process.seteuid?.(0);
  }
});

const of = (platform: 'darwin' | 'win32' | 'linux', policyFile: string | null = null) =>
  placesOf({ platform, isPackaged: policyFile === null, policyFile }, 1000);

test('the paths where Easel looks for a policy file are fixed for each operating system', () => {
  const etc = { file: '/etc/easel/policy.json', owners: [0], ownFolder: true };
  expect(of('linux')).toEqual([etc]);
  // On macOS, the policy is in Easel's preferences file, whose name is the app's id.
  const builder = readFileSync(path.join(import.meta.dirname, '../../../../../electron-builder.yml'), 'utf8');
  const appId = /^appId: (\S+)/mu.exec(builder)?.[1];
  const managed = `/Library/Managed Preferences/${appId}.plist`;
  expect(of('darwin')).toEqual([{ file: managed, owners: [0], ownFolder: false }, etc]);
  expect(of('win32')).toEqual([
    { file: String.raw`C:\ProgramData\Easel\policy.json`, owners: null, ownFolder: true },
  ]);
});

test('if an environment variable sets the policy file’s path, no other policy file is read', () => {
  expect(of('win32', '/home/ada/policy.json')).toEqual([
    { file: '/home/ada/policy.json', owners: [0, 1000], ownFolder: true },
  ]);
});
