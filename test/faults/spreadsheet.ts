/** R12: a spreadsheet program shows the names of a saved list as they are, and works out none of them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { BYTE_ORDER_MARK, csvRow, readCsv } from '../../main/files/csv.ts';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../support/hostile-names.ts';
import { hasProgram } from '../support/system.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';

/** Its first start makes a profile; it ends what hangs. */
const LIMIT_MS = 240_000;
/** Commas, quotation marks, UTF-8, from line 1; as its dialog has them, but that formulas are worked out (the last). */
const READING = 'CSV:44,34,76,1,,0,false,false,false,false,false,0,true';
/** The same, with cells as they are shown. */
const WRITING = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';

/** What a list holds: each name as a class pack keeps it. */
const NAMES = [...HOSTILE_NAMES.map((name) => name.trim()), ...WITH_CONTROLS.map(([, name]) => name)];

export async function checkSpreadsheet(): Promise<Finding> {
  const cases = hasProgram('soffice') ? await opened() : [notHere];
  const right = cases.filter(
    ({ problems, skipped }) => problems.length === 0 && skipped === undefined,
  ).length;
  return {
    id: 'R12',
    what: `${NAMES.length} hostile names in a CSV, opened by LibreOffice`,
    figure: `${right} shown as they are`,
    target: 'at least 100 names; all shown as they are, no formula worked out',
    ...tally(cases),
  };
}

const notHere: Case = {
  name: 'hostile names in LibreOffice',
  problems: [],
  skipped: 'no soffice here (Debian: libreoffice-calc-nogui)',
};

/** A case for each name: what stands in its cell once the program has read the file. */
async function opened(): Promise<readonly Case[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-spreadsheet-'));
  try {
    const file = path.join(folder, 'links.csv');
    const rows = [['name', 'paper'], ...NAMES.map((name) => [name, name])];
    await writeFile(file, BYTE_ORDER_MARK + rows.map((row) => csvRow(row)).join(''));
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
    const convert = [
      `--infilter=${READING}`,
      '--convert-to',
      WRITING,
      '--outdir',
      path.join(folder, 'shown'),
    ];
    const args = [profile, '--headless', '--norestore', ...convert, file];
    await promisify(execFile)('soffice', args, { timeout: LIMIT_MS });
    const shown = await readFile(path.join(folder, 'shown', 'links.csv'), 'utf8');
    const cells = [...readCsv(shown.replace(/^\uFEFF/u, ''))].map((row) => ('cells' in row ? row.cells : []));
    return NAMES.map((name, at) => ({
      name: JSON.stringify(name.slice(0, 40)),
      problems:
        (cells[at + 1] ?? []).join('\n') === `${name}\n${name}` ? [] : [`shown as ${said(cells[at + 1])}`],
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const said = (cells: readonly string[] = []): string =>
  JSON.stringify(cells.map((cell) => cell.slice(0, 40)));
