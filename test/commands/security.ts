/**
 * `npm run security`: keychain, policy files and durability (S12, S13, D4 and R6 of security.md, J), on real parts.
 * The last line is `N passed, N failed`, with `, N skipped` where something is not on this machine. The figures land in
 * out/security/summary.json; `npm test` names a file for the counts too.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkKeychainFaults } from '../security/keychain-faults.ts';
import { checkKills } from '../security/kills.ts';
import { checkPolicies } from '../security/policies.ts';
import { checkRealKeychain } from '../security/real-keychain.ts';
import type { Finding } from '../support/finding.ts';
import { countsOf, findingLines, writeSummary } from './findings.ts';
import { endChildrenWithUs, ROOT } from './process.ts';
import { summaryLine } from './report.ts';

/** In this order, one after the other: a busy machine is no fault of the keychain. */
const CHECKS: readonly { readonly id: Finding['id']; readonly check: () => Promise<Finding> }[] = [
  { id: 'S12', check: checkRealKeychain },
  { id: 'S13', check: checkKeychainFaults },
  { id: 'D4', check: checkPolicies },
  { id: 'R6', check: checkKills },
];

/** A check that ends early is a failure, and does not stop the others. */
function broke(id: Finding['id'], error: unknown): Finding {
  const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const figure = 'not measured';
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
const findings: Finding[] = [];
for (const { id, check } of CHECKS) {
  const finding = await check().catch((error: unknown) => broke(id, error));
  findings.push(finding);
  console.log(`${findingLines(finding).join('\n')}\n`);
}

const counts = countsOf(findings);
await writeSummary(path.join(ROOT, 'out/security'), findings);
const [countsFile] = process.argv.slice(2);
if (countsFile !== undefined) await writeFile(countsFile, `${JSON.stringify(counts, null, 2)}\n`);
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(summaryLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
