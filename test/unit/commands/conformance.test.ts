import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { conformanceState, hasPassed, keepPassed } from '../../commands/conformance.ts';

let root: string;

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

beforeEach(() => {
  vi.stubEnv('CI', undefined);
  root = mkdtempSync(path.join(os.tmpdir(), 'easel-conformance-'));
  write('test/shell/app.ts', 'the shell');
  write('test/e2e/conformance/app.spec.ts', 'a spec');
  write('main/index.ts', 'Easel');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('specs of the shell that have passed need not run again until the shell, they or the browser change', async () => {
  const browser = path.join(root, 'chromium');
  writeFileSync(browser, 'a browser');
  const passed = conformanceState(browser, root);
  expect(hasPassed(passed, root)).toBe(false);
  await keepPassed(passed, root);
  write('main/index.ts', 'Easel, changed');
  expect(hasPassed(conformanceState(browser, root), root)).toBe(true);

  write('test/shell/app.ts', 'the shell, changed');
  expect(hasPassed(conformanceState(browser, root), root)).toBe(false);
  write('test/shell/app.ts', 'the shell');
  expect(hasPassed(conformanceState(browser, root), root)).toBe(true);
  write('test/e2e/conformance/more.spec.ts', 'another spec');
  expect(hasPassed(conformanceState(browser, root), root)).toBe(false);
  rmSync(path.join(root, 'test/e2e/conformance/more.spec.ts'));
  writeFileSync(browser, 'a newer browser');
  expect(hasPassed(conformanceState(browser, root), root)).toBe(false);
});

test('in CI they always run', async () => {
  const state = conformanceState(undefined, root);
  await keepPassed(state, root);
  vi.stubEnv('CI', 'true');
  expect(hasPassed(state, root)).toBe(false);
});
