import { expect, test } from 'vitest';
import { whyNotPlain } from '../../../../main/ipc/dispatch.ts';

test.each(['__proto__', 'constructor', 'prototype'])('IPC dispatch rejects the field name “%s”', (key) => {
  const hostile: unknown = JSON.parse(`{"${key}": 1}`);
  expect(whyNotPlain(hostile)).toBe('a forbidden property name');
  expect(whyNotPlain([{ inner: [hostile] }])).toBe('a forbidden property name');
});

test('IPC dispatch quickly rejects an argument whose nested, shared arrays have 10^14 elements', () => {
  let shared: unknown = Array.from({ length: 100 }, () => 1);
  for (let level = 0; level < 6; level += 1) {
    const inner = shared;
    shared = Array.from({ length: 100 }, () => inner);
  }
  // A check of all 10^14 nested elements would take days. Measures CPU time, because other programs do not raise it.
  const started = process.cpuUsage();
  expect(whyNotPlain(shared)).toBe('too large');
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});
