/** Looks at the deb and the rpm: what they say of themselves, and what they do to a system when they come and go. */
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasProgram } from '../support/system.ts';
import type { Case } from '../support/finding.ts';
import { filesBelow } from './contents.ts';
import {
  INSTALLED,
  LIBRARIES,
  buildLinuxPackages,
  packageVersion,
  type LinuxBuild,
  type LinuxPackages,
} from './linux-packages.ts';
import { attempt, call } from './programs.ts';

const skipped = (name: string, why: string): Case => ({ name, problems: [], skipped: why });

/** A program's errors, for those that count warnings as no failure. */
const errorLines = (output: string): readonly string[] =>
  output.split('\n').filter((line) => /(?:^|: )E: /u.test(line));

const lint = (program: string, args: readonly string[], file: string): Case => {
  const name = `${program} finds no error but those with a reason`;
  if (!hasProgram(program)) return skipped(name, `${program} isn’t here`);
  const { ok, output } = attempt(program, [...args, file]);
  const errors = errorLines(output);
  return { name, problems: ok || errors.length > 0 ? errors : [output] };
};

/** Programs outside Easel that tell whether a part of the package is right. */
const lintAll = ({ deb, rpm }: LinuxPackages, root: string): readonly Case[] => {
  const file = (name: string): string => path.join(root, 'main/packaging/linux', name);
  const desktop = 'desktop-file-validate accepts the menu entry';
  const profile = 'apparmor_parser accepts the profile';
  const parser = attempt('apparmor_parser', ['--version']).output;
  const knowsNamespaces = Number(/version (\d+)/u.exec(parser)?.[1] ?? 0) >= 4;
  const said = (name: string, { ok, output }: { ok: boolean; output: string }): Case => ({
    name,
    problems: ok && output === '' ? [] : [output],
  });
  return [
    lint('lintian', ['--tag-display-limit', '0', '--fail-on', 'error'], deb),
    lint('rpmlint', ['-r', path.join(root, 'test/packaging/rpmlintrc')], rpm),
    hasProgram('desktop-file-validate')
      ? said(desktop, attempt('desktop-file-validate', [file('easel.desktop')]))
      : skipped(desktop, 'desktop-file-validate isn’t here'),
    knowsNamespaces
      ? said(
          profile,
          attempt('apparmor_parser', ['--skip-kernel-load', '--skip-cache', file('apparmor-profile')]),
        )
      : skipped(profile, 'needs AppArmor 4, as Ubuntu 24.04 has'),
  ];
};

/**
 * The libraries that rpmbuild found in the programs, in both packages' dependencies; and that a system can have them.
 * rpmbuild reads the files themselves, so a library that a new Electron brings along is found here.
 */
