/** Replaces the macOS command `plutil -convert json -o - -` by a Python script, for tests on other systems. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';

const INTERPRETER = ['-S', 'PATH=/usr/local/bin:/usr/bin:/bin', 'python3'];
const PROGRAM = `#!/usr/bin/env ${INTERPRETER.join(' ')}
import json, plistlib, sys
assert sys.argv[1:] == ['-convert', 'json', '-o', '-', '-']
json.dump(plistlib.loads(sys.stdin.buffer.read()), sys.stdout)
`;

export const readsPlists =
  process.platform === 'darwin' || spawnSync('/usr/bin/env', [...INTERPRETER, '--version']).status === 0;

/** Writes the script to `file` and returns its path. Returns undefined on macOS. */
export async function putPlutil(file: string): Promise<string | undefined> {
  if (process.platform === 'darwin') return undefined;
  await writeFile(file, PROGRAM, { mode: 0o755 });
  return file;
}
