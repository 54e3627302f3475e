import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CHILD = path.join(import.meta.dirname, 'closing-child.ts');

test('an app that is closed leaves nothing that keeps the process from ending', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD], { timeout: 100_000 });
  expect(stdout).toBe('closed');
});
