/**
 * `npm run nightly [part] [words of the part]`: what takes too long for `npm test`. Parts: `faults`, `security [ids]`,
 * `soak [day] [rooms] [monkey] [steps]`, `long` (the integration tests in their whole length) and `mutants`; all of them by
 * default. Prints one table; the figures land in out/nightly/summary.json. Ends with 1 where a target was missed.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { MUTANTS_TARGET, playMutants, type PlayedMutant } from '../mutants/mutants.ts';
import { endChildrenWithUs, ROOT, run } from './process.ts';
import { ensureSystem } from './setup.ts';
import { REPORTS, runVitest } from './stages.ts';

const FOLDER = path.join(ROOT, 'out/nightly');
const HOURS_12 = 12 * 3_600_000;

const rowsSchema = v.array(
  v.object({ id: v.string(), what: v.string(), figure: v.string(), target: v.string(), met: v.boolean() }),
);
type Rows = v.InferOutput<typeof rowsSchema>;

/** Runs a command of ours in a process of its own, and reads the figures that it leaves. */
async function command(name: 'faults' | 'security' | 'soak', words: readonly string[]): Promise<Rows> {
  const file = path.join(ROOT, 'out', name, 'summary.json');
  await rm(file, { force: true });
  const script = path.join(ROOT, `test/commands/${name}.ts`);
  const { code } = await run(process.execPath, [script, ...words], { limitMs: HOURS_12, live: true });
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return v.parse(rowsSchema, JSON.parse(text));
  return [
    { id: name, what: 'the part broke', figure: `code ${code}`, target: 'to come to an end', met: false },
  ];
}

async function longTests(): Promise<Rows> {
  const { passed, failed } = await runVitest('integration', { EASEL_NIGHTLY: '1' });
  const figure = `${passed} passed, ${failed} failed`;
  const what = 'integration tests in their whole length: kills, drawn lists, heap, 50 people in a room';
  return [{ id: 'long', what, figure, target: '0 failed', met: failed === 0 && passed > 0 }];
}

async function mutants(): Promise<Rows> {
  const played = await playMutants(({ file, line, text, killedBy }, at, of) => {
    console.log(`${at}/${of} ${killedBy ?? 'SURVIVED'}: ${file}:${line} ${firstLine(text)}`);
  });
  await writeFile(path.join(FOLDER, 'mutants.json'), `${JSON.stringify(played, null, 2)}\n`);
  const survivors = played.filter(({ killedBy }) => killedBy === null);
  console.log(`\nNo test noticed these:\n${survivors.map(placeOf).join('\n')}`);
  const killed = played.length - survivors.length;
  const what = 'conditions of the twelve most dangerous files, negated one at a time';
  const figure = `${killed} of ${played.length} noticed by a test`;
  const target = MUTANTS_TARGET === null ? 'not set: no whole run yet' : `at least ${MUTANTS_TARGET * 100} %`;
  const met = MUTANTS_TARGET !== null && killed >= MUTANTS_TARGET * played.length;
  return [{ id: 'T2', what, figure, target, met }];
}

function placeOf({ file, line, text }: PlayedMutant): string {
  return `  ${file}:${line} ${firstLine(text)}`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

const PARTS: Readonly<Record<string, (words: readonly string[]) => Promise<Rows>>> = {
  faults: (words) => command('faults', words),
  security: (words) => command('security', words),
  soak: (words) => command('soak', words),
  long: longTests,
  mutants: () =>
    mutants().catch((error: unknown): Rows => {
      const figure = error instanceof Error ? error.message : String(error);
      return [{ id: 'T2', what: 'the part broke', figure, target: 'to come to an end', met: false }];
    }),
};

const [wanted, ...words] = process.argv.slice(2);
if (wanted !== undefined && !Object.hasOwn(PARTS, wanted)) {
  console.error(`No such part: ${wanted}. Parts: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}
endChildrenWithUs();
await Promise.all([FOLDER, REPORTS].map((folder) => mkdir(folder, { recursive: true })));
await ensureSystem();
const rows: Rows = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted === undefined || wanted === name) rows.push(...(await part(words)));
}
await writeFile(path.join(FOLDER, 'summary.json'), `${JSON.stringify(rows, null, 2)}\n`);
console.log('');
for (const { id, what, figure, target, met } of rows)
  console.log(`${id.padEnd(8)} ${met ? 'met    ' : 'NOT MET'} ${what}: ${figure} (target: ${target})`);
process.exit(rows.every(({ met }) => met) ? 0 : 1);
