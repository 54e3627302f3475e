import { expect, test } from 'vitest';
import { qrSheet } from '../../../../../main/papers/tokens/qr.ts';
import { HOSTILE_NAMES, WITH_CONTROLS } from '../../../../support/hostile-names.ts';

const linkFor = (name: string) => ({
  name,
  paperName: 'Fractions',
  link: 'https://app.example/room/p-1?token=aaa.bbb.ccc',
  expiresAt: null,
});

test('a page of printed QR codes contains at most twelve codes', async () => {
  const links = Array.from({ length: 30 }, (_, at) => linkFor(`Pupil ${at + 1}`));
  const { body, style, size } = await qrSheet(links, 'Letter');
  expect(body.match(/<section>/gu)).toHaveLength(3);
  expect(body.match(/<svg /gu)).toHaveLength(30);
  for (const { name } of links) expect(body).toContain(`<b dir="auto">${name}</b>`);
  expect([size, style.includes('width: 215.9mm')]).toEqual(['Letter', true]);
  expect((await qrSheet(links, 'A4')).style).toContain('width: 210mm');
});

test('names on a printed sheet of QR codes are escaped for HTML', async () => {
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

test('a printed QR code states when its join link expires', async () => {
  const soon = { ...linkFor('Ada'), expiresAt: Date.UTC(2026, 11, 24, 12) };
  expect((await qrSheet([soon], 'A4')).body).toMatch(/Fractions<\/small><small>Until 24 Dec 2026/u);
  const long = { ...linkFor('Ada'), link: `https://app.example/?token=${'a'.repeat(3000)}` };
  expect((await qrSheet([long], 'A4')).body).toContain('too long for a QR code');
});
