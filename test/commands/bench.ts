/** `npm run bench [names] [--quick]`: checks the performance goals. Run it on an idle machine. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { changes } from '../bench/changes.ts';
import { grid } from '../bench/grid.ts';
import { httpOverhead } from '../bench/http-overhead.ts';
import { million } from '../bench/million.ts';
import { judged, sayMeasured, type Benchmark, type Measured } from '../bench/measure.ts';
import { palette } from '../bench/palette.ts';
import { room } from '../bench/room.ts';
import { sizes } from '../bench/sizes.ts';
import { sync } from '../bench/sync.ts';
import { team } from '../bench/team.ts';
import { endChildrenWithUs, ROOT } from './process.ts';
import { ensureSystem } from './setup.ts';

const FOLDER = path.join(ROOT, 'out/bench');
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'http-overhead': httpOverhead,
  changes,
  sync,
  million,
  grid,
  palette,
  room,
  sizes,
  team,
};

endChildrenWithUs();
const args = process.argv.slice(2);
const quick = args.includes('--quick');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown !== undefined) {
  console.log(`There is no benchmark ${unknown}. There are: ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(1);
}
const chosen = Object.entries(BENCHMARKS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
await ensureSystem();
await mkdir(FOLDER, { recursive: true });
const measured: Measured[] = [];
for (const [name, benchmark] of chosen) {
  try {
    for (const each of await benchmark({ quick })) {
      console.log(`\n${sayMeasured(each).join('\n')}`);
      measured.push(each);
    }
    // Writes the results after each benchmark, so that an interrupted run keeps the earlier results.
    await writeFile(path.join(FOLDER, 'summary.json'), `${JSON.stringify(measured, null, 2)}\n`);
  } catch (error) {
    console.error(`\n${name} came to no end:`, error);
    measured.push(judged({ id: name, what: 'the benchmark', unit: '', goal: { atMost: 0 } }, null));
  }
}
console.log(`\n${measured.filter(({ met }) => met === true).length} of ${measured.length} goals met`);
process.exitCode = measured.every(({ met }) => met === true) ? 0 : 1;
