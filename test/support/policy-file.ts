/** A policy as an administrator of this computer would leave it. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestInfo } from '@playwright/test';

/** Writes it among the test's results, and returns where; others may read it, and by `mode` write it. */
export async function policyFile(info: TestInfo, content: string, mode = 0o644): Promise<string> {
  const folder = info.outputPath('managed');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const file = path.join(folder, 'policy.json');
  await writeFile(file, content);
  await chmod(file, mode);
  return file;
}
