import { expect, test } from 'vitest';
import { originOf } from '../../../../main/lib/origins.ts';

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
