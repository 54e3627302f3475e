import { expect, test } from 'vitest';
import { quoted } from '../../../../../main/lib/wording/format.ts';

test.each([
  ['a\u202egnp\n\u2066x', '“a[U+202E]gnp[U+000A][U+2066]x”'],
  ['בית ספר (test)', '“\u2068בית ספר (test)\u2069”'],
  ['Acme”? Yes, “all', "“Acme'? Yes, 'all”"],
  ['＂〝〞❝❞″', `“${"'".repeat(6)}”`],
  ['x'.repeat(200), `“${'x'.repeat(80)}…”`],
])('in the quoted name %j, no character ends the quotation or reverses text', (name, said) => {
  expect(quoted(name)).toBe(said);
});

test.each([
  ['tags', 'Acme\u{e0041}\u{e007f}', 'Acme[U+E0041][U+E007F]'],
  ['variation selectors', 'Acme 7\ufe0f\u{e0100}', 'Acme 7[U+FE0F][U+E0100]'],
  ['a joiner behind emoji', '👩\u200dAcme', '👩[U+200D]Acme'],
])('a quoted name shows %s as code points', (_what, name, said) => {
  expect(quoted(name).replaceAll(/[\u2068\u2069]/gu, '')).toBe(`“${said}”`);
});

test.each(['👩🏽‍🏫', '❤️‍🔥', '🏳️‍🌈', '1️⃣', '🤷‍♂️', 'Ünïcode 漢字', 'Ada  Lovelace'])(
  'a quoted name shows %s unchanged',
  (name) => {
    expect(quoted(name)).toBe(`“${name}”`);
  },
);