const dependencies = ({ deb, rpm }: LinuxPackages): readonly Case[] => {
  const needed = new Set(
    [...call('rpm', ['-qp', '--requires', rpm]).matchAll(/^(\S+\.so[^\s(]*)\(/gmu)].map(
      ([, name = '']) => name,
    ),
  );
  const depends = call('dpkg-deb', ['--field', deb, 'Depends']).split(', ');
  const known = 'every library that a program in it needs is a dependency';
  const installable = 'apt can install it here, with all that it depends on';
  const simulated = attempt('apt-get', ['install', '--simulate', '--quiet', deb]);
  return [
    {
      name: `${known} (${needed.size})`,
      problems: [
        ...[...needed]
          .filter((library) => !depends.includes(LIBRARIES[library] ?? ''))
          .map((library) => `${library} is none`),
        ...(needed.has('libsecret-1.so.0') ? [] : ['the rpm doesn’t ask for libsecret']),
      ],
    },
    !hasProgram('apt-get') || !attempt('apt-cache', ['show', 'libnss3']).ok
      ? skipped(installable, 'needs the package lists of apt')
      : { name: installable, problems: simulated.ok ? [] : [simulated.output] },
  ];
};

/** What a person has, and an administrator put there: it outlives Easel. */
const PRECIOUS: Readonly<Record<string, string>> = {
  'home/person/.config/Easel/easel.db': 'boards, papers, notes',
  'home/person/.local/share/keyrings/login.keyring': 'keys',
  'etc/easel/policy.json': '{ "version": 1 }',
  'etc/apparmor.d/local/easel': '# ours',
};

/** Where the tree's own apparmor_parser writes what it was asked, and whether it is to refuse the profile, as an old one. */
const PARSER = `#!/bin/sh
echo "$@" >> /parser.log
[ "$1" != --skip-kernel-load ] || [ ! -e /parser-is-old ]
`;

/** A system of its own, as far as packages and their scripts need one: a shell, cp, rm, and an AppArmor that only notes what it is told. */
const makeSystem = async (): Promise<string> => {
  const tree = await mkdtemp(path.join(tmpdir(), 'easel-system-'));
  await chmod(tree, 0o755);
  const put = async (file: string, contents: string, mode = 0o644): Promise<void> => {
    await mkdir(path.join(tree, path.dirname(file)), { recursive: true });
    await writeFile(path.join(tree, file), contents, { mode });
  };
  for (const program of ['/bin/sh', '/bin/cp', '/bin/rm']) {
    const libraries = call('ldd', [program]).matchAll(/(\/\S+) \(0x/gu);
    for (const file of [program, ...[...libraries].map(([, name = '']) => name)]) {
      await mkdir(path.join(tree, path.dirname(file)), { recursive: true });
      await cp(file, path.join(tree, file), { dereference: true });
    }
  }
  for (const folder of [
    'usr/bin',
    'tmp',
    'opt',
    'var/lib/rpm',
    'var/lib/dpkg/info',
    'var/lib/dpkg/updates',
  ]) {
    await mkdir(path.join(tree, folder), { recursive: true });
  }
  await put('var/lib/dpkg/status', '');
  await put('dev/null', '', 0o666);
  await put('usr/sbin/apparmor_parser', PARSER, 0o755);
  await put('usr/bin/aa-enabled', '#!/bin/sh\n', 0o755);
  for (const [file, contents] of Object.entries(PRECIOUS)) await put(file, contents);
  return tree;
};

type Manager = {
  readonly name: 'dpkg' | 'rpm';
  readonly install: (tree: string, file: string) => string;
  readonly version: (tree: string) => string;
  /** Compares what is installed with what the package says; silent where nothing differs. */
  readonly verify: (tree: string) => string;
  readonly remove: (tree: string) => string;
};

/** Roots of their own need the rights of root, or those of a namespace in which we are it. */
const NAMESPACE = ['--map-root-user'];
const isRoot = process.getuid?.() === 0;
const asRoot = (program: string, args: readonly string[]): string =>
  isRoot ? call(program, args) : call('unshare', [...NAMESPACE, program, ...args]);

// The trees hold no other package, so nothing that Easel depends on either.
const dpkg = (tree: string, ...args: readonly string[]): string =>
  asRoot('dpkg', ['--root', tree, '--log', '/dev/null', '--force-depends', ...args]);
const rpm = (tree: string, ...args: readonly string[]): string =>
  asRoot('rpm', ['--root', tree, '--dbpath', '/var/lib/rpm', ...args]);

const MANAGERS: readonly Manager[] = [
  {
    name: 'dpkg',
    install: (tree, file) => dpkg(tree, '--install', file),
    version: (tree) =>
      /^Version: (.*)$/mu.exec(call('dpkg-query', ['--root', tree, '--status', 'easel']))?.[1] ?? '',
    verify: (tree) => dpkg(tree, '--verify', 'easel'),
    remove: (tree) => dpkg(tree, '--remove', 'easel') + dpkg(tree, '--purge', 'easel'),
  },
  {
    name: 'rpm',
    install: (tree, file) => rpm(tree, '--upgrade', '--replacepkgs', '--nodeps', file),
    version: (tree) => rpm(tree, '--query', '--queryformat', '%{VERSION}', 'easel'),
    verify: (tree) => rpm(tree, '--verify', '--nodeps', 'easel'),
    remove: (tree) => rpm(tree, '--erase', 'easel'),
  },
];

const PROFILE = 'etc/apparmor.d/easel';
const ONLY_BEFORE = 'only-in-the-version-before.txt';

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** All files but the package manager's own records, what it found running, and the note of the tree's AppArmor. */
const filesOf = async (tree: string): Promise<readonly string[]> =>
  (await filesBelow(tree)).filter((file) => !/^(?:var\/(?:lib|cache)\/|parser\.log$)/u.test(file));

const compareLists = (found: readonly string[], wanted: readonly string[]): readonly string[] => [
  ...wanted.filter((file) => !found.includes(file)).map((file) => `${file} is gone`),
  ...found.filter((file) => !wanted.includes(file)).map((file) => `${file} is left`),
];

/** What is wrong with an installed Easel: each file as built, owned by root, nobody else's to change. */
const installedWrong = async (tree: string, unpacked: string): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const file of await filesBelow(unpacked)) {
    const there = path.join(tree, INSTALLED, file);
    if (!(await isThere(there))) problems.push(`${file} is not installed`);
    else if (!(await readFile(there)).equals(await readFile(path.join(unpacked, file)))) {
      problems.push(`${file} is not as it was built`);
    }
  }
  const owner = process.getuid?.();
  for (const file of await filesBelow(path.join(tree, INSTALLED))) {
    const { mode, uid } = await lstat(path.join(tree, INSTALLED, file));
    const rights = (mode & 0o7777).toString(8);
    const wanted =
      file === 'chrome-sandbox' ? '4755' : /^(?:easel|chrome_crashpad_handler)$/u.test(file) ? '755' : '644';
    if (rights !== wanted) problems.push(`${file} has the rights ${rights}, not ${wanted}`);
    if (uid !== owner) problems.push(`${file} belongs to ${uid}`);
  }
  const link = await readlink(path.join(tree, 'usr/bin/easel'));
  if (link !== `/${INSTALLED}/easel`) problems.push(`/usr/bin/easel leads to ${link}`);
  for (const file of [
    'usr/share/applications/easel.desktop',
    'usr/share/icons/hicolor/48x48/apps/easel.png',
  ]) {
    if (!(await isThere(path.join(tree, file)))) problems.push(`${file} is not installed`);
  }
  return problems;
};

const preciousWrong = async (tree: string): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const [file, contents] of Object.entries(PRECIOUS)) {
    const found = await readFile(path.join(tree, file), 'utf8').catch(() => null);
    if (found !== contents) problems.push(`${file} was ${found === null ? 'removed' : 'changed'}`);
  }
  return problems;
};

