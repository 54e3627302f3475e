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

/** A policy location owned by the current user. */
function place(name = 'policy.json', change: Partial<PolicyPlace> = {}): PolicyPlace {
  const owners = process.getuid === undefined ? null : [OWN_UID];
  const format = name.endsWith('.plist') ? 'plist' : 'json';
  return { file: path.join(folder, name), format, owners, ownFolder: true, ...change };
}

const put = (content: string | Uint8Array, name = 'policy.json'): Promise<void> =>
  writeFile(path.join(folder, name), content, { mode: 0o644 });

/** Returns the problem of a broken policy, or the kind of a valid one. */
async function outcome(...places: readonly PolicyPlace[]): Promise<string> {
  const reading = await readPolicy(ENV, places);
  return reading.kind === 'broken' ? reading.problem : reading.kind;
}

describe.skipIf(process.platform === 'win32')('a policy file', () => {
  // This file reports a size of 0, although it has content.
  test.skipIf(process.platform !== 'linux')(
    'is invalid if it is longer than the size that the system reports',
    async () => {
      const endless = place('policy.json', { file: '/proc/kallsyms', owners: [0] });
      expect(await outcome(endless)).toContain('64 KiB');
    },
  );

  test('can be absent, as can its folder', async () => {
    expect(await outcome(place())).toBe('none');
    await rm(folder, { recursive: true });
    expect(await outcome(place())).toBe('none');
  });

  test('is invalid with a byte order mark', async () => {
    await put(`\uFEFF${GOOD}`);
    expect(await outcome(place())).toContain('byte order mark');
  });

  test('in a folder shared with other apps is optional', async () => {
    const shared = place('policy.json', { ownFolder: false });
    await chmod(folder, 0o757);
    expect(await outcome(shared)).toBe('none');
    await put(GOOD);
    expect(await outcome(shared)).toContain('write to its folder');
  });

  test('is invalid after any error except a missing file', async () => {
    expect(await outcome(place(`${'x'.repeat(5000)}.json`))).toContain('ENAMETOOLONG');
    expect(await outcome(place('a\0b.json'))).toContain('can’t be read');
  });

  test('is taken from the first location that has one, even an invalid one', async () => {
    await put(GOOD, 'low.json');
    const places = [place('high.json'), place('low.json')];
    expect(await readPolicy(ENV, places)).toMatchObject({ source: place('low.json').file });
    await put('{"version": 1}', 'high.json');
    expect(await readPolicy(ENV, places)).toMatchObject({ source: place('high.json').file });
    await put('{', 'high.json');
    expect(await outcome(...places)).toContain('not valid JSON');
  });
});

describe.skipIf(process.platform === 'win32')('a policy in a macOS property list', () => {
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

  test.skipIf(!readsPlists)('is read in both formats, with the same rules as JSON', async () => {
    const active = { kind: 'active', policy: { ...NO_POLICY, readOnly: true } };
    expect(await read(xml('<key>readOnly</key><true/>'))).toMatchObject(active);
    // A binary property list with version 1 and readOnly true, made by Python's plistlib.
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

  test('is invalid if the converter fails, hangs up or is missing', async () => {
    const large = xml('<key>readOnly</key><true/>').padEnd(64 * 1024);
    expect(await read(large, '#!/bin/sh\nexit 1\n')).toMatchObject(NOT_READ);
    expect(await read(large, '#!/bin/nothing\n')).toMatchObject(NOT_READ);
    expect(await read(large, '#!/bin/sh\necho {\n')).toMatchObject({
      kind: 'broken',
      problem: expect.stringContaining('not valid JSON') as string,
    });
  });
});

describe('a policy file on Windows, where Node returns no owner,', () => {
  const noOwner = (): PolicyPlace => place('policy.json', { owners: null });

  test('is invalid if Easel can write to it', async () => {
    await put(GOOD);
    expect(await outcome(noOwner())).toContain('The user who runs Easel can change');
  });

  test('is invalid with the read-only attribute, because the attribute hides its permissions', async () => {
    await put(GOOD);
    await chmod(noOwner().file, 0o444);
    expect(await outcome(noOwner())).toContain('read-only attribute');
  });

  // Only root can switch to another user for a moment.
  test.skipIf(!isRoot)('applies if Easel can read but not write it', async () => {
    await put(GOOD);
    await chmod(above, 0o755);
    process.seteuid?.(65_534);
    try {
      expect(await outcome(noOwner())).toBe('active');
    } finally {
      process.seteuid?.(0);
    }
  });
});

describe('the folders of policy files', () => {
  const of = (platform: 'darwin' | 'win32' | 'linux', policyFile: string | null = null) =>
    placesOf({ platform, isPackaged: policyFile === null, policyFile }, 1000);

  test('must be owned by root, and have fixed paths on Windows', () => {
    const etc = { file: '/etc/easel/policy.json', format: 'json', owners: [0], ownFolder: true };
    expect(of('linux')).toEqual([etc]);
    // macOS uses the app's id as the name of its preferences file.
    const builder = readFileSync(
      path.join(import.meta.dirname, '../../../../../electron-builder.yml'),
      'utf8',
    );
    const appId = /^appId: (\S+)/mu.exec(builder)?.[1];
    const managed = `/Library/Managed Preferences/${appId}.plist`;
    expect(of('darwin')).toEqual([{ file: managed, format: 'plist', owners: [0], ownFolder: false }, etc]);
    expect(of('win32')).toEqual([
      { file: String.raw`C:\ProgramData\Easel\policy.json`, format: 'json', owners: null, ownFolder: true },
    ]);
  });

  test('are not used if a developer sets a policy file', () => {
    expect(of('win32', '/home/ada/policy.json')).toEqual([
      { file: '/home/ada/policy.json', format: 'json', owners: [0, 1000], ownFolder: true },
    ]);
    expect(of('linux', '/home/ada/policy.plist')).toMatchObject([{ format: 'plist' }]);
  });
});
