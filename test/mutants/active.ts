/** Vitest setup file for mutation tests: negates one condition, and records which conditions run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { ACTIVE_FILE, REACHED } from './places.ts';

const active = Number(readFileSync(ACTIVE_FILE, 'utf8'));
const reached = new Set<number>();

Object.assign(globalThis, {
  __mutated: (id: number, value: unknown): unknown => {
    reached.add(id);
    return id === active ? !value : value;
  },
});

afterAll(() => {
  const { testPath = '' } = expect.getState();
  if (active >= 0) return;
  mkdirSync(REACHED, { recursive: true });
  writeFileSync(
    path.join(REACHED, `${testPath.replaceAll(/[/\\:]/gu, '+')}.json`),
    JSON.stringify([...reached]),
  );
});
