import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { qrCode, type QrCode } from '../../../../main/tokens/qr-code.ts';
import { qrSheet } from '../../../../main/tokens/qr-sheet.ts';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../../../support/hostile-names.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'easel-qr-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Debian’s zbar-tools: a reader that is not ours. */
const hasReader = spawnSync('zbarimg', ['--version']).status === 0;

/** The code as a picture (PGM), with the white border that readers need. */
function pictureOf(code: QrCode): Buffer {
  const [quiet, scale] = [4, 5];
  const width = (code.length + 2 * quiet) * scale;
  const pixels = Array.from({ length: width * width }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)].map((place) => Math.floor(place / scale) - quiet);
    return code[y ?? -1]?.[x ?? -1] === true ? 0 : 255;
  });
  return Buffer.concat([Buffer.from(`P5 ${width} ${width} 255\n`), Buffer.from(pixels)]);
}

const LINK = `https://app.example.com/room/0f0f?token=eyJ${'hbGciOiJIUzI1NiJ9_-.'.repeat(150)}`;

test.runIf(hasReader).each([20, 134, 271, 600, 1091, 1640, 2953])(
  'a code of %i characters is read by another program, and is the text (zbarimg)',
  (length) => {
    const text = LINK.slice(0, length);
    const file = path.join(folder, `${length}.pgm`);
    writeFileSync(file, pictureOf(qrCode(text) ?? []));
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

test('there are twelve codes on a sheet, each with its name, and the sheet has the size that was asked for', async () => {
  const links = Array.from({ length: 30 }, (_, at) => linkFor(`Pupil ${at + 1}`));
  const { body, style, size } = await qrSheet(links, 'Letter');
  expect(body.match(/<section>/gu)).toHaveLength(3);
  expect(body.match(/<svg /gu)).toHaveLength(30);
  for (const { name } of links) expect(body).toContain(`<b dir="auto">${name}</b>`);
  expect([size, style.includes('width: 215.9mm')]).toEqual(['Letter', true]);
  expect((await qrSheet(links, 'A4')).style).toContain('width: 210mm');
});

test('a name is text, whatever stands in it, and none is lost', async () => {
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

test('until when a link is good stands below its name; a link that no code holds is told so', async () => {
  const soon = { ...linkFor('Ada'), expiresAt: Date.UTC(2026, 11, 24, 12) };
  expect((await qrSheet([soon], 'A4')).body).toMatch(/Fractions<\/small><small>Until 24 Dec 2026/u);
  const long = { ...linkFor('Ada'), link: `https://app.example/?token=${'a'.repeat(3000)}` };
  expect((await qrSheet([long], 'A4')).body).toContain('too long for a QR code');
});
