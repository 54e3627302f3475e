import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { LARGEST_REQUEST, whyNotPlain } from '../../../../main/ipc/dispatch.ts';

test.each([
  undefined,
  null,
  true,
  0,
  -1.5,
  '',
  'text',
  [],
  {},
  { a: [1, { b: null }] },
  Object.create(null) as unknown,
  { toString: 'x', hasOwnProperty: 1 },
])('%j is plain', (value) => {
  expect(whyNotPlain(value)).toBeNull();
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d is not plain', (value) => {
  expect(whyNotPlain({ count: value })).toBe('a number that is not finite');
});

test('an object with its own prototype is not plain, even when its chain is as short as a plain one', () => {
  expect(whyNotPlain(Object.create(Object.create(null) as object))).toBe('an object that is not plain');
});

test('objects and lists of another realm are plain, its Dates and Maps are not', () => {
  expect(whyNotPlain(runInNewContext('({ a: [{ b: 1 }] })'))).toBeNull();
  expect(whyNotPlain(runInNewContext('new Date()'))).not.toBeNull();
  expect(whyNotPlain(runInNewContext('new Map()'))).not.toBeNull();
  expect(whyNotPlain(runInNewContext('new (class X {})()'))).not.toBeNull();
});

describe('keys that could reach a prototype are refused at any depth:', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('%s', (key) => {
    const hostile: unknown = JSON.parse(`{"${key}": 1}`);
    expect(whyNotPlain(hostile)).toBe('a forbidden key');
    expect(whyNotPlain([{ inner: [hostile] }])).toBe('a forbidden key');
  });
});

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}

test('eight levels are accepted, nine are not', () => {
  expect(whyNotPlain(nested(8))).toBeNull();
  expect(whyNotPlain(nested(9))).toBe('too deep, or a cycle');
});

test('a text just below 64 KiB is accepted, one above is not', () => {
  expect(whyNotPlain('x'.repeat(LARGEST_REQUEST - 8))).toBeNull();
  expect(whyNotPlain('x'.repeat(LARGEST_REQUEST - 7))).toBe('too large');
});

test('many small parts add up, including keys and numbers', () => {
  expect(whyNotPlain(Array.from({ length: 20 }, () => 'x'.repeat(4000)))).toBe('too large');
  expect(whyNotPlain(Array.from({ length: 10_000 }, () => 1))).toBe('too large');
  expect(whyNotPlain({ ['k'.repeat(LARGEST_REQUEST)]: 1 })).toBe('too large');
});

test('a graph that shares its parts is checked within bounds', () => {
  let shared: unknown = Array.from({ length: 100 }, () => 1);
  for (let level = 0; level < 6; level += 1) {
    const inner = shared;
    shared = Array.from({ length: 100 }, () => inner);
  }
  // The processor's time, which a busy machine does not stretch; all 10^14 parts would take days.
  const started = process.cpuUsage();
  expect(whyNotPlain(shared)).toBe('too large');
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});

test('no getter runs', () => {
  let ran = false;
  const value = Object.defineProperty({}, 'x', {
    enumerable: true,
    get: () => {
      ran = true;
      return 1;
    },
  });
  expect(whyNotPlain(value)).toBe('a computed property');
  expect(ran).toBe(false);
});

test('no reason quotes what was sent', () => {
  const canary = 'canary-7f3a';
  for (const value of [
    { [canary]: () => canary },
    { x: Symbol(canary) },
    new Map([[canary, canary]]),
    { [canary.repeat(10_000)]: canary },
    { [canary]: { prototype: canary } },
    { [Symbol(canary)]: canary },
  ]) {
    const reason = whyNotPlain(value);
    expect(reason).not.toBeNull();
    expect(reason).not.toContain(canary);
  }
});
