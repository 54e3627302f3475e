import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { qrCode, qrSheet } from '../../../../../main/papers/tokens/qr.ts';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../../../../support/hostile-names.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'easel-qr-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A QR reader that is independent of Easel, from Debian's zbar-tools. */
const hasReader = spawnSync('zbarimg', ['--version']).status === 0;

/** Returns the code as a PGM image, with the white margin that readers need. */
function pictureOf(text: string): Buffer {
  const { size = 0, path: runs = '' } = qrCode(text) ?? {};
  const [quiet, scale] = [4, 5];
  const width = (size + 2 * quiet) * scale;
  const pixels = Buffer.alloc(width ** 2, 255);
  for (const [, x, y, length] of runs.matchAll(/M(\d+) (\d+)h(\d+)/gu))
    for (let row = 0; row < scale; row += 1) {
      const from = ((Number(y) + quiet) * scale + row) * width + (Number(x) + quiet) * scale;
      pixels.fill(0, from, from + Number(length) * scale);
    }
  return Buffer.concat([Buffer.from(`P5 ${width} ${width} 255\n`), pixels]);
}

const LINK = `https://app.example.com/room/0f0f?token=eyJ${'hbGciOiJIUzI1NiJ9_-.'.repeat(150)}`;

test.runIf(hasReader).each([20, 600, 2953])(
  'a QR code of %i characters is decoded to its text by another program (zbarimg)',
  (length) => {
    const text = LINK.slice(0, length);
    const file = path.join(folder, `${length}.pgm`);
    writeFileSync(file, pictureOf(text));
    const read = execFileSync('zbarimg', ['-q', '--raw', file], { encoding: 'utf8', stdio: 'pipe' });
    expect(read.trim()).toBe(text);
  },
);

const linkFor = (name: string) => ({
  name,
  paperName: 'Fractions',
  link: 'https://app.example/room/p-1?token=aaa.bbb.ccc',
  expiresAt: null,
});

test('a printed sheet has twelve QR codes with names, in the requested size', async () => {
  const links = Array.from({ length: 30 }, (_, at) => linkFor(`Pupil ${at + 1}`));
  const { body, style, size } = await qrSheet(links, 'Letter');
  expect(body.match(/<section>/gu)).toHaveLength(3);
  expect(body.match(/<svg /gu)).toHaveLength(30);
  for (const { name } of links) expect(body).toContain(`<b dir="auto">${name}</b>`);
  expect([size, style.includes('width: 215.9mm')]).toEqual(['Letter', true]);
  expect((await qrSheet(links, 'A4')).style).toContain('width: 210mm');
});

test('names on a printed sheet are escaped for HTML', async () => {
  const names = [...HOSTILE_NAMES, ...WITH_CONTROLS.map(([pasted]) => pasted)];
  const { body } = await qrSheet(names.map(linkFor), 'A4');
  const tags = new Set<string>([...body.matchAll(/<\/?([a-z][a-z0-9]*)/giu)].map(([, tag = '']) => tag));
  expect(tags).toEqual(new Set(['b', 'figcaption', 'figure', 'path', 'section', 'small', 'svg']));
  const shown = [...body.matchAll(/<b dir="auto">(.*?)<\/b>/gsu)].map(([, text = '']) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  );
  expect(shown).toEqual(names.map((name) => name.replaceAll(/\p{Cc}+/gu, ' ')));
});

test('a QR card shows when its link expires, or that the link is too long for a code', async () => {
  const soon = { ...linkFor('Ada'), expiresAt: Date.UTC(2026, 11, 24, 12) };
  expect((await qrSheet([soon], 'A4')).body).toMatch(/Fractions<\/small><small>Until 24 Dec 2026/u);
  const long = { ...linkFor('Ada'), link: `https://app.example/?token=${'a'.repeat(3000)}` };
  expect((await qrSheet([long], 'A4')).body).toContain('too long for a QR code');
});
