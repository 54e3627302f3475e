import { execFile } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../../support/fresh-folder.ts';
import { beginWhole, writeWhole } from '../../../../../main/lib/files/write-whole.ts';

const run = promisify(execFile);

/** Id of an unprivileged user, because folder permissions do not apply to root. */
const NOBODY = 65_534;

let folder: string;
let file: string;

beforeEach(() => {
  folder = freshFolder();
  file = path.join(folder, 'connections.json');
});
afterEach(() => {
  process.seteuid?.(process.getuid?.() ?? 0);
  chmodSync(folder, 0o755);
});

const isWindows = process.platform === 'win32';

test.skipIf(isWindows).each(['644', '640', '666'])('overwriting a file keeps its mode %s', async (octal) => {
  writeFileSync(file, 'earlier');
  chmodSync(file, octal);
  await writeWhole(file, 'later');
  expect(readFileSync(file, 'utf8')).toBe('later');
  expect(statSync(file).mode & 0o777).toBe(Number.parseInt(octal, 8));
});

test.skipIf(isWindows).each(['existing', 'missing'])(
  'writing to a symbolic link replaces the link’s target (%s)',
  async (state) => {
    const target = path.join(freshFolder(), 'target.json');
    if (state === 'existing') writeFileSync(target, 'earlier');
    symlinkSync(target, file);
    expect(await writeWhole(file, 'later')).toMatchObject({ ok: true });
    expect(readFileSync(target, 'utf8')).toBe('later');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder)).toEqual(['connections.json']);
  },
);

test.skipIf(isWindows)('writing to a device file does not replace the device file', async () => {
  symlinkSync('/dev/null', file);
  expect(await writeWhole(file, 'later')).toMatchObject({ ok: false });
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

test.skipIf(isWindows)('a failed write to a read-only folder keeps the earlier file', async () => {
  writeFileSync(file, 'earlier');
  chmodSync(file, 0o644);
  chmodSync(folder, 0o555);
  if (process.getuid?.() === 0) process.seteuid?.(NOBODY);
  expect(await writeWhole(file, 'later')).toEqual({
    ok: false,
    error: 'You can’t write to this folder. Nothing was saved. Choose another folder.',
  });
  expect(readFileSync(file, 'utf8')).toBe('earlier');
  expect(readdirSync(folder)).toEqual(['connections.json']);
});

// Protects the file by a sticky folder, which causes the same error as an open file on Windows.
test.skipIf(process.getuid?.() !== 0)(
  'if only the file can’t be replaced, the failure does not name the folder as the cause',
  async () => {
    writeFileSync(file, 'earlier');
    chmodSync(folder, 0o1777);
    process.seteuid?.(NOBODY);
    expect(await writeWhole(file, 'later')).toEqual({
      ok: false,
      error: expect.stringMatching(/^This file can’t be replaced/u),
    });
    expect(readdirSync(folder)).toEqual(['connections.json']);
  },
);

test.skipIf(process.platform !== 'linux')('a write that fails halfway keeps the earlier file', async () => {
  writeFileSync(file, 'earlier');
  const module = path.resolve(import.meta.dirname, '../../../../../main/lib/files/write-whole.ts');
  // Simulates a full disk: `ulimit` limits the child process's files to 4 KiB.
  const script = `const { writeWhole } = await import(${JSON.stringify(module)});
      process.stdout.write(JSON.stringify(await writeWhole(process.argv[1], 'x'.repeat(100_000))));`;
  const limited = 'ulimit -f 4; exec "$0" --input-type=module -e "$1" -- "$2"';
  const { stdout } = await run('bash', ['-c', limited, process.execPath, script, file]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false });
  expect(readFileSync(file, 'utf8')).toBe('earlier');
  expect(readdirSync(folder)).toEqual(['connections.json']);
});

test('a file that is written in parts appears in the folder only when it is complete', async () => {
  const begun = await beginWhole(file);
  if (!begun.ok) throw new Error(begun.error);
  expect(begun.value.name).toBe('connections.json');
  await begun.value.write('one, ');
  await begun.value.write('two');
  expect(readdirSync(folder)).not.toContain('connections.json');
  expect(await begun.value.finish()).toEqual({ ok: true, value: null });
  expect(readFileSync(file, 'utf8')).toBe('one, two');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['connections.json']);
});
