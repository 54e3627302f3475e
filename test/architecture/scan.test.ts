/** The scan of the real tree, and the proof of each rule: what it must refuse and what it must let pass. */
import { describe, expect, test } from 'vitest';
import { FIXTURES } from './fixtures/index.ts';
import { trackedFiles } from './repository.ts';
import { RULES, TEXT_RULES } from './rules/index.ts';
import { scan, sitesOf } from './scan.ts';

const ruleNames = [...RULES, ...TEXT_RULES].map((rule) => rule.name);

/** The rules that a fixture breaks, each once. */
const broken = (path: string, text: string): readonly string[] => [
  ...new Set(scan([{ path, text }]).map((finding) => finding.rule)),
];

describe('the rules', () => {
  for (const { rule, path, refuse, pass } of FIXTURES) {
    for (const text of refuse) {
      test(`${rule} refuses ${text.slice(0, 70)}`, () => {
        expect(broken(path, text)).toContain(rule);
      });
    }
    for (const text of pass) {
      test(`${rule} accepts ${text.slice(0, 70)}`, () => {
        expect(broken(path, text)).not.toContain(rule);
      });
    }
  }

  test('each have an example to refuse and one to accept', () => {
    const proven = FIXTURES.filter((item) => item.refuse.length > 0 && item.pass.length > 0);
    expect(ruleNames.filter((name) => !proven.some((item) => item.rule === name))).toEqual([]);
  });

  test('a file that cannot be parsed is a breach, not a pass', () => {
    expect(broken('main/x.ts', 'const = ;')).toEqual(['parse-error']);
    expect(broken('renderer/x.tsx', 'export const X = () => <div>;')).toContain('parse-error');
  });

  test('comments and types are no breach', () => {
    expect(
      broken('main/x.ts', '// eval("x"), http://evil.example\nexport type X = { readonly sandbox: false };'),
    ).toEqual([]);
  });

  test('a breach names file and line', () => {
    const [finding] = scan([{ path: 'main/x.ts', text: 'export {};\n\neval(text);\n' }]);
    expect(finding).toMatchObject({ rule: 'no-eval', path: 'main/x.ts', line: 3, what: 'eval()' });
  });
});

describe('rules of a single place', () => {
  const places = [
    ['one-window-factory', 'main/window/hardened-window.ts', 'new BrowserWindow({})'],
    ['one-ipc-handler', 'main/ipc/router.ts', 'ipcMain.handle(name, fn)'],
    ['one-bridge', 'preload/bridge.ts', "contextBridge.exposeInMainWorld('easel', api)"],
    ['one-http-client', 'main/service/transport.ts', "import Agent from 'undici/lib/dispatcher/agent.js'"],
    ['one-keytar-importer', 'main/keychain/keytar-keychain.ts', "await import('keytar')"],
  ] as const;

  for (const [rule, path, code] of places) {
    test(`${rule}: once in ${path}, never twice, never elsewhere`, () => {
      expect(broken(path, code)).toEqual([]);
      expect(broken(path, `${code};\n${code};`)).toEqual([rule]);
      expect(broken('main/boards/boards.ts', code)).toContain(rule);
      expect(
        scan([
          { path, text: code },
          { path: 'main/boards/boards.ts', text: code },
        ]).filter((finding) => finding.rule === rule),
      ).toHaveLength(1);
    });

    // That it is nowhere else, the whole tree is asked below.
    test(`${rule}: the place exists`, () => {
      const files = trackedFiles().filter((file) => file.path === path);
      expect(sitesOf(rule, files)).toEqual([expect.stringMatching(`^${path}:`)]);
    });
  }

  test('one-open-external: one call in main, whichever file holds it', () => {
    const text = 'void shell.openExternal(address);';
    expect(broken('main/security/external.ts', text)).toEqual([]);
    expect(broken('main/security/external.ts', text + text)).toEqual(['one-open-external']);
  });
});

test('the tree keeps every rule', () => {
  const sources = trackedFiles();
  expect(sources.filter((file) => /^(?:main|preload|renderer)\//u.test(file.path)).length).toBeGreaterThan(
    50,
  );
  expect(scan(sources).map(({ rule, path, line, what }) => `${path}:${line} ${rule}: ${what}`)).toEqual([]);
});
