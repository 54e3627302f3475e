import { expect, test } from 'vitest';
import { APP_ORIGIN, originOf, START_PAGE } from '../../../../main/lib/origins.ts';
import { HOSTILE_ADDRESSES } from '../app/security/hostile-addresses.ts';

test.each([
  ['app://easel/index.html', 'app://easel'],
  ['https://App.Example:443/x?y#z', 'https://app.example'],
  ['http://127.0.0.1:4711/', 'http://127.0.0.1:4711'],
  ['blob:https://app.example/1f0e', 'https://app.example'],
])('the address %s has the origin %s', (address, origin) => {
  expect(originOf(address)).toBe(origin);
});

test.each(['', 'x', 'data:text/html,x', 'about:blank', 'file:///x', 'javascript:1', '//evil.example/'])(
  'the address %j has no usable origin',
  (address) => {
    expect(originOf(address)).toBeNull();
  },
);

test('the origin of a hostile address is never Easel’s own origin', () => {
  expect(originOf(START_PAGE)).toBe(APP_ORIGIN);
  for (const address of HOSTILE_ADDRESSES) expect(originOf(address)).not.toBe(APP_ORIGIN);
});
