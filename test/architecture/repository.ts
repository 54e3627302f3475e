/** Lists the files of this repository, tracked and untracked, but no files that Git ignores. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type SourceFile = { readonly path: string; readonly text: string };

export const ROOT = path.resolve(import.meta.dirname, '../..');

const TEXT = /(?:\.(?:[cm]?[jt]sx?|html|css|json|yml|yaml|md|plist|desktop|svg|txt|sh)|\/[^./]+|^\.[^/]+)$/u;

export function trackedPaths(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((name) => name !== '' && existsSync(path.join(ROOT, name)));
}

let read: readonly SourceFile[] | undefined;

export function trackedFiles(): readonly SourceFile[] {
  return (read ??= trackedPaths()
    .filter((name) => TEXT.test(name) && name !== 'package-lock.json')
    .map((name) => ({ path: name, text: readFileSync(path.join(ROOT, name), 'utf8') })));
}
