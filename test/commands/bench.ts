/**
 * `npm run bench [name]`: measures Easel beside what it is compared with, and says which goals of performance.md are
 * met. Nothing else should run meanwhile. Exits with 1 when a goal is missed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { httpOverhead } from '../bench/http-overhead.ts';
import { sayNumbers, type Benchmark, type Measured } from '../bench/measure.ts';
import { endChildrenWithUs, ROOT } from './process.ts';

const FOLDER = path.join(ROOT, 'out/bench');
const BENCHMARKS: Readonly<Record<string, Benchmark>> = { 'http-overhead': httpOverhead };

function print({ id, what, unit, value, lowest, highest, peers, goal, met }: Measured): void {
  console.log(`\n${id}: ${what}`);
  const rows = Object.entries(peers).map(([name, spread]) => [name, sayNumbers(spread, 0)] as const);
  const own = [unit, sayNumbers({ median: value, lowest, highest }, 2)] as const;
  for (const [name, numbers] of [...rows, own]) console.log(`  ${name.padEnd(40)} ${numbers}`);
  console.log(`  ${'goal'.padEnd(40)} ${goal}: ${met ? 'met' : 'NOT MET'}`);
}

endChildrenWithUs();
const [wanted] = process.argv.slice(2);
const chosen = Object.entries(BENCHMARKS).filter(([name]) => wanted === undefined || name === wanted);
if (chosen.length === 0) {
  console.log(`There is no benchmark ${wanted}. There are: ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(1);
}
const measured: Measured[] = [];
for (const [, benchmark] of chosen) {
  for (const each of await benchmark()) {
    print(each);
    measured.push(each);
  }
}
await mkdir(FOLDER, { recursive: true });
await writeFile(path.join(FOLDER, 'summary.json'), `${JSON.stringify(measured, null, 2)}\n`);
console.log(`\n${measured.filter(({ met }) => met).length} of ${measured.length} goals met`);
process.exitCode = measured.every(({ met }) => met) ? 0 : 1;
