/**
 * What the commands need of the machine beside Node. On Debian as root, what is missing is installed;
 * elsewhere it is named with the command that installs it, and the rest goes on without it.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium, findElectron, hasDisplay, hasLibrary, hasProgram } from '../support/system.ts';
import { ROOT, run } from './process.ts';

/** A part of the system, what it is for, and Debian's package of it. */
type Part = { readonly name: string; readonly why: string; readonly package: string };

/** A part that is not there, and the command that brings it. */
export type Missing = Part & { readonly command: string };

/** The machine as far as setting up needs it; tests give another one. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  /** Version of the running Node: `24.21.0`. */
  readonly node: string;
  /** Whether it is the one that npm ci put into node_modules, by its checksum in package-lock.json. */
  readonly isLocked: boolean;
  /** Which parts are not there, looked up anew at each call. */
  readonly missing: () => readonly Part[];
  /** How packages are put in: by us, or by the person with `sudo`, or unknown to us. */
  readonly packages: 'ours' | 'theirs' | 'unknown';
  /** Ubuntu's chromium package is a snap, which containers and CI machines can't run. */
  readonly ubuntu: boolean;
  /** Installs packages; gives the reason when it fails. */
  readonly install: (packages: readonly string[]) => Promise<string | undefined>;
  readonly say: (line: string) => void;
};

/** The oldest Node that undici and Vitest run on. */
const OLDEST_NODE = [22, 19] as const;

const PARTS = {
  browser: { name: 'Chromium', why: 'shows the app where Electron is not', package: 'chromium' },
  library: { name: 'libsecret', why: 'keytar reaches the keychain by it', package: 'libsecret-1-0' },
  keyring: { name: 'gnome-keyring', why: 'the keychain tests run a real one', package: 'gnome-keyring' },
  bus: { name: 'D-Bus', why: 'the keychain tests run a private bus', package: 'dbus' },
  certificates: { name: 'OpenSSL', why: 'the tests of certificates make their own', package: 'openssl' },
  proxy: { name: 'tinyproxy', why: 'the tests of proxies run a real one', package: 'tinyproxy-bin' },
  sheets: { name: 'Poppler', why: 'the tests of QR sheets draw them', package: 'poppler-utils' },
  codes: { name: 'zbar', why: 'the tests of QR sheets read their codes', package: 'zbar-tools' },
  display: { name: 'Xvfb', why: 'Electron needs a display', package: 'xvfb' },
  cookies: { name: 'xauth', why: 'xvfb-run starts no display without it', package: 'xauth' },
} as const satisfies Record<string, Part>;

/** What `npm run package` makes and checks packages with; nothing else asks for these. */
const PACKAGING: readonly (Part & { readonly program: string })[] = [
  { program: 'dpkg-deb', name: 'dpkg', why: 'makes the deb', package: 'dpkg' },
  { program: 'rpmbuild', name: 'rpmbuild', why: 'makes the rpm', package: 'rpm' },
  { program: 'rpm', name: 'rpm', why: 'installs the rpm in a system of its own', package: 'rpm' },
  { program: 'lintian', name: 'lintian', why: 'checks the deb', package: 'lintian' },
  { program: 'rpmlint', name: 'rpmlint', why: 'checks the rpm', package: 'rpmlint' },
  {
    program: 'desktop-file-validate',
    name: 'desktop-file-validate',
    why: 'checks the menu entry',
    package: 'desktop-file-utils',
  },
  { program: 'apparmor_parser', name: 'AppArmor', why: 'checks the profile', package: 'apparmor' },
  {
    program: 'makensis',
    name: 'makensis',
    why: 'checks the script of the Windows installer',
    package: 'nsis',
  },
];

/** This machine, as `npm run package` sees it. */
export function packagingMachine(): Machine {
  return { ...thisMachine(), missing: () => PACKAGING.filter(({ program }) => !hasProgram(program)) };
}

