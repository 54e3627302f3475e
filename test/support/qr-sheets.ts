/** Reads sheets of QR codes as other programs see them: Debian's poppler-utils draw them, zbar-tools read the codes. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const SHEET_READERS = ['pdftoppm', 'zbarimg', 'pdftotext'] as const;

/** Dots an inch: zbar overlooks one code in a hundred at one of them, and another at the next. */
const DRAWN_AT = [110, 150, 200, 250] as const;

const MOST_READ = 64 * 1024 * 1024;

/** The codes of a PDF, drawn ever finer until there are `most`, and its text. */
export async function readSheets(pdf: string, most: number) {
  const codes = new Set<string>();
  let pages = 0;
  for (const dots of DRAWN_AT) {
    if (codes.size >= most) break;
    const read = await readCodes(pdf, dots);
    pages = read.pages;
    for (const code of read.codes) codes.add(code);
  }
  const { stdout } = spawnSync('pdftotext', [pdf, '-'], { encoding: 'utf8', maxBuffer: MOST_READ });
  return { pages, codes, text: stdout };
}

async function readCodes(pdf: string, dots: number) {
  const drawn = await mkdtemp(path.join(tmpdir(), 'easel-sheets-'));
  spawnSync('pdftoppm', ['-r', String(dots), '-gray', pdf, path.join(drawn, 'page')]);
  const pages = (await readdir(drawn)).toSorted();
  const read = spawnSync('zbarimg', ['-q', '--raw', '-Sdisable', '-Sqrcode.enable', ...pages], {
    cwd: drawn,
    encoding: 'utf8',
    maxBuffer: MOST_READ,
  });
  await rm(drawn, { recursive: true });
  return { pages: pages.length, codes: read.stdout.trim().split('\n') };
}
