import { expect, test } from 'vitest';
import { foldId, readPastedKey, readPastedPaper } from '../../../../main/lib/pasted.ts';

const APP = 'https://app.example.com';
const ID = '123e4567-e89b-42d3-a456-426614174000';
const ROOM = `${APP}/room/${ID}`;
const SAFE = `https://eur03.safelinks.protection.outlook.com/?url=${encodeURIComponent(ROOM)}&data=05%7C02`;

test.each([
  ['a room address with a token', `${ROOM}?token=aaa.bbb.ccc`],
  ['a room address with a token on two lines', `${ROOM}?token=aaa.\nbbb.ccc`],
  ['a room address before a closing bracket', `${ROOM}).`],
  ['an identifier in quotation marks', `“${ID}”,`],
  ['a GUID in braces', `{${ID}}`],
  ['an identifier at the end of a Japanese sentence', `「${ID}」。`],
  ['an identifier in brackets and quotation marks', `"<${ID}>";`],
  ['an address with an encoded invisible character at its end', `${ROOM}%E2%80%8B`],
  ['a Markdown link', `[Maths](${ROOM} "Maths")`],
  ['a safe link of Outlook', SAFE],
  ['a safe link of Teams', `https://statics.teams.cdn.office.net/safe.html?url=${encodeURIComponent(ROOM)}`],
])('the identifier is extracted from a pasted text: %s', (_what, pasted) => {
  expect(readPastedPaper(pasted, APP)).toEqual({ ok: true, value: ID });
});

test('the refusal of a pasted room address on another host names both hosts', () => {
  const read = readPastedPaper(`https://other.example/room/${ID}?token=secret.secret.secret`, APP);
  expect(read).toEqual({
    ok: false,
    error: 'This address is on other.example, but this connection’s app is on app.example.com.',
  });
});

test.each([
  ['only invisible characters', '\u200b \u2060'],
  ['an address without a room', `${APP}/papers/${ID}`],
  ['a path in an address', `${APP}/room/..%2f..%2fapi`],
  ['a slash', 'a/b'],
  ['a link to another scheme', `[a](javascript:${ID})`],
  ['a text of 201 characters', 'a'.repeat(201)],
  ['a text of 4,097 characters', ROOM.padEnd(4097)],
])('Easel refuses to read a pasted text as a board or paper: %s', (_what, pasted) => {
  expect(readPastedPaper(pasted, APP).ok).toBe(false);
});

test.each([
  [`${APP}/room/a%E2%81%A0b`, 'an invisible character (U+2060) after character 1'],
  ['a b', 'a space (U+0020) after character 1'],
  ['ab\r\nc', 'a line break (U+000D) after character 2'],
])('the refusal of a pasted identifier names its invisible character: %j', (pasted, named) => {
  const error = `The identifier contains ${named}. Remove this character.`;
  expect(readPastedPaper(pasted, APP)).toEqual({ ok: false, error });
});

test.each([
  'Bearer sk_live',
  '‘sk_live’',
  "export API_KEY='sk_live'",
  '$env:API_KEY = "sk_live"',
  '"api_key": "sk_live"',
  "API_KEY='sk_live';",
  '"apiKey": "sk_live",',
  'easel.api-key=sk_live',
  '\ufeffsk_live\u200b\n',
])('an API key is extracted from the pasted text %j', (pasted) => {
  expect(readPastedKey(pasted)).toEqual({ ok: true, value: 'sk_live' });
});

test.each(['sk_live.', 'sk_live)', '(sk_live)', 'sk_live==', 'ABC=', 'ABC==', 'sk=live', 'a%00b', 'bearer'])(
  'the pasted API key %s is not changed',
  (key) => {
    expect(readPastedKey(key)).toEqual({ ok: true, value: key });
  },
);

test('the refusal of a pasted API key names the key’s invisible character without quoting the key', () => {
  expect(readPastedKey('sk_live_\u200babc')).toEqual({
    ok: false,
    error:
      'The key contains an invisible character (U+200B) after character 8. Copy the key again from the dashboard.',
  });
});

test('two spellings count as the same id only if they are spellings of the same UUID', () => {
  for (const spelled of [ID.toUpperCase(), ID.replaceAll('-', '')]) expect(foldId(spelled)).toBe(foldId(ID));
  expect(foldId('aBc')).toBe('aBc');
});
