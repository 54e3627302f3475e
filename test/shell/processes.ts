/**
 * The processes of an app: its main, and Chromium's below it. Linux tells which they are; elsewhere main alone is known.
 */
import { readdirSync, readFileSync } from 'node:fs';

export type ProcessMetric = { readonly pid: number; readonly type: string };

/** Electron's names of Chromium's kinds of processes. */
const TYPES: Readonly<Record<string, string>> = {
  renderer: 'Tab',
  'gpu-process': 'GPU',
  utility: 'Utility',
  zygote: 'Zygote',
};

/** The process `root` and all that descend from it. */
export function processMetrics(root: number): readonly ProcessMetric[] {
  const found: ProcessMetric[] = [{ pid: root, type: 'Browser' }];
  if (process.platform !== 'linux') return found;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    // `pid (name) state parent …`; the name may hold anything.
    const parent = /^\d+$/.test(name) ? /.*\) \S (\d+)/s.exec(read(`/proc/${name}/stat`))?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const family = new Set([root]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  family.delete(root);
  for (const pid of family) {
    const kind = /--type=([\w-]+)/.exec(read(`/proc/${pid}/cmdline`))?.[1] ?? '';
    found.push({ pid, type: TYPES[kind] ?? 'Unknown' });
  }
  return found;
}

/** Empty for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
