/** The lint configuration, on probes: an override replaces a whole rule for its files, and can lose it without a word. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './repository.ts';

const run = promisify(execFile);

/** Mistakes that lint must know, each in a file of its own. */
const MISTAKES: Readonly<Record<string, readonly [file: string, code: string]>> = {
  'no-explicit-any': ['main/m1.ts', 'export const x = (y: any): unknown => y;'],
  'no-floating-promises': ['main/m2.ts', 'export const x = (): void => { Promise.resolve(1); };'],
  'switch-exhaustiveness-check': [
    'main/m3.ts',
    "export const x = (y: 'a' | 'b'): number => { switch (y) { case 'a': return 1; } return 2; };",
  ],
  'no-console': ['renderer/m4.ts', "console.log('x');"],
  'rules-of-hooks': [
    'renderer/m7.tsx',
    "import { useState } from 'react';\nexport function X({ y }: { y: boolean }) { if (y) useState(1); return null; }",
  ],
  'no-danger': ['renderer/m8.tsx', 'export const X = () => <p dangerouslySetInnerHTML={{ __html: "x" }} />;'],
  'no-focused-tests': ['test/unit/m9.test.ts', "import { test } from 'vitest';\ntest.only('x', () => {});"],
  'no-unused-vars': ['test/unit/m10.test.ts', 'const x = 1;\nexport {};'],
  'alt-text': ['renderer/m11.tsx', 'export const X = () => <img src="/x.png" />;'],
};

const report = v.object({
  diagnostics: v.array(v.object({ code: v.optional(v.string()), message: v.string(), filename: v.string() })),
});
type Diagnostics = v.InferOutput<typeof report>['diagnostics'];

describe('lint', () => {
  let folder = '';
  let found: Diagnostics = [];
  const on = (file: string): Diagnostics => found.filter((item) => item.filename === file);
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'easel-lint-'));
    cpSync(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    };
    write('tsconfig.json', '{ "compilerOptions": { "strict": true, "jsx": "react-jsx" } }');
    for (const [file, code] of Object.values(MISTAKES)) write(file, code);
    const tool = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
    // Findings make it end with 1; a broken configuration prints no JSON, which fails here.
    const output = await run(process.execPath, [tool, '--type-aware', '-f', 'json', '.'], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
      },
      maxBuffer: 16 * 1024 * 1024,
    }).catch((error: { stdout: string }) => error);
    found = v.parse(report, JSON.parse(output.stdout)).diagnostics;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const [rule, [file]] of Object.entries(MISTAKES)) {
    test(`knows ${rule}`, () => {
      expect(on(file).map((item) => item.code)).toContainEqual(expect.stringContaining(`(${rule})`));
    });
  }
});
