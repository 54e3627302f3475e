import { expect, test } from 'vitest';
import { schemesOf } from '../../../../main/service/connect.ts';

test.each([
  [undefined, ''],
  ['Basic realm="x"', 'Basic'],
  ['Negotiate, NTLM', 'Negotiate, NTLM'],
  [['Digest realm="a, b", qop=auth', 'Basic'], 'Digest, Basic'],
  ['Basic ,\tBasic,Bearer x, , é, a_b', 'Basic, Bearer'],
  [`${'a'.repeat(21)}, b`, 'b'],
])('from %j the sign-in methods of a proxy are %j', (challenges, schemes) => {
  expect(schemesOf(challenges)).toBe(schemes);
});

test('endless blanks are read once', () => {
  expect(schemesOf(`Basic,${' '.repeat(2_000_000)}x`)).toBe('Basic, x');
  expect(schemesOf(`,${' \t'.repeat(1_000_000)}\u0001`)).toBe('');
});
