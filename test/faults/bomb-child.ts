/** Child process of check R4 (bomb.ts). Measures how much memory each gzip bomb uses. */
import { draftFor, startServices } from '../support/services.ts';
import { OPERATIONS } from './expectations.ts';
import { look, runOperation, type Scene } from './operations.ts';
import { KEY } from './secrets.ts';

export type BombReport = Readonly<Record<string, { readonly outcome: string; readonly grownBytes: number }>>;

/** Listings before the measurement, because each of the first three allocates a few MB for its threads. */
const WARM_UPS = ['warm-up-1', 'warm-up-2', 'warm-up-3'];

const [origin = ''] = process.argv.slice(2);
const services = await startServices();
const connectionId = (await services.must('connections.save', draftFor(origin, KEY))).id;
const scene: Scene = {
  services,
  connectionId,
  viewed: 'board-1',
  doomed: 'board-2',
  doomedPaper: 'paper-1',
  joined: 'paper-2',
};

// Loads code and starts threads before the measurement, so that their memory is not measured.
await runOperation('view', { ...scene, viewed: 'warm-up' });
for (const address of WARM_UPS) {
  const saved = await services.must('connections.save', draftFor(`${origin}/${address}`, KEY));
  await runOperation('list', { ...scene, connectionId: saved.id });
}
await look(scene);
const report: Record<string, BombReport[string]> = {};
for (const operation of OPERATIONS) {
  const memory = watchMemory();
  const { outcome } = await runOperation(operation, scene);
  report[operation] = { outcome, grownBytes: memory.grown() };
}
await services.close();
process.stdout.write(JSON.stringify(report));

/** Starts to sample the process's memory. `grown` stops the sampling and returns the largest growth in bytes. */
function watchMemory(): { readonly grown: () => number } {
  globalThis.gc?.();
  const mark = (): number => process.resourceUsage().maxRSS * 1024;
  const markBefore = mark();
  const before = process.memoryUsage.rss();
  let most = before;
  const sample = (): void => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const sampling = setInterval(sample, 1);
  return {
    grown: () => {
      clearInterval(sampling);
      sample();
      // Uses `maxRSS` only if it rose since the start of the sampling, because it covers the whole life of the process.
      return Math.max(most, mark() > markBefore ? mark() : 0) - before;
    },
  };
}
