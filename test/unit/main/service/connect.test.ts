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
