/**
 * `npm run nightly faults`: everything a page can ask of the service, under every fault of the network, of answers and of the
 * service (checks R1 to R5), services of any shape (R10), saved names in a spreadsheet program (R12), and a class pack to
 * its printed sheets (R13). Prints the matrix and how the services went; the last line is
 * `N passed, N failed`. The figures land in out/faults/summary.json; `npm test` names a file for the counts, and plays one
 * operation under every fourth fault, few services and 5 people of 1,000.
 */
// First of all: main takes its clock while it is loaded.
import '../faults/fast-time.ts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';
import { checkBomb } from '../faults/bomb.ts';
import { BODY_ROWS } from '../faults/body-rows.ts';
import { makeCertificates } from '../faults/certificates.ts';
import { checkClassPack } from '../faults/class-pack.ts';
import { faultFinding, redirectFinding } from '../faults/fault-findings.ts';
import { checkLostCreates } from '../faults/lost-creates.ts';
import { playMatrix } from '../faults/matrix.ts';
import { NETWORK_ROWS } from '../faults/network-rows.ts';
import { matrixLines } from '../faults/print.ts';
import { PROXY_ROWS } from '../faults/proxy-rows.ts';
import { checkRetryAfter } from '../faults/retry-after.ts';
import { BRIEF, checkServices, WHOLE } from '../faults/services/finding.ts';
import { checkSpreadsheet } from '../faults/spreadsheet.ts';
import { isSecure } from '../faults/stage-set.ts';
import { REDIRECT_ROWS, STATUS_ROWS } from '../faults/status-rows.ts';
import { watchingProcess } from '../faults/watch-process.ts';
import { hasProgram } from '../support/system.ts';
import { countsOf, findingLines, writeSummary } from './findings.ts';
import { endChildrenWithUs, ROOT } from './process.ts';
import { summaryLine, type Counts } from './report.ts';

const FOLDER = path.join(ROOT, 'out/faults');

endChildrenWithUs();
// Far from UTC, so that a date without a zone can't be read as local time by luck.
process.env['TZ'] = 'America/New_York';
const started = performance.now();
const [countsFile] = process.argv.slice(2);
// `npm test` plays one of the seven operations under every fourth fault.
const [stride, rowStride] = countsFile === undefined ? [1, 1] : [7, 4];

const certificates = hasProgram('openssl') ? makeCertificates() : null;
if (certificates !== null) {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificates.ca]);
}
const all = [...NETWORK_ROWS, ...PROXY_ROWS, ...BODY_ROWS, ...STATUS_ROWS, ...REDIRECT_ROWS].filter(
  (_, at) => at % rowStride === 0,
);
const rows = all.filter(({ cause }) => certificates !== null || !isSecure(cause));
const skipped = all
  .filter((row) => !rows.includes(row))
  .map(({ name }) => ({ name, reason: 'no openssl here to make certificates with' }));

// One after the other: a busy machine is no fault of the service.
const watched = await watchingProcess(async () => ({
  matrix: await playMatrix(rows, certificates, stride),
  others: [
    await checkLostCreates(stride),
    await checkRetryAfter(),
    // A smaller bomb is an integration test.
    ...(countsFile === undefined ? [await checkBomb()] : []),
  ],
  services: await checkServices(countsFile === undefined ? WHOLE : BRIEF),
}));
const { matrix, others, services } = watched.result;
console.log(matrixLines(matrix.rows).join('\n'));
console.log(`\n${services.lines.join('\n')}`);

// LibreOffice takes seconds to start: `npm test` leaves it out.
const spreadsheet = countsFile === undefined ? [await checkSpreadsheet()] : [];
const findings = [
  faultFinding(matrix, watched),
  ...others,
  redirectFinding(matrix),
  services.finding,
  ...spreadsheet,
  await checkClassPack(countsFile === undefined ? 1000 : 5),
];
for (const finding of findings) console.log(`\n${findingLines(finding).join('\n')}`);

const sum = countsOf(findings);
const counts: Counts = { ...sum, skipped: [...skipped, ...sum.skipped] };
await writeSummary(FOLDER, findings);
if (countsFile !== undefined) await writeFile(countsFile, `${JSON.stringify(counts, null, 2)}\n`);
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(summaryLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
