/** `npm run nightly [part] [arguments]`: tests that take too long for `npm test`. See test/README.md. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MUTANTS_TARGET, playMutants, type PlayedMutant } from '../mutants/mutants.ts';
import { playSoak } from '../soak/soak.ts';
import { broken, figureOf, findingLines, isMet, type Finding } from '../support/finding.ts';
import { runWholeChecks } from './checks.ts';
import sharePostgres from '../support/postgres.ts';
import { endChildrenWithUs, ROOT } from './process.ts';
import { ensureSystem } from './setup.ts';
import { REPORTS, runVitest } from './stages.ts';

const FOLDER = path.join(ROOT, 'out/nightly');

const LONG = [
  ['unit', 'unit tests in their whole length: 1,000 drawn orders of events around jobs'],
  ['contract', 'S4, S5: every call from 8 bad senders, 100 drawn messages to each call'],
  ['integration', 'integration tests in their whole length: kills, drawn lists, heap, 50 people in a room'],
] as const;

async function longTests(): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [kind, what] of LONG) {
    const ran = await runVitest(kind, { environment: { EASEL_NIGHTLY: '1' } });
    findings.push({
      id: 'long',
      what,
      target: '0 failed',
      passed: ran.passed,
      failed: ran.failed,
      skipped: ran.skipped.map(({ name, reason = '' }) => ({ name, reason })),
      problems: ran.failures.map(({ name }) => name),
    });
  }
  return findings;
}

async function mutants(): Promise<Finding> {
  const played = await playMutants((mutant, at, of) => {
    console.log(`${at}/${of} ${mutant.killedBy ?? 'SURVIVED'}: ${placeOf(mutant)}`);
  });
  await writeFile(path.join(FOLDER, 'mutants.json'), `${JSON.stringify(played, null, 2)}\n`);
  const survivors = played.filter(({ killedBy }) => killedBy === null);
  const killed = played.length - survivors.length;
  const isEnough = killed >= MUTANTS_TARGET * played.length;
  return {
    id: 'T2',
    what: 'conditions of the twelve most dangerous files, negated one at a time',
    figure: `${killed} of ${played.length} noticed by a test`,
    target: `at least ${MUTANTS_TARGET * 100} %`,
    passed: killed,
    failed: isEnough ? 0 : survivors.length,
    skipped: [],
    problems: survivors.map((mutant) => `no test noticed ${placeOf(mutant)}`),
  };
}

function placeOf({ file, line, text }: PlayedMutant): string {
  return `${file}:${line} ${text.split('\n')[0] ?? ''}`;
}

type Played = Promise<Finding | readonly Finding[]>;

const PARTS: Readonly<Record<string, (words: readonly string[]) => Played>> = {
  faults: (words) => runWholeChecks('faults', words),
  security: (words) => runWholeChecks('security', words),
  soak: playSoak,
  long: longTests,
  mutants,
};

const [wanted, ...words] = process.argv.slice(2);
if (wanted !== undefined && !Object.hasOwn(PARTS, wanted)) {
  console.error(`No such part: ${wanted}. Parts: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}
endChildrenWithUs();
await Promise.all([FOLDER, REPORTS].map((folder) => mkdir(folder, { recursive: true })));
await ensureSystem();
const endPostgres = await sharePostgres();
const findings: Finding[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted !== undefined && wanted !== name) continue;
  const played = await part(words).catch((error: unknown) => broken(name, error));
  findings.push(...[played].flat());
  const rows = findings.map((finding) => {
    const { id, what, target, skipped } = finding;
    return { id, what, figure: figureOf(finding), target, met: isMet(finding), skipped: skipped.length };
  });
  await writeFile(path.join(FOLDER, 'summary.json'), `${JSON.stringify(rows, null, 2)}\n`);
}
console.log(`\n${findings.map((finding) => findingLines(finding).join('\n')).join('\n')}`);
await endPostgres();
process.exit(findings.every(isMet) ? 0 : 1);
