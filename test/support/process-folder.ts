import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const made: string[] = [];

export function processFolder(): string {
  if (made.length === 0)
    process.once('exit', () => made.forEach((each) => rmSync(each, { recursive: true, force: true })));
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-'));
  made.push(folder);
  return folder;
}
