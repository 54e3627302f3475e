/** Whether the specs of the Chromium shell itself, test/e2e/conformance, need to run: they are about the shell and not about Easel. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './process.ts';

const ABOUT = ['test/shell/**/*', 'test/e2e/conformance*/**/*', 'test/support/**/*', 'package-lock.json'];
const PASSED = 'out/test/conformance.txt';

/** What they depend on, as one text: the files below `root` by what is in them, and this browser. */
export function conformanceState(browser: string | undefined, root = ROOT): string {
  const sum = createHash('sha256');
  for (const file of globSync(ABOUT, { cwd: root }).sort()) {
    if (statSync(path.join(root, file)).isFile())
      sum.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  const { size, mtimeMs } = browser === undefined ? { size: 0, mtimeMs: 0 } : statSync(browser);
  return sum.update(JSON.stringify([browser, size, mtimeMs, process.version])).digest('hex');
}

/** Whether they have passed here as everything is now. In CI they always run. */
export function hasPassed(state: string, root = ROOT): boolean {
  if (process.env['CI'] !== undefined) return false;
  try {
    return readFileSync(path.join(root, PASSED), 'utf8') === state;
  } catch {
    return false;
  }
}

/** Remembers that they have passed. */
export async function keepPassed(state: string, root = ROOT): Promise<void> {
  const file = path.join(root, PASSED);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, state);
}
