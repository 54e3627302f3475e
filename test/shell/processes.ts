import { readdirSync, readFileSync } from 'node:fs';

export type ProcessMetric = { readonly pid: number; readonly type: string };

/** Returns the ids of a process and all its descendants. On systems other than Linux, returns only `root`. */
export function familyOf(root: number): ReadonlySet<number> {
  const family = new Set([root]);
  if (process.platform !== 'linux') return family;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    // /proc/PID/stat has the format `pid (name) state parent …`. The name may contain parentheses.
    const parent = /^\d+$/.test(name) ? /.*\) \S (\d+)/s.exec(read(`/proc/${name}/stat`))?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  return family;
}

export function processMetrics(root: number): readonly ProcessMetric[] {
  return [...familyOf(root)].map((pid) => ({ pid, type: pid === root ? 'Browser' : 'Tab' }));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
