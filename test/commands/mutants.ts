/** Plays the mutants alone: `node test/commands/mutants.ts`; what survived lands in out/mutants/survivors.json. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { playMutants } from '../mutants/mutants.ts';
import { ROOT } from './process.ts';

const played = await playMutants(({ file, line, text, killedBy, reachedBy }, at, of) => {
  console.log(`${at}/${of} ${killedBy ?? 'SURVIVED'} | ${file}:${line} ${text.slice(0, 60)} | ${reachedBy}`);
});
await writeFile(path.join(ROOT, 'out/mutants/played.json'), JSON.stringify(played, null, 1));
console.log(`${played.filter(({ killedBy }) => killedBy !== null).length} of ${played.length} killed`);
process.exit(0);
