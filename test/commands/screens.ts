/**
 * `npm run screens`: every screen, dialog and state that the specs look at, as pictures in out/screens/: light and
 * dark, 1000×700 and 1600×1000. Ends with 1 where one of them can't be shown, or axe finds a fault in it.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { endChildrenWithUs, ROOT } from './process.ts';
import { ensureSystem } from './setup.ts';
import { printStage, REPORTS, runSpecs, runStage } from './stages.ts';

const FOLDER = path.join(ROOT, 'out/screens');
const E2E = path.join(ROOT, 'test/e2e');

/** The specs that look at what they come by. */
async function specsThatLook(): Promise<readonly string[]> {
  const names = (await readdir(E2E)).filter((name) => name.endsWith('.spec.ts'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(E2E, name), 'utf8')));
  // The folder too, for the end of another spec's name may be the same.
  return names.filter((_, at) => texts[at]?.includes('lookerInBoth(')).map((name) => `e2e/${name}`);
}

endChildrenWithUs();
await mkdir(REPORTS, { recursive: true });
await ensureSystem();
await rm(FOLDER, { recursive: true, force: true });
const built = await runStage('build');
const shown = built.failed > 0 ? built : await runSpecs(await specsThatLook(), { EASEL_SCREENS: FOLDER });
printStage(shown);
console.log(`The pictures are in ${path.relative(ROOT, FOLDER)}`);
process.exitCode = shown.failed > 0 ? 1 : 0;
