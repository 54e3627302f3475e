/** R13: a whole class pack, to the finished sheets: each person's code and name stands there, and a token nowhere else. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCsv } from '../../main/files/csv.ts';
import type { PrintedPage } from '../../main/files/files.ts';
import { ok } from '../../preload/contract/failure.ts';
import { startPractice } from '../practice/practice.ts';
import { launchBrowser } from '../support/browser.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { filesBelow, findLeaks, textPlace, type Secret } from '../support/planted-secrets.ts';
import { readSheets, SHEET_READERS } from '../support/qr-sheets.ts';
import { draftFor, startServices } from '../support/services.ts';
import { dose } from '../support/nightly.ts';
import { findChromium, hasProgram } from '../support/system.ts';
import { value } from './operations.ts';

const PEOPLE = dose(1000, 5);
const ON_A_SHEET = 12;
/** Tokens that are looked for in every form; the others are looked for as they are. */
const IN_EVERY_FORM = 10;

export async function check(): Promise<Finding> {
  const missing =
    findChromium() === undefined ? ['chromium'] : SHEET_READERS.filter((program) => !hasProgram(program));
  const cases = missing.length === 0 ? await played(PEOPLE) : [notHere(missing)];
  return {
    id: 'R13',
    what: `a class pack of ${PEOPLE} people, to a printed PDF`,
    figure: `${cases.filter(({ problems }) => problems.length === 0).length} of ${cases.length} right`,
    target: 'every code is its link, every name is there, no token anywhere else',
    ...tally(cases),
  };
}

const notHere = (missing: readonly string[]): Case => ({
  name: 'sheets of QR codes',
  problems: [],
  skipped: `no ${missing.join(', ')} here (Debian: poppler-utils, zbar-tools)`,
});

/** Scripts from all over, and as many as are asked for. */
const nameOf = (at: number): string =>
  `${['Pupil', 'Ölçer', 'Łukasz', 'Ñandú', '<b>&amp;', '=1+1'][at % 6]} ${at + 1}`;

async function played(people: number): Promise<readonly Case[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-class-pack-'));
  const temporary = path.join(folder, 'temporary');
  await mkdir(temporary);
  const before = { TMPDIR: process.env['TMPDIR'] };
  process.env['TMPDIR'] = temporary;
  const practice = await startPractice({ boards: 1 });
  let pages = 0;
  const services = await startServices(path.join(folder, 'user-data'), {
    files: { save: (_purpose, name, text) => writeFile(path.join(folder, name), text).then(() => ok(name)) },
    savePdf: async (_name, page) => {
      pages = page.body.match(/<section>/gu)?.length ?? 0;
      await writeFile(path.join(folder, 'codes.pdf'), await printed(page));
      return ok('codes.pdf');
    },
  });
  try {
    const draft = draftFor(practice.origin, practice.apiKey);
    const { id: connectionId } = value(await services.call('connections.save', draft));
    const names = Array.from({ length: people }, (_, at) => nameOf(at));
    const templateId = practice.samplePapers[0]?.identifier ?? null;
    const pack = { connectionId, shared: true, pattern: 'Fractions', templateId, names };
    const { id: jobId } = value(await services.call('jobs.createPack', pack));
    await services.event(
      'jobs.changed',
      ({ job }) =>
        (job as { id: string; state: string }).id === jobId && (job as { state: string }).state === 'done',
    );
    const sheet = value(await services.call('jobs.saveQrSheet', { jobId, size: 'A4' }));
    const table = value(await services.call('jobs.saveLinks', { jobId }));
    const rows = [...readCsv(await readFile(path.join(folder, table?.fileName ?? ''), 'utf8'))].slice(1);
    const cells = rows.map((row) => ('cells' in row ? row.cells : []));
    const links = cells.map(([, , link = '']) => link);
    const read = await readSheets(path.join(folder, 'codes.pdf'), people);
    const tokens = links.map((link) => new URL(link).searchParams.get('token') ?? '');
    const said = services.said();
    const left = [...filesBelow(path.join(folder, 'user-data')), ...filesBelow(temporary)];
    const places = [
      textPlace('what main said', said),
      textPlace('the text of the PDF', read.text),
      textPlace('what the PDF says of itself', read.about),
      { name: 'the bytes of the PDF', bytes: await readFile(path.join(folder, 'codes.pdf')) },
      ...left,
    ];
    const secrets = tokens.map((text, at): Secret => ({ name: `token ${at + 1}`, text }));
    return [
      {
        name: 'each person has a link, in the order of the list',
        problems: differences(
          cells.map(([name]) => name),
          names,
        ),
      },
      {
        name: 'the sheets are as many as they should be, and say how many codes they hold',
        problems: differences(
          [pages, read.pages, sheet?.items],
          [Math.ceil(people / ON_A_SHEET), Math.ceil(people / ON_A_SHEET), people],
        ),
      },
      {
        name: 'each code is the link of a person, as another program reads it',
        problems: differences([...read.codes].toSorted(), links.toSorted()),
      },
      {
        name: 'each name stands below a code',
        problems: names.flatMap((name) => (read.text.includes(name) ? [] : [`${name} is missing`])),
      },
      {
        name: 'no token stands in a log, an event, a reply, a temporary file, or in the PDF as text',
        problems: [
          ...findLeaks(secrets.slice(0, IN_EVERY_FORM), places),
          ...secrets.flatMap(({ name, text }) =>
            places.flatMap((place) => (place.bytes.includes(text) ? [`${name} in ${place.name}`] : [])),
          ),
        ],
      },
    ];
  } finally {
    if (before.TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before.TMPDIR;
    await services.close();
    await practice.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** As main/window/print-window.ts has it printed: without scripts, on a sheet without margins. */
async function printed({ style, body, size }: PrintedPage): Promise<Uint8Array> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ javaScriptEnabled: false });
    // Playwright's limits would end sooner here, where time runs faster.
    page.setDefaultTimeout(0);
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style><body>${body}`);
    return await page.pdf({ format: size, margin: { top: 0, bottom: 0, left: 0, right: 0 } });
  } finally {
    await browser.close();
  }
}

/** What is not as it should be, the first of it in words. */
function differences<T>(found: readonly T[], wanted: readonly T[]): readonly string[] {
  if (found.length !== wanted.length) return [`${found.length} in place of ${wanted.length}`];
  const at = found.findIndex((each, index) => each !== wanted[index]);
  return at === -1 ? [] : [`the first that differs is number ${at + 1}`];
}
