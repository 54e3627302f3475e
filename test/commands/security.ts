/**
 * `npm run nightly security [ids]`: every check of test/security, or those named, on real parts. The last line is `N passed, N failed`, with
 * `, N skipped` where something is not on this machine. The figures land in out/security/summary.json. `npm test` names a
 * file for the counts instead, and takes a lesser dose: see dose.ts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkAnsweredQuestions } from '../security/answered-questions.ts';
import { checkAlwaysThrough } from '../security/always-through.ts';
import { checkAuthority } from '../security/authority.ts';
import { checkBuilder } from '../security/builder.ts';
import { BRIEF, WHOLE, type Dose } from '../security/dose.ts';
import { checkFuses } from '../security/fuses.ts';
import { checkIndexKills } from '../security/index-kills.ts';
import { checkJobKills } from '../security/job-kills.ts';
import { checkKeyOrigins } from '../security/key-origins.ts';
import { checkKeychainFaults } from '../security/keychain-faults.ts';
import { checkKills } from '../security/kills.ts';
import { checkPageAlone } from '../security/page-alone.ts';
import { checkPolicies } from '../security/policies.ts';
import { checkPolicyFloors } from '../security/policy-floors.ts';
import { checkRealKeychain } from '../security/real-keychain.ts';
import { checkScanner } from '../security/scanner.ts';
import { checkStalls } from '../security/stalls.ts';
import { checkSupplyChain } from '../security/supply-chain.ts';
import { checkGuestPreferences, checkPermissions } from '../security/unit-figures.ts';
import { checkUpdates } from '../security/updates.ts';
import { checkWaysOut } from '../security/ways-out.ts';
import { checkWeakening } from '../security/weakening.ts';
import { checkRoomInput } from '../security/room-input.ts';
import { NOT_MEASURED, type Finding } from '../support/finding.ts';
import { countsOf, findingLines, writeSummary } from './findings.ts';
import { endChildrenWithUs, ROOT, run as runChild } from './process.ts';
import { summaryLine } from './report.ts';

interface Check {
  readonly id: Finding['id'];
  readonly check: (dose: Dose) => Promise<Finding>;
  /** It changes who this process is, or what its clock shows, or measures how busy it is: no other check may run in it meanwhile. */
  readonly alone?: true;
  /** Another stage of `npm test` plays it, or a part of it that needs no quiet machine. */
  readonly isPartOfTests?: true;
}

/** In this order, one after the other where the clock counts: a busy machine is no fault of the keychain. */
const CHECKS: readonly Check[] = [
  { id: 'S2', check: checkGuestPreferences, isPartOfTests: true },
  { id: 'S3', check: checkPermissions, isPartOfTests: true },
  { id: 'S12', check: checkRealKeychain, isPartOfTests: true },
  { id: 'S13', check: checkKeychainFaults },
  { id: 'S14', check: checkKeyOrigins, alone: true },
  { id: 'S15', check: checkPageAlone, alone: true },
  { id: 'S16', check: checkAuthority, alone: true, isPartOfTests: true },
  { id: 'S17', check: checkPolicyFloors, alone: true },
  { id: 'S18', check: checkWaysOut },
  { id: 'S19', check: checkWeakening, alone: true },
  { id: 'S22', check: checkAnsweredQuestions, alone: true },
  { id: 'D3', check: checkUpdates },
  { id: 'D4', check: checkPolicies, alone: true },
  { id: 'D1', check: checkFuses },
  { id: 'D2', check: checkBuilder },
  { id: 'D5', check: checkSupplyChain },
  { id: 'R6', check: checkKills },
  { id: 'R8', check: checkJobKills },
  { id: 'R9', check: checkStalls, alone: true, isPartOfTests: true },
  { id: 'R11', check: checkIndexKills },
  { id: 'T1', check: checkScanner, isPartOfTests: true },
  { id: 'S20', check: checkRoomInput, isPartOfTests: true },
  { id: 'S21', check: checkAlwaysThrough, alone: true },
];

/** A check that ends early is a failure, and does not stop the others. */
function broke(id: Finding['id'], error: unknown): Finding {
  const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const figure = NOT_MEASURED;
  const target = 'to come to an end';
  return {
    id,
    what: 'the check broke',
    figure,
    target,
    passed: 0,
    failed: 1,
    skipped: [],
    problems: [problem],
  };
}

endChildrenWithUs();
const started = performance.now();
const args = process.argv.slice(2);
const wanted = args.filter((arg) => /^[A-Z]\d+$/u.test(arg));
const [countsFile, part] = args.filter((arg) => !wanted.includes(arg));
const dose = countsFile === undefined ? WHOLE : BRIEF;
const run = async ({ id, check }: Check): Promise<Finding> => {
  const finding = await check(dose).catch((error: unknown) => broke(id, error));
  console.log(`${findingLines(finding).join('\n')}\n`);
  return finding;
};
async function oneByOne(checks: readonly Check[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const each of checks) findings.push(await run(each));
  return findings;
}

/** Those that must be alone in their process have another one, while this one does the rest, all at once. */
async function inTwoProcesses(checks: readonly Check[], file: string): Promise<readonly Finding[]> {
  const findings = path.join(path.dirname(file), 'security-alone.json');
  const [ended, together] = await Promise.all([
    runChild(process.execPath, [import.meta.filename, findings, 'alone'], { limitMs: 600_000, live: true }),
    Promise.all(checks.filter(({ alone }) => alone !== true).map(run)),
  ]);
  if (ended.code !== 0) return [...together, broke('S14', new Error(ended.output))];
  return [...together, ...(JSON.parse(await readFile(findings, 'utf8')) as readonly Finding[])];
}

if (countsFile !== undefined && part === 'alone') {
  const findings = await oneByOne(
    CHECKS.filter(({ alone, isPartOfTests }) => alone === true && isPartOfTests !== true),
  );
  await writeFile(countsFile, JSON.stringify(findings));
  process.exit(0);
}
const checks = CHECKS.filter(({ id, isPartOfTests }) =>
  wanted.length > 0 ? wanted.includes(id) : dose === WHOLE || isPartOfTests !== true,
);
const findings = countsFile === undefined ? await oneByOne(checks) : await inTwoProcesses(checks, countsFile);
const counts = countsOf(findings);
if (countsFile === undefined) await writeSummary(path.join(ROOT, 'out/security'), findings);
else {
  await writeFile(countsFile, `${JSON.stringify(counts, null, 2)}\n`);
  console.log(
    `The lesser dose of npm test: ${dose.kills} of ${WHOLE.kills} kills, ${dose.jobKills} of ${WHOLE.jobKills} among jobs, some cases of each other check, and more time.`,
  );
}
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(summaryLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
