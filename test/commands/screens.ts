/**
 * `npm run screens`: every screen, dialog and state that the specs look at, as pictures in out/screens/: light and
 * dark, 1000×700 and 1600×1000. Ends with 1 where one of them can't be shown, or axe finds a fault in it.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { endChildrenWithUs, ROOT } from './process.ts';
import { ensureSystem } from './setup.ts';
import { printStage, REPORTS, runSpecs, runStage } from './stages.ts';

const FOLDER = path.join(ROOT, 'out/screens');
/** The specs that look at what they come by; `accessibility` stands for both of them. */
const SPECS = ['accessibility', 'boards-export', 'boards-find', 'boards-notes', 'bulk-changes', 'e2e/policy'];

endChildrenWithUs();
await mkdir(REPORTS, { recursive: true });
await ensureSystem();
await rm(FOLDER, { recursive: true, force: true });
const built = await runStage('build');
const shown = built.failed > 0 ? built : await runSpecs(SPECS, { EASEL_SCREENS: FOLDER });
printStage(shown);
console.log(`The pictures are in ${path.relative(ROOT, FOLDER)}`);
process.exitCode = shown.failed > 0 ? 1 : 0;
