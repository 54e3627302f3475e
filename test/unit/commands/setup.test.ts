import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ensureSystem, requireNode, type Machine } from '../../commands/setup.ts';

const browser = { name: 'Chromium', why: 'shows the app', package: 'chromium' };
const keyring = { name: 'gnome-keyring', why: 'keeps keys', package: 'gnome-keyring' };

type Made = { readonly machine: Machine; readonly said: string[]; readonly installed: string[][] };

/** A machine that lacks the given packages until they are installed. */
function machine(
  options: Partial<Machine> & { readonly lacks?: readonly (typeof browser)[]; readonly fails?: string },
): Made {
  const said: string[] = [];
  const installed: string[][] = [];
  const { lacks = [], fails, ...rest } = options;
  return {
    said,
    installed,
    machine: {
      platform: 'linux',
      node: '24.21.0',
      isLocked: true,
      missing: () => lacks.filter((part) => fails !== undefined || !installed.flat().includes(part.package)),
      packages: 'ours',
      ubuntu: false,
      install: (packages) => {
        installed.push([...packages]);
        return Promise.resolve(fails);
      },
      say: (line) => said.push(line),
      ...rest,
    },
  };
}

describe('the system', () => {
  test('is left alone silently when nothing is missing', async () => {
    const { machine: complete, said, installed } = machine({});
    expect(await ensureSystem(complete)).toEqual([]);
    expect([said, installed]).toEqual([[], []]);
  });

  test('is warned when its own Node runs instead of the locked one', async () => {
    const { machine: other, said } = machine({ node: '25.1.0', isLocked: false });
    expect(await ensureSystem(other)).toEqual([]);
    expect(said).toEqual([
      expect.stringContaining('Node 25.1.0 of the system, not the one of package-lock.json'),
    ]);
  });

  test('gets missing packages from apt-get as root, reported in one line', async () => {
    const { machine: bare, said, installed } = machine({ lacks: [browser, keyring] });
    expect(await ensureSystem(bare)).toEqual([]);
    expect(installed).toEqual([['chromium', 'gnome-keyring']]);
    expect(said).toEqual(['Installing with apt-get: chromium gnome-keyring']);
  });

  test('gets the exact command to run without root', async () => {
    const { machine: bare, said, installed } = machine({ lacks: [keyring], packages: 'theirs' });
    expect(await ensureSystem(bare)).toMatchObject([{ command: 'sudo apt-get install gnome-keyring' }]);
    expect(installed).toEqual([]);
    expect(said).toEqual([
      'Missing: gnome-keyring (keeps keys). Install it: sudo apt-get install gnome-keyring',
    ]);
  });

  test('gets a list of what is still missing, and why, when apt-get fails', async () => {
    const { machine: offline, said } = machine({ lacks: [keyring], fails: 'Temporary failure resolving' });
    expect(await ensureSystem(offline)).toHaveLength(1);
    expect(said).toContain('apt-get failed: Temporary failure resolving');
  });

  test('gets the Debian names of packages when there is no apt-get', async () => {
    const { machine: other } = machine({ lacks: [keyring], packages: 'unknown' });
    expect((await ensureSystem(other))[0]?.command).toContain('gnome-keyring');
  });

  test('never gets Ubuntu’s chromium package, which is a snap', async () => {
    const { machine: ubuntu, installed } = machine({ lacks: [browser, keyring], ubuntu: true, fails: 'no' });
    const still = await ensureSystem(ubuntu);
    expect(installed).toEqual([['gnome-keyring']]);
    expect(still.map((part) => part.command).join()).not.toContain('apt-get install chromium');
  });

  for (const platform of ['darwin', 'win32'] as const) {
    test(`of ${platform} is left alone`, async () => {
      const { machine: other, installed } = machine({ platform, lacks: [keyring] });
      expect(await ensureSystem(other)).toEqual([]);
      expect(installed).toEqual([]);
    });
  }
});

describe('Node', () => {
  test.each(['22.19.0', '22.20.1', '24.0.0', '26.1.0'])('%s is new enough', (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  test.each(['18.20.0', '20.19.5', '22.18.0'])(
    '%s is too old, and the message says what to do',
    (version) => {
      expect(() => requireNode(version)).toThrow(
        new RegExp(`${version.replaceAll('.', '\\.')}.*npm ci`, 'u'),
      );
    },
  );
});

test('only npm run package asks for what makes packages', () => {
  const asks = (file: string): boolean =>
    readFileSync(path.resolve(import.meta.dirname, '../../commands', file), 'utf8').includes(
      'packagingMachine',
    );
  expect(asks('package.ts')).toBe(true);
  expect(['test.ts', 'check.ts', 'start.ts', 'security.ts', 'stages.ts'].filter(asks)).toEqual([]);
});
