/**
 * The lint configuration, on probes. An override replaces a whole rule for its files, so a list that it
 * repeats can lose an entry without a word: each room's probe imports everything that is forbidden anywhere.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './repository.ts';

const run = promisify(execFile);

const PACKAGES = ['electron', 'keytar', 'undici', 'ws', 'node:sqlite'] as const;

/** Files that stand for their room, and the packages that they may import. */
const ROOMS: Readonly<Record<string, readonly (typeof PACKAGES)[number][]>> = {
  'main/boards/boards.ts': [],
  'main/compose.ts': [],
  'main/index.ts': ['electron'],
  'main/window/menu.ts': ['electron'],
  'main/security/lockdown.ts': ['electron'],
  'main/ipc/router.ts': ['electron'],
  'main/ipc/publish.ts': ['electron'],
  'main/ipc/handlers.ts': [],
  'main/previews/guest.ts': ['electron'],
  'main/previews/grants.ts': [],
  'main/updates/updates.ts': ['electron'],
  'main/keychain/keytar-keychain.ts': ['keytar'],
  'main/keychain/keychain.ts': [],
  'main/service/transport.ts': ['undici'],
  'main/service/http.ts': [],
  'main/store/database.ts': ['node:sqlite'],
  'main/practice/server.ts': ['ws'],
  'renderer/parts/row.tsx': [],
  'preload/bridge.ts': ['electron'],
  'preload/contract/contract.ts': [],
  'test/e2e/boards.spec.ts': ['keytar', 'undici', 'ws', 'node:sqlite'],
};

/** Mistakes that lint must know, each in a file of its own. */
const MISTAKES: Readonly<Record<string, readonly [file: string, code: string]>> = {
  'no-explicit-any': ['main/m1.ts', 'export const x = (y: any): unknown => y;'],
  'no-floating-promises': ['main/m2.ts', 'export const x = (): void => { Promise.resolve(1); };'],
  'switch-exhaustiveness-check': [
    'main/m3.ts',
    "export const x = (y: 'a' | 'b'): number => { switch (y) { case 'a': return 1; } return 2; };",
  ],
  'no-console': ['renderer/m4.ts', "console.log('x');"],
  'no-cycle': ['main/m5.ts', "import { b } from './m6.ts';\nexport const a = (): unknown => b;"],
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

const everything = PACKAGES.map((name, at) => `import x${at} from '${name}';`).join('\n');
const houses = "import h1 from '../../renderer/app.tsx';\nimport h2 from '../../main/index.ts';\n";

describe('lint', () => {
  let folder = '';
  let found: Diagnostics = [];
  const on = (file: string): Diagnostics => found.filter((item) => item.filename === file);
  const refused = (file: string, name: string): boolean =>
    on(file).some(
      (item) => item.code?.includes('no-restricted-imports') && item.message.includes(`'${name}'`),
    );

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'easel-lint-'));
    cpSync(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    };
    write('tsconfig.json', '{ "compilerOptions": { "strict": true, "jsx": "react-jsx" } }');
    write('main/m6.ts', "import { a } from './m5.ts';\nexport const b = (): unknown => a;");
    for (const file of Object.keys(ROOMS)) write(file, houses + everything);
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

  for (const [file, mayImport] of Object.entries(ROOMS)) {
    test(`${file} may import ${mayImport.join(', ') || 'none of the guarded packages'}`, () => {
      expect(PACKAGES.filter((name) => !refused(file, name))).toEqual(mayImport);
    });
  }

  test('no room of main imports the page, nor the page main', () => {
    const files = Object.keys(ROOMS).filter((file) => !file.startsWith('test/'));
    const inMain = files.filter((file) => file.startsWith('main/') || file.startsWith('preload/'));
    expect(inMain.filter((file) => !refused(file, '../../renderer/app.tsx'))).toEqual([]);
    expect(refused('renderer/parts/row.tsx', '../../main/index.ts')).toBe(true);
  });

  for (const [rule, [file]] of Object.entries(MISTAKES)) {
    test(`knows ${rule}`, () => {
      expect(on(file).map((item) => item.code)).toContainEqual(expect.stringContaining(`(${rule})`));
    });
  }
});