const live = async (
  manager: Manager,
  before: string,
  now: string,
  build: LinuxBuild,
): Promise<readonly Case[]> => {
  const { name } = manager;
  const tree = await makeSystem();
  const cases: Case[] = [];
  const step = (what: string, problems: readonly string[]): void => {
    cases.push({ name: `${name}: ${what}`, problems });
  };
  const hasProfile = (): Promise<boolean> => isThere(path.join(tree, PROFILE));
  try {
    const empty = await filesOf(tree);

    manager.install(tree, before);
    step('installs the version before, with its AppArmor profile', [
      ...((await hasProfile()) ? [] : ['there is no profile']),
      ...((await isThere(path.join(tree, INSTALLED, ONLY_BEFORE)))
        ? []
        : [`${ONLY_BEFORE} is not installed`]),
    ]);

    await writeFile(path.join(tree, 'parser.log'), '');
    manager.install(tree, now);
    const version = manager.version(tree);
    const asked = await readFile(path.join(tree, 'parser.log'), 'utf8');
    step('upgrades it, and loads the profile', [
      ...(version === packageVersion(build.version) ? [] : [`the version is ${version}`]),
      ...((await isThere(path.join(tree, INSTALLED, ONLY_BEFORE))) ? [`${ONLY_BEFORE} is left`] : []),
      ...((await hasProfile()) ? [] : ['there is no profile']),
      ...(asked.includes(`--replace --write-cache --skip-read-cache /${PROFILE}`)
        ? []
        : [`it asked for ${asked}`]),
      ...(asked.includes('--remove') ? ['it takes the profile away'] : []),
    ]);
    step(
      'has every file as it was built, for root to change alone',
      await installedWrong(tree, build.unpacked),
    );
    const differs = manager.verify(tree);
    step('finds nothing changed', differs === '' ? [] : [differs]);

    await writeFile(path.join(tree, 'parser-is-old'), '');
    manager.install(tree, now);
    step('leaves no profile to an AppArmor that can’t read it', (await hasProfile()) ? ['there is one'] : []);
    await rm(path.join(tree, 'parser-is-old'));
    manager.install(tree, now);

    const said = manager.remove(tree);
    const unloaded = (await readFile(path.join(tree, 'parser.log'), 'utf8')).includes(`--remove /${PROFILE}`);
    step('removes all of it, the profile too', [
      ...compareLists(await filesOf(tree), empty),
      ...(unloaded ? [] : ['the profile stays loaded']),
    ]);
    step('says what stays, and leaves it', [
      ...(await preciousWrong(tree)),
      ...(/What stays: keys, .*keychain/u.test(said) ? [] : ['it doesn’t say what stays']),
    ]);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
  return cases;
};

/** The version before, as its packages would be: with a file that the one of now no longer has. */
const buildBefore = async (build: LinuxBuild): Promise<LinuxPackages> => {
  const output = path.join(build.output, 'before');
  const unpacked = path.join(output, 'unpacked');
  await cp(build.unpacked, unpacked, { recursive: true });
  await writeFile(path.join(unpacked, ONLY_BEFORE), '');
  return buildLinuxPackages({ ...build, output, unpacked, version: `${build.version}~before`, quick: true });
};

/** Checks both packages of a build, on a Linux of the same kind. What this machine can't do is skipped by name. */
export const checkLinuxPackages = async (
  packages: LinuxPackages,
  build: LinuxBuild,
): Promise<readonly Case[]> => {
  const cases = [...lintAll(packages, build.root), ...dependencies(packages)];
  const whole = 'install, upgrade, remove and purge in a system of its own';
  if (!isRoot && !attempt('unshare', [...NAMESPACE, 'true']).ok) {
    return [...cases, skipped(whole, 'needs root, or user namespaces')];
  }
  if (build.target.arch !== process.arch)
    return [...cases, skipped(whole, `needs a machine with ${build.target.arch}`)];
  const before = await buildBefore(build);
  for (const manager of MANAGERS) {
    const format = manager.name === 'dpkg' ? 'deb' : 'rpm';
    cases.push(...(await live(manager, before[format], packages[format], build)));
  }
  await rm(path.join(build.output, 'before'), { recursive: true });
  return cases;
};
