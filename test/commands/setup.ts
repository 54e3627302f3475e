/** Checks the system packages that the npm commands need. As root on Debian, installs missing packages. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  electronTrouble,
  findChromium,
  findElectron,
  findPostgres,
  hasDisplay,
  hasLibrary,
  hasProgram,
} from '../support/system.ts';
import { ROOT, run } from './process.ts';

interface Part {
  readonly name: string;
  readonly why: string;
  readonly package: string;
  readonly isThere: () => boolean;
}

const OLDEST_NODE = [22, 19] as const;

const DOWNLOAD_MS = 5 * 60_000;

const CHROMIUM = 'chromium';
const CHROMIUM_WITHOUT_ROOT =
  'npx playwright install chromium (with sudo, add --with-deps; or set EASEL_CHROMIUM to a Chromium)';
const hasElectron = (): boolean => findElectron() !== undefined;
const needsNoDisplay = (): boolean => !hasElectron() || hasDisplay();

function program(name: string, why: string, debian: string, isThere = (): boolean => hasProgram(name)): Part {
  return { name, why, package: debian, isThere };
}

const PARTS: readonly Part[] = [
  program('Chromium', 'shows the app where Electron is not', CHROMIUM, () => {
    return hasElectron() || findChromium() !== undefined;
  }),
  program('libsecret', 'keytar reaches the keychain by it', 'libsecret-1-0', () =>
    hasLibrary('libsecret-1.so.0'),
  ),
  program('gnome-keyring-daemon', 'the keychain tests run a real one', 'gnome-keyring'),
  program('dbus-daemon', 'the keychain tests run a private bus', 'dbus'),
  program('dbus-send', 'the keychain tests run a private bus', 'dbus'),
  program('openssl', 'the tests of certificates make their own', 'openssl'),
  program('tinyproxy', 'the tests of proxies run a real one', 'tinyproxy-bin'),
  program('PostgreSQL', 'the tests of the team register run a real server', 'postgresql', () => {
    return findPostgres() !== undefined;
  }),
  program('pdftoppm', 'the tests of QR sheets draw them', 'poppler-utils'),
  program('zbarimg', 'the tests of QR sheets read their codes', 'zbar-tools'),
  program('Xvfb', 'Electron needs a display', 'xvfb', () => needsNoDisplay() || hasProgram('xvfb-run')),
  program('xauth', 'xvfb-run starts no display without it', 'xauth', () => {
    return needsNoDisplay() || hasProgram('xauth');
  }),
];

export const PACKAGING: readonly Part[] = [
  program('dpkg-deb', 'makes the deb', 'dpkg'),
  program('rpmbuild', 'makes the rpm', 'rpm'),
  program('rpm', 'installs the rpm in a system of its own', 'rpm'),
];

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

function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(
      `This is Node ${version}; Easel needs ${OLDEST_NODE.join('.')} or later. ` +
        'npm run … finds the one in node_modules: run npm ci, then use the npm commands.',
    );
  }
}

export async function ensureSystem(parts: readonly Part[] = PARTS): Promise<void> {
  requireNode(process.versions.node);
  // Reports that the npm package `node` is missing. npm silently skips this package if its checksum is wrong.
  if (!process.execPath.startsWith(path.join(ROOT, 'node_modules'))) {
    console.log(
      `This is Node ${process.versions.node} of the system, not the one of package-lock.json: run npm ci, then use the npm commands.`,
    );
  }
  // Only Linux needs system packages, because macOS and Windows include a keychain.
  if (process.platform !== 'linux') return;
  const missing = (): readonly Part[] => parts.filter(({ isThere }) => !isThere());
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  // Does not install Ubuntu's package chromium, because it is a snap, which containers and CI machines can't run.
  const isUbuntu = /^ID=ubuntu$/mu.test(release);
  const hasApt = hasProgram('apt-get');
  const packages = new Set(missing().map((part) => part.package));
  if (isUbuntu) packages.delete(CHROMIUM);
  if (hasApt && process.getuid?.() === 0 && packages.size > 0) {
    console.log(`Installing with apt-get: ${[...packages].join(' ')}`);
    const reason = await installWithApt([...packages]);
    if (reason !== undefined) console.log(`apt-get failed: ${reason}`);
  }
  for (const part of missing()) {
    const own = hasApt
      ? `sudo apt-get install ${part.package}`
      : `your system's package manager (Debian calls it ${part.package})`;
    const ways = part.package === CHROMIUM && (isUbuntu || !hasApt) ? [] : [own];
    if (part.package === CHROMIUM) ways.push(CHROMIUM_WITHOUT_ROOT);
    console.log(`Missing: ${part.name} (${part.why}). Install it: ${ways.join(', or ')}`);
  }
}

/** Downloads Electron's binary if it is missing. If Electron can't start here, prints the reason instead. */
export async function ensureElectron(): Promise<void> {
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH'] || !hasDisplay()) return;
  const install = path.join(ROOT, 'node_modules/electron/install.js');
  if (!findElectron() && electronTrouble() === null)
    await run(process.execPath, [install], { limitMs: DOWNLOAD_MS, live: true });
  const trouble = electronTrouble();
  if (trouble !== null) console.log(trouble);
}

if (import.meta.main) {
  await ensureSystem();
}
