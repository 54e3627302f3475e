import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT, run } from '../../commands/process.ts';

const node = (script: string, limitMs = 10_000) => run(process.execPath, ['-e', script], { limitMs });

test('a program returns its exit code and the output of both streams', async () => {
  const ended = await node("console.log('out'); console.error('err'); process.exitCode = 3;");
  expect(ended).toMatchObject({ code: 3, timedOut: false });
  expect(ended.output).toContain('out\n');
  expect(ended.output).toContain('err\n');
});

test('a missing program exits with 127 and the reason', async () => {
  const ended = await run('easel-has-no-such-program', [], { limitMs: 1000 });
  expect(ended.code).toBe(127);
  expect(ended.output).toContain('easel-has-no-such-program');
});

test('the project’s own tools and Node come first', async () => {
  const ended = await node("console.log(process.env.PATH.split(require('node:path').delimiter)[0])");
  expect(ended.output.trim()).toBe(path.join(ROOT, 'node_modules/.bin'));
});

/** Starts a program that never ends by itself and holds on to our pipe: only its end lets run() return. */
const leftover =
  "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });";

test('a program over its time limit is ended, with the processes that it started', async () => {
  const ended = await node(`${leftover} setInterval(() => {}, 1000);`, 500);
  expect(ended).toMatchObject({ code: process.platform === 'win32' ? 1 : null, timedOut: true });
});

test.skipIf(process.platform === 'win32')(
  'processes that a program leaves running end with it (process groups: not on Windows)',
  async () => {
    const ended = await node(`${leftover} process.exit(4);`, 5000);
    expect(ended).toMatchObject({ code: 4, timedOut: false });
  },
);

test('npm test refuses an unknown stage', async () => {
  const refused = promisify(execFile)(process.execPath, [path.join(ROOT, 'test/commands/test.ts'), 'units']);
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No such stage: units'),
  });
});
