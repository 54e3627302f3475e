/** R12: LibreOffice keeps names and ids of an exported list unchanged and computes no formula. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { BYTE_ORDER_MARK, csvRow, readCsv } from '../../main/lib/files/csv.ts';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../support/hostile-names.ts';
import { hasProgram } from '../support/system.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';

/** The first start creates a profile; this limit ends a hang. */
const LIMIT_MS = 240_000;
/** Cell languages (LCID): American and British English, German, French. */
const LANGUAGES = [1033, 2057, 1031, 1036] as const;
/** CSV import filter: comma, quotation mark, UTF-8, from line 1, with date detection and formulas. */
const reading = (language: number): string =>
  `CSV:44,34,76,1,,${language},false,true,false,false,false,0,true`;
/** CSV export filter with cells as displayed. */
const WRITING = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';

/** Ids and labels that LibreOffice rewrites in one of these languages unless they are guarded. */
const REWRITTEN = [
  ...'007 1e5 12E3 1.50 1,5 .5 1. 1,234.50 +123 1% $5 3-4 3/13 12:30 TRUE'.split(' '),
  ...'1580000000000000001 9007199254740993 2024-01-05 2026-11-21T09:41:00.000Z 1.2.2024'.split(' '),
  ...'SEP7 MAR-1 2SEPT Sep-07 JUNI-7 DEZ1 MAI2 7.Dez 01JAN2024'.split(' '),
  ...'Sept 7,7 Sep,04. Apr,März 1,août 3,1 234,5 €, 7,5 PM'.split(','),
];

const TEXTS = [
  ...HOSTILE_NAMES.map((name) => name.trim()),
  ...WITH_CONTROLS.map(([, name]) => name),
  ...REWRITTEN,
];

export async function check(): Promise<Finding> {
  const cases = hasProgram('soffice') ? await playTexts() : [notHere];
  const right = cases.filter(
    ({ problems, skipped }) => problems.length === 0 && skipped === undefined,
  ).length;
  return {
    id: 'R12',
    what: `${HOSTILE_NAMES.length + WITH_CONTROLS.length} hostile names and ${REWRITTEN.length} ids like numbers or dates in a CSV, opened by LibreOffice in ${LANGUAGES.length} languages, saved and read again`,
    figure: `${right} unchanged`,
    target: 'at least 100 names; all unchanged, no formula computed',
    ...tally(cases),
  };
}

const notHere: Case = {
  name: 'hostile names in LibreOffice',
  problems: [],
  skipped: 'no soffice here (Debian: libreoffice-calc-nogui)',
};

/** One case per text. Compares its cell after LibreOffice has read and saved the file. */
async function playTexts(): Promise<readonly Case[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-spreadsheet-'));
  try {
    const file = path.join(folder, 'links.csv');
    const rows = [['name', 'paper'], ...TEXTS.map((text) => [text, text])];
    await writeFile(file, BYTE_ORDER_MARK + rows.map((row) => csvRow(row)).join(''));
    const tables: (readonly (readonly string[])[])[] = [];
    for (const language of LANGUAGES) tables.push(await resave(folder, file, language));
    return TEXTS.map((text, at) => ({
      name: JSON.stringify(text.slice(0, 40)),
      problems: tables
        .map((table) => table[at + 1] ?? [])
        .filter((cells) => cells.join('\n') !== `${text}\n${text}`)
        .map((cells) => `saved as ${quoted(cells)}`),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function resave(
  folder: string,
  file: string,
  language: number,
): Promise<readonly (readonly string[])[]> {
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
  const out = path.join(folder, String(language));
  const convert = [`--infilter=${reading(language)}`, '--convert-to', WRITING, '--outdir', out];
  const args = [profile, '--headless', '--norestore', ...convert, file];
  await promisify(execFile)('soffice', args, { timeout: LIMIT_MS });
  const text = await readFile(path.join(out, 'links.csv'), 'utf8');
  return [...readCsv(text.replace(/^\uFEFF/u, ''))].map((row) => ('cells' in row ? row.cells : []));
}

const quoted = (cells: readonly string[]): string => JSON.stringify(cells.map((cell) => cell.slice(0, 40)));
