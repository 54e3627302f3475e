/** What a person is told after the database was found damaged. */
import path from 'node:path';

/** `keptAs`: where the damaged file is now; null when all was well. */
export function damageNotice(keptAs: string | null): string | null {
  if (keptAs === null) return null;
  return `Easel’s database was damaged. It was kept as ${path.basename(keptAs)} and a new one was started: connections and papers need to be added again, and notes of boards imported from a file.`;
}
