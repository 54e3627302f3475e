/** Reads the QR codes of a PDF with the programs poppler-utils and zbar-tools. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const SHEET_READERS = ['pdftoppm', 'zbarimg', 'pdftotext'] as const;

/** Resolutions in dpi at which the PDF is read. At a single resolution, zbar misses 1 of 100 codes. */
const DRAWN_AT = [110, 150, 200, 250] as const;

const MOST_READ = 64 * 1024 * 1024;

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
