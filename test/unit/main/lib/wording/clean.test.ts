import { expect, test } from 'vitest';
import { cleanLine, cleanLines } from '../../../../../main/lib/wording/clean.ts';

test.each([
  ['Acme\u2028Left: never', 'Acme Left: never'],
  ['\u2066Ada\u2069 \u202aand\u202c', 'Ada and'],
  [' a\r\n\tb\u0000c\u0085 ', 'a b c'],
  ['half \ud83d', 'half \ufffd'],
  ['\u200b\u2060', ''],
])('line breaks, control characters and bidi overrides are removed from a name: %j', (text, clean) => {
  expect(cleanLine(text)).toBe(clean);
});

test.each(['👩🏽‍🏫', 'Ünïcode  漢字', 'می\u200cخواهم', 'שלום (3)\u200f'])('cleaning leaves %s as is', (name) => {
  expect(cleanLine(name)).toBe(name);
});

test('the removal of control characters from a multi-line text keeps its line breaks', () => {
  expect(cleanLines(' one\r\ntwo\u2028three\u2029\n\tfour\u202e ')).toBe('one\ntwo\nthree\n\n\tfour');
  expect(cleanLines('a\u0000b\u0085c')).toBe('ab\nc');
});
