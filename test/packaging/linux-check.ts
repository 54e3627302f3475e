/** Installs, upgrades and removes Easel's deb and rpm packages, each in a separate root folder. */
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Case } from '../support/finding.ts';
import { filesBelow } from './contents.ts';
import {
  INSTALLED,
  buildLinuxPackages,
  packageVersion,
  type LinuxBuild,
  type LinuxPackages,
} from './linux-packages.ts';
import { attempt, call } from './programs.ts';

/** Files of users and administrators. They must survive the removal of Easel. */
const PRECIOUS = [
  'home/person/.config/Easel/easel.db',
  'etc/easel/policy.json',
  'etc/apparmor.d/local/easel',
];

const put = async (tree: string, file: string, contents: string): Promise<void> => {
  await mkdir(path.join(tree, path.dirname(file)), { recursive: true });
  await writeFile(path.join(tree, file), contents, { mode: 0o755 });
};

/** Creates a root folder with the programs that package scripts call, and a fake AppArmor parser that writes a log. */
const makeSystem = async (): Promise<string> => {
  const tree = await mkdtemp(path.join(tmpdir(), 'easel-system-'));
  await chmod(tree, 0o755);
  for (const program of ['/bin/sh', '/bin/cp', '/bin/rm']) {
    const libraries = call('ldd', [program]).matchAll(/(\/\S+) \(0x/gu);
    for (const file of [program, ...[...libraries].map(([, name = '']) => name)]) {
      await mkdir(path.join(tree, path.dirname(file)), { recursive: true });
      await cp(file, path.join(tree, file), { dereference: true });
    }
  }
  const folders = ['usr/bin', 'tmp', 'opt', 'var/lib/rpm', 'var/lib/dpkg/info', 'var/lib/dpkg/updates'];
  for (const folder of folders) await mkdir(path.join(tree, folder), { recursive: true });
  await put(tree, 'var/lib/dpkg/status', '');
  await put(tree, 'dev/null', '');
  await put(tree, 'usr/sbin/apparmor_parser', '#!/bin/sh\necho "$@" >> /parser.log\n');
  await put(tree, 'usr/bin/aa-enabled', '#!/bin/sh\n');
  for (const file of PRECIOUS) await put(tree, file, 'precious');
  return tree;
};

const isRoot = process.getuid?.() === 0;
const NAMESPACE = ['--map-root-user'];
const asRoot = (program: string, args: readonly string[]): string =>
  isRoot ? call(program, args) : call('unshare', [...NAMESPACE, program, ...args]);

// Ignores dependencies, because the root folder contains no further packages.
const dpkg = (tree: string, ...args: readonly string[]): string =>
  asRoot('dpkg', ['--root', tree, '--log', '/dev/null', '--force-depends', ...args]);
const rpm = (tree: string, ...args: readonly string[]): string =>
  asRoot('rpm', ['--root', tree, '--dbpath', '/var/lib/rpm', ...args]);

const MANAGERS = {
  deb: {
    install: (tree: string, file: string) => dpkg(tree, '--install', file),
    version: (tree: string) =>
      /^Version: (.*)$/mu.exec(call('dpkg-query', ['--root', tree, '--status', 'easel']))?.[1],
    remove: (tree: string) => dpkg(tree, '--remove', 'easel') + dpkg(tree, '--purge', 'easel'),
  },
  rpm: {
    install: (tree: string, file: string) => rpm(tree, '--upgrade', '--nodeps', file),
    version: (tree: string) => rpm(tree, '--query', '--queryformat', '%{VERSION}', 'easel'),
    remove: (tree: string) => rpm(tree, '--erase', 'easel'),
  },
} as const;

const PROFILE = 'etc/apparmor.d/easel';
const ONLY_BEFORE = `${INSTALLED}/only-in-the-version-before.txt`;

const filesOf = async (tree: string): Promise<readonly string[]> =>
  (await filesBelow(tree)).filter((file) => !/^(?:var\/(?:lib|cache)\/|parser\.log$)/u.test(file));

const compareLists = (found: readonly string[], wanted: readonly string[]): readonly string[] => [
  ...wanted.filter((file) => !found.includes(file)).map((file) => `${file} is missing`),
  ...found.filter((file) => !wanted.includes(file)).map((file) => `${file} is left`),
];

/** Checks that each installed file has the built content, belongs to root, and only root may write to it. */
const installedWrong = async (tree: string, unpacked: string): Promise<readonly string[]> => {
  const files = await filesBelow(unpacked);
  const wanted = [...files, 'resources/apparmor-profile'].toSorted();
  const problems = [...compareLists(await filesBelow(path.join(tree, INSTALLED)), wanted)];
  for (const file of files) {
    const there = path.join(tree, INSTALLED, file);
    const { mode, uid } = await lstat(there);
    const isProgram = /^(?:easel|chrome_crashpad_handler)$/u.test(file);
    const rights = file === 'chrome-sandbox' ? 0o4755 : isProgram ? 0o755 : 0o644;
    if ((mode & 0o7777) !== rights || uid !== process.getuid?.())
      problems.push(`${file} has the rights ${(mode & 0o7777).toString(8)} of user ${uid}`);
    if (!(await readFile(there)).equals(await readFile(path.join(unpacked, file))))
      problems.push(`${file} is not as it was built`);
  }
  return problems;
};

const live = async (
  format: 'deb' | 'rpm',
  before: LinuxPackages,
  now: LinuxPackages,
  build: LinuxBuild,
): Promise<readonly Case[]> => {
  const { install, version, remove } = MANAGERS[format];
  const tree = await makeSystem();
  try {
    const empty = await filesOf(tree);
    install(tree, before[format]);
    const first = await filesOf(tree);
    install(tree, now[format]);
    const second = await filesOf(tree);
    const cases: Case[] = [
      {
        name: `${format}: installs the version before, with its AppArmor profile`,
        problems: [PROFILE, ONLY_BEFORE].filter((file) => !first.includes(file)),
      },
      {
        name: `${format}: upgrades it, each file as it was built, for root alone to change`,
        problems: [
          ...(version(tree) === packageVersion(build.version) ? [] : [`the version is ${version(tree)}`]),
          ...(await installedWrong(tree, build.unpacked)),
          ...['usr/bin/easel', 'usr/share/applications/easel.desktop', PROFILE]
            .filter((file) => !second.includes(file))
            .map((file) => `${file} is missing`),
        ],
      },
    ];
    const message = remove(tree);
    const log = await readFile(path.join(tree, 'parser.log'), 'utf8');
    cases.push({
      name: `${format}: removes all of it but what people made, and says what stays`,
      problems: [
        ...compareLists(await filesOf(tree), empty),
        ...(/--replace .*\/easel\n[^]*--remove \/etc\/apparmor\.d\/easel\n$/u.test(log)
          ? []
          : [`AppArmor was asked for: ${log}`]),
        ...(/What stays: keys, .*keychain/u.test(message) ? [] : ['it doesn’t say what stays']),
      ],
    });
    return cases;
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
};

/** Builds an older version with a file that the current version lacks. An upgrade must remove that file. */
const buildBefore = async (build: LinuxBuild): Promise<LinuxPackages> => {
  const output = path.join(build.output, 'before');
  const unpacked = path.join(output, 'unpacked');
  await put(unpacked, 'easel', '#!/bin/sh\n');
  await put(unpacked, path.basename(ONLY_BEFORE), '');
  return buildLinuxPackages({ ...build, output, unpacked, version: `${build.version}~before` });
};

export const checkLinuxPackages = async (
  packages: LinuxPackages,
  build: LinuxBuild,
): Promise<readonly Case[]> => {
  const name = 'install, upgrade and remove in a system of its own';
  const isPossible = isRoot || attempt('unshare', [...NAMESPACE, 'true']).ok;
  if (!isPossible || build.target.arch !== process.arch) {
    const skipped = isPossible
      ? `needs a machine with ${build.target.arch}`
      : 'needs root, or user namespaces';
    return [{ name, problems: [], skipped }];
  }
  const before = await buildBefore(build);
  const cases = [
    ...(await live('deb', before, packages, build)),
    ...(await live('rpm', before, packages, build)),
  ];
  await rm(path.join(build.output, 'before'), { recursive: true });
  return cases;
};