/** Looks at this machine. */
function thisMachine(): Machine {
  const linux = process.platform === 'linux';
  const apt = linux && hasProgram('apt-get');
  const release = linux && existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const byUs = apt && process.getuid?.() === 0;
  return {
    platform: process.platform,
    node: process.versions.node,
    isLocked: process.execPath.startsWith(path.join(ROOT, 'node_modules')),
    missing: () => {
      const electron = findElectron() !== undefined;
      const absent: Record<keyof typeof PARTS, boolean> = {
        browser: !electron && findChromium() === undefined,
        library: !hasLibrary('libsecret-1.so.0'),
        keyring: !hasProgram('gnome-keyring-daemon'),
        bus: !hasProgram('dbus-daemon') || !hasProgram('dbus-send'),
        certificates: !hasProgram('openssl'),
        proxy: !hasProgram('tinyproxy'),
        sheets: !hasProgram('pdftoppm'),
        codes: !hasProgram('zbarimg'),
        display: electron && !hasDisplay() && !hasProgram('xvfb-run'),
        cookies: electron && !hasDisplay() && !hasProgram('xauth'),
      };
      return Object.entries(PARTS).flatMap(([key, part]) =>
        absent[key as keyof typeof PARTS] ? [part] : [],
      );
    },
    packages: byUs ? 'ours' : apt ? 'theirs' : 'unknown',
    ubuntu: /^ID=ubuntu$/mu.test(release),
    install: installWithApt,
    say: console.log,
  };
}

async function installWithApt(packages: readonly string[]): Promise<string | undefined> {
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const lock = ['-o', 'DPkg::Lock::Timeout=120'];
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ];
  for (const step of steps) {
    const ended = await run('apt-get', [...lock, ...step], { limitMs: 5 * 60_000, environment });
    if (ended.timedOut) return `apt-get ${step[0]} took more than five minutes`;
    if (ended.code !== 0) return ended.output.trim().split('\n').slice(-5).join('\n');
  }
  return undefined;
}

function commandFor(part: Part, machine: Machine): string {
  if (part.package === PARTS.browser.package && (machine.ubuntu || machine.packages === 'unknown')) {
    return 'npx playwright install --with-deps chromium (or set EASEL_CHROMIUM to a Chromium)';
  }
  return machine.packages === 'unknown'
    ? `your system's package manager (Debian calls it ${part.package})`
    : `sudo apt-get install ${part.package}`;
}

/** Throws with a plain message when this Node is too old. */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(
      `This is Node ${version}; Easel needs ${OLDEST_NODE.join('.')} or later. ` +
        'npm run … finds the one in node_modules: run npm ci, then use the npm commands.',
    );
  }
}

/**
 * Sees to what the machine needs; call it first in every command that starts the app or runs tests.
 * Installs on Debian as root, says in one line what it does, and gives what is still missing (also said).
 * Throws only for a Node that is too old.
 */
export async function ensureSystem(machine: Machine = thisMachine()): Promise<readonly Missing[]> {
  requireNode(machine.node);
  // npm leaves an optional package whose bytes are not the locked ones out without a word.
  if (!machine.isLocked) {
    machine.say(
      `This is Node ${machine.node} of the system, not the one of package-lock.json: run npm ci, then use the npm commands.`,
    );
  }
  // macOS and Windows bring a keychain; the rest of this is Linux's.
  if (machine.platform !== 'linux') return [];
  const absent = machine.missing();
  if (absent.length === 0) return [];
  if (machine.packages === 'ours') {
    const packages = absent
      .filter((part) => !(machine.ubuntu && part.package === PARTS.browser.package))
      .map((part) => part.package)
      .filter((name, at, all) => all.indexOf(name) === at);
    if (packages.length > 0) {
      machine.say(`Installing with apt-get: ${packages.join(' ')}`);
      const reason = await machine.install(packages);
      if (reason !== undefined) machine.say(`apt-get failed: ${reason}`);
    }
  }
  const still = machine.missing().map((part) => ({ ...part, command: commandFor(part, machine) }));
  for (const part of still) machine.say(`Missing: ${part.name} (${part.why}). Install it: ${part.command}`);
  return still;
}

if (import.meta.main) {
  await ensureSystem();
}
