import { expect, test, vi } from 'vitest';
import { LARGEST_REQUEST, whyNotPlain } from '../../../../main/ipc/dispatch.ts';

test('IPC dispatch accepts any JSON value as an argument', () => {
  const odd: unknown[] = [Object.create(null), { toString: 'x', hasOwnProperty: 1 }];
  for (const value of [undefined, null, true, 0, -1.5, '', [], {}, { a: [1, { b: null }] }, ...odd]) {
    expect(whyNotPlain(value)).toBeNull();
  }
});

test('IPC dispatch rejects arguments that JSON can’t represent, such as Date and Map', () => {
  for (const value of [new Date(), new Map(), new (class X {})()]) expect(whyNotPlain(value)).not.toBeNull();
});

test.each(['__proto__', 'constructor', 'prototype'])('IPC dispatch rejects “%s” at any depth', (key) => {
  const hostile: unknown = JSON.parse(`{"${key}": 1}`);
  expect(whyNotPlain(hostile)).toBe('a forbidden property name');
  expect(whyNotPlain([{ inner: [hostile] }])).toBe('a forbidden property name');
});

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}

test('IPC dispatch rejects arguments that are nested more than eight levels deep', () => {
  expect(whyNotPlain(nested(8))).toBeNull();
  expect(whyNotPlain(nested(9))).toBe('nested too deeply, or a cycle');
});

test('IPC dispatch rejects arguments larger than 64 KiB, including property names and numbers', () => {
  expect(whyNotPlain('x'.repeat(LARGEST_REQUEST - 8))).toBeNull();
  const small = Array.from({ length: 10_000 }, () => 1);
  for (const large of ['x'.repeat(LARGEST_REQUEST - 7), small, { ['k'.repeat(LARGEST_REQUEST)]: 1 }]) {
    expect(whyNotPlain(large)).toBe('too large');
  }
});

test('IPC dispatch quickly rejects an argument whose nested, shared arrays have 10^14 elements', () => {
  let shared: unknown = Array.from({ length: 100 }, () => 1);
  for (let level = 0; level < 6; level += 1) {
    const inner = shared;
    shared = Array.from({ length: 100 }, () => inner);
  }
  // The array has 10^14 nested elements, so visiting all would take days. CPU time does not grow on a busy machine.
  const started = process.cpuUsage();
  expect(whyNotPlain(shared)).toBe('too large');
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});

test('IPC dispatch calls no getter of an argument', () => {
  const get = vi.fn(() => 1);
  expect(whyNotPlain(Object.defineProperty({}, 'x', { enumerable: true, get }))).toBe('a computed property');
  expect(get).not.toHaveBeenCalled();
});
