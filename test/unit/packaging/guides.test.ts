import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '../../../main/lib/env.ts';
import { NO_POLICY } from '../../../main/ipc/policy/policy.ts';
import { readPolicy } from '../../../main/ipc/policy/read-policy.ts';
import { refusedSwitches } from '../../../main/app/security/switches.ts';
import { ROOT, trackedFiles } from '../../architecture/repository.ts';
import { putPlutil, readsPlists } from '../../support/plutil.ts';
import { freshFolder } from '../../support/fresh-folder.ts';

const files = new Map(trackedFiles().map((file) => [file.path, file.text]));
const textOf = (file: string): string => files.get(file) ?? '';
const deployment = textOf('.github/docs/deployment.md');

function blocks(language: string): readonly string[] {
  return [...deployment.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gmu)].flatMap(([, of, code = '']) =>
    of === language ? [code] : [],
  );
}

describe('example policies in the deployment guide', () => {
  let folder: string;
  beforeEach(async () => {
    folder = path.join(freshFolder(), 'easel');
    await mkdir(folder, { mode: 0o755 });
  });

  async function read(text: string, format: 'json' | 'plist'): Promise<unknown> {
    const file = path.join(folder, `policy.${format}`);
    await writeFile(file, text, { mode: 0o644 });
    const owners = process.getuid === undefined ? null : [process.getuid()];
    const reading = await readPolicy(
      readEnv({ execPath: '/somewhere/Easel', platform: 'linux', env: {} }, true),
      [{ file, owners, ownFolder: true }],
      await putPlutil(path.join(path.dirname(folder), 'plutil')),
    );
    return reading.kind === 'active' ? reading.policy : reading;
  }

  test('the example policies in the deployment guide are valid', async () => {
    const inScripts = blocks('powershell').map((script) => /@'\n([\s\S]*?)\n'@/u.exec(script)?.[1] ?? '');
    const examples = [...blocks('json'), ...inScripts];
    expect(examples.length).toBe(5);
    for (const example of examples) {
      const policy = await read(example, 'json');
      expect(policy).not.toHaveProperty('problem');
      expect(policy).not.toEqual(NO_POLICY);
    }
  });

  test.skipIf(!readsPlists)('the macOS profile in the deployment guide contains a valid policy', async () => {
    const [profile = '', ...more] = blocks('xml');
    expect(more).toEqual([]);
    const inner =
      /<key>mcx_preference_settings<\/key>\s*(<dict>[\s\S]*?\n {16}<\/dict>)/u.exec(profile)?.[1] ?? '';
    const head = profile.slice(0, profile.indexOf('<plist'));
    expect(await read(`${head}<plist version="1.0">${inner}</plist>`, 'plist')).toMatchObject({
      allowedApiHosts: ['boards.example.com', 'papers.example.com'],
      requireKeychain: true,
      idleLockMinutes: 15,
      holdSeconds: { single: null, bulk: 3600 },
    });
    const appId = /^appId: (\S+)/mu.exec(textOf('electron-builder.yml'))?.[1] ?? '';
    expect(profile).toContain(`<key>${appId}</key>`);
  });
});

test('the policy guide for administrators describes every rule of a policy', () => {
  const [, table = ''] = textOf('.github/docs/policy.md').split('| Rule ');
  const named = [...table.matchAll(/^\|([^|]+)\|/gmu)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/gu)].map(([, name = '']) => name),
  );
  expect(named.toSorted()).toEqual(Object.keys(NO_POLICY).toSorted());
});

const page = readFileSync(path.join(ROOT, 'main/packaging/easel.1'), 'utf8').replaceAll(String.raw`\-`, '-');
const [, switches = ''] = /\.SH SWITCHES\n([^]*?)\n\.SH /u.exec(page) ?? [];

test('the manual page of Easel lists only switches that an installed Easel accepts', () => {
  const names = switches.match(/(?<![\w-])--[a-z][\w-]*/gu) ?? [];
  expect(names.length).toBeGreaterThan(5);
  expect(refusedSwitches(names, 'linux')).toEqual([]);
});
