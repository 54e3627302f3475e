import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CHILD = path.join(import.meta.dirname, 'closing-child.ts');

test('after main is closed, its process ends on its own', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD], { timeout: 100_000 });
  expect(stdout).toBe('closed');
});
