import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_POLICY } from '../../../../main/policy/policy.ts';
import { readPolicy, type PolicyPlace } from '../../../../main/policy/read-policy.ts';

const GOOD = '{"version": 1, "readOnly": true}';
const ENV = { platform: 'linux', isPackaged: true, policyFile: null } as const;

let folder: string;
let above: string;

beforeEach(async () => {
  above = await mkdtemp(path.join(tmpdir(), 'easel-policy-'));
  folder = path.join(above, 'easel');
  await mkdir(folder, { mode: 0o755 });
});
afterEach(() => rm(above, { recursive: true, force: true }));

/** A place that belongs to whoever runs this test. */
function place(name = 'policy.json', change: Partial<PolicyPlace> = {}): PolicyPlace {
  const owners = process.getuid === undefined ? null : [process.getuid()];
  const format = name.endsWith('.plist') ? 'plist' : 'json';
  return { file: path.join(folder, name), format, owners, ownFolder: true, ...change };
}

const put = (content: string | Uint8Array, name = 'policy.json'): Promise<void> =>
  writeFile(path.join(folder, name), content, { mode: 0o644 });

const active = (source: string): unknown => ({
  kind: 'active',
  source,
  policy: { ...NO_POLICY, readOnly: true },
});

const broken = (source: string, problem: RegExp): unknown => ({
  kind: 'broken',
  source,
  problem: expect.stringMatching(problem),
});

describe.skipIf(process.platform === 'win32')('a policy', () => {
  test('is read from its file', async () => {
    await put(GOOD);
    expect(await readPolicy(ENV, [place()])).toEqual(active(place().file));
  });

  test('of exactly 64 KiB is read, and one byte more is too many', async () => {
    await put(GOOD.padEnd(64 * 1024));
    expect(await readPolicy(ENV, [place()])).toEqual(active(place().file));
    await put(GOOD.padEnd(64 * 1024 + 1));
    expect(await readPolicy(ENV, [place()])).toEqual(broken(place().file, /64 KiB/));
  });

  // The system says of this file that it holds nothing.
  test.skipIf(!existsSync('/proc/kallsyms'))('that is longer than its stated size is broken', async () => {
    const endless = place('policy.json', { file: '/proc/kallsyms', owners: [0] });
    expect(await readPolicy(ENV, [endless])).toEqual(broken(endless.file, /64 KiB/));
  });

  test('is absent without its file or its folder', async () => {
    expect(await readPolicy(ENV, [place()])).toEqual({ kind: 'none' });
    await rm(folder, { recursive: true });
    expect(await readPolicy(ENV, [place()])).toEqual({ kind: 'none' });
    expect(await readPolicy(ENV, [])).toEqual({ kind: 'none' });
  });

  test('may be writable by its owner alone', async () => {
    await put(GOOD);
    const stranger = place('policy.json', { owners: [(process.getuid?.() ?? 0) + 1] });
    expect(await readPolicy(ENV, [stranger])).toEqual(broken(stranger.file, /Root does not own/));
    for (const mode of [0o620, 0o602, 0o666]) {
      await chmod(place().file, mode);
      expect(await readPolicy(ENV, [place()])).toEqual(broken(place().file, /can write to the file/));
    }
  });

  test('is not read through links', async () => {
    await put(GOOD, 'real.json');
    await symlink('real.json', place().file);
    expect(await readPolicy(ENV, [place()])).toEqual(broken(place().file, /is a link/));
  });

  test('is not read in a linked folder', async () => {
    await put(GOOD);
    await symlink(folder, path.join(above, 'linked'));
    const linked = place('policy.json', { file: path.join(above, 'linked/policy.json') });
    expect(await readPolicy(ENV, [linked])).toEqual(broken(linked.file, /folder is a link/));
  });

  test('is UTF-8 without a byte order mark', async () => {
    await put(`\uFEFF${GOOD}`);
    expect(await readPolicy(ENV, [place()])).toEqual(broken(place().file, /byte order mark/));
    await put(Buffer.from('{"version": 1, "updates": "\u00f9"}', 'latin1'));
    expect(await readPolicy(ENV, [place()])).toEqual(broken(place().file, /not UTF-8/));
  });

  // Only root can give a file away.
  test.skipIf(process.getuid?.() !== 0)('of another user in a folder of ours is broken', async () => {
    await put(GOOD);
    await chown(place().file, 65_534, 65_534);
    expect(await readPolicy(ENV, [place()])).toEqual(broken(place().file, /Root does not own the file/));
  });

  test('in a folder that others can write to is broken, and a missing one there too', async () => {
    await chmod(folder, 0o757);
    expect(await readPolicy(ENV, [place()])).toEqual(broken(place().file, /write to its folder/));
    await put(GOOD);
    expect(await readPolicy(ENV, [place()])).toEqual(broken(place().file, /write to its folder/));
  });

  test('in a folder shared with other apps is checked only when there is a file', async () => {
    const shared = place('policy.json', { ownFolder: false });
    await chmod(folder, 0o757);
    expect(await readPolicy(ENV, [shared])).toEqual({ kind: 'none' });
    await put(GOOD);
    expect(await readPolicy(ENV, [shared])).toEqual(broken(shared.file, /write to its folder/));
  });

  test('is broken by any error but a missing file', async () => {
    const long = place(`${'x'.repeat(5000)}.json`);
    expect(await readPolicy(ENV, [long])).toEqual(broken(long.file, /ENAMETOOLONG/));
    const nul = place('a\0b.json');
    expect(await readPolicy(ENV, [nul])).toEqual(broken(nul.file, /can’t be read/));
  });
});

