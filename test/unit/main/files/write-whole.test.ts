import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginWhole, writeWhole } from '../../../../main/files/write-whole.ts';

const run = promisify(execFile);

/** Nobody in particular: who may do everything is not stopped by a folder's rights. */
const NOBODY = 65_534;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-write-'));
  file = path.join(folder, 'connections.json');
});
afterEach(() => {
  process.seteuid?.(process.getuid?.() ?? 0);
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true });
});

test('the whole text is in the file, for its owner alone, and nothing else is left beside it', async () => {
  const text = '{"names":"Ärzte’s boards"}\n'.repeat(10_000);
  expect(await writeWhole(file, text)).toEqual({ ok: true, value: null });
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['connections.json']);
});

test('an earlier file is replaced, and others who could read it can’t read the new one', async () => {
  writeFileSync(file, 'earlier', { mode: 0o644 });
  await writeWhole(file, 'later');
  expect(readFileSync(file, 'utf8')).toBe('later');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a link is replaced, and its target isn’t written', async () => {
  const other = path.join(folder, 'other');
  writeFileSync(other, 'of another');
  symlinkSync(other, file);
  await writeWhole(file, 'mine');
  expect(readFileSync(other, 'utf8')).toBe('of another');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test.skipIf(process.platform === 'win32')(
  'in a folder that can’t be written the earlier file stays, and the message says why',
  async () => {
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
  },
);

test('a folder of that name and a missing folder are told apart, and nothing is left behind', async () => {
  mkdirSync(file);
  expect(await writeWhole(file, 'text')).toMatchObject({
    ok: false,
    error: expect.stringMatching(/A folder has this name/u),
  });
  const gone = path.join(folder, 'gone/connections.json');
  expect(await writeWhole(gone, 'text')).toMatchObject({
    ok: false,
    error: expect.stringMatching(/no longer exists/u),
  });
  expect(readdirSync(folder)).toEqual(['connections.json']);
  expect(readdirSync(file)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'a write that fails half way keeps the earlier file and removes the part',
  async () => {
    writeFileSync(file, 'earlier');
    const module = path.resolve(import.meta.dirname, '../../../../main/files/write-whole.ts');
    // The kernel stops this process at 4 KiB a file, as a full disk would.
    const script = `const { writeWhole } = await import(${JSON.stringify(module)});
      process.stdout.write(JSON.stringify(await writeWhole(process.argv[1], 'x'.repeat(100_000))));`;
    const limited = 'ulimit -f 4; exec "$0" --input-type=module -e "$1" -- "$2"';
    const { stdout } = await run('bash', ['-c', limited, process.execPath, script, file]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(['connections.json']);
  },
);

test('a file written piece by piece appears when it is finished, and not before', async () => {
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

test('an abandoned file leaves the earlier one', async () => {
  writeFileSync(file, 'earlier');
  const begun = await beginWhole(file);
  if (!begun.ok) throw new Error(begun.error);
  await begun.value.write('later');
  await begun.value.abort();
  expect(readdirSync(folder)).toEqual(['connections.json']);
  expect(readFileSync(file, 'utf8')).toBe('earlier');
});
