/** `npm run check`: what a change is checked by while it is being made, in under a minute; needs no browser. */
import { mkdir } from 'node:fs/promises';
import { electronAge } from '../packaging/electron-age.ts';
import { endChildrenWithUs } from './process.ts';
import { summaryLine, total } from './report.ts';
import { requireNode } from './setup.ts';
import { REPORTS, type StageResult } from './runners.ts';
import { printStage, runStage } from './stages.ts';

requireNode(process.versions.node);
endChildrenWithUs();
await mkdir(REPORTS, { recursive: true });
const results: StageResult[] = [];
for (const name of ['format', 'lint', 'types', 'architecture', 'unit', 'contract'] as const) {
  const result = await runStage(name);
  printStage(result);
  results.push(result);
}
for (const warning of electronAge(new Date())) console.log(`Warning: ${warning}`);
const sum = total(results);
console.log(summaryLine(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;