describe.skipIf(process.platform === 'win32')('with several locations', () => {
  test('the first one with a file wins', async () => {
    await put(GOOD, 'low.json');
    expect(await readPolicy(ENV, [place('high.json'), place('low.json')])).toEqual(
      active(place('low.json').file),
    );
    await put('{"version": 1}', 'high.json');
    expect(await readPolicy(ENV, [place('high.json'), place('low.json')])).toEqual({
      kind: 'active',
      source: place('high.json').file,
      policy: NO_POLICY,
    });
  });

  test('a broken file is not skipped', async () => {
    await put(GOOD, 'low.json');
    await put('{', 'high.json');
    expect(await readPolicy(ENV, [place('high.json'), place('low.json')])).toEqual(
      broken(place('high.json').file, /not valid JSON/),
    );
  });
});

describe.skipIf(process.platform === 'win32')('managed preferences of macOS', () => {
  test('are read as XML', async () => {
    await put(
      '<plist version="1.0"><dict><key>version</key><integer>1</integer><key>readOnly</key><true/></dict></plist>',
      'a.plist',
    );
    expect(await readPolicy(ENV, [place('a.plist')])).toEqual(active(place('a.plist').file));
  });

  test('are read in the binary format that the system writes', async () => {
    // By Python's plistlib: version 1, readOnly true.
    const written =
      'YnBsaXN0MDDSAQIDBFhyZWFkT25seVd2ZXJzaW9uCRABCA0WHh8AAAAAAAABAQAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAIQ==';
    await put(Buffer.from(written, 'base64'), 'a.plist');
    expect(await readPolicy(ENV, [place('a.plist')])).toEqual(active(place('a.plist').file));
  });

  test('are broken when the binary format is damaged', async () => {
    await put(Buffer.from('bplist00\xd1\x01\x02', 'latin1'), 'a.plist');
    expect(await readPolicy(ENV, [place('a.plist')])).toEqual(
      broken(place('a.plist').file, /not a property list/),
    );
  });
});

describe('when Node gets no owner, as on Windows', () => {
  const noOwner = (): PolicyPlace => place('policy.json', { owners: null });

  test('a file that we can write to is broken', async () => {
    await put(GOOD);
    expect(await readPolicy(ENV, [noOwner()])).toEqual(
      broken(noOwner().file, /The user who runs Easel can change/),
    );
  });

  test('a file with the read-only attribute is broken, because it hides the rights', async () => {
    await put(GOOD);
    await chmod(noOwner().file, 0o444);
    expect(await readPolicy(ENV, [noOwner()])).toEqual(broken(noOwner().file, /read-only attribute/));
  });

  test('no file is no policy', async () => {
    expect(await readPolicy(ENV, [noOwner()])).toEqual({ kind: 'none' });
  });

  // Only root can take another's rights for a moment.
  test.skipIf(process.getuid?.() !== 0)('a file that we can read but not write applies', async () => {
    await put(GOOD);
    await chmod(above, 0o755);
    process.seteuid?.(65_534);
    try {
      expect(await readPolicy(ENV, [noOwner()])).toEqual(active(noOwner().file));
    } finally {
      process.seteuid?.(0);
    }
  });
});
