/**
 * Has electron-updater install what the gate has verified, on macOS and Windows: it knows how electron-builder's installer
 * and Squirrel.Mac are driven. Loaded only for an install that a person asked for, and caged:
 *
 * - it has no way to the network: the file that it “downloads” is a copy of the verified one, verified again;
 * - it decides nothing: there is one release, the gate's; it neither installs when Easel quits nor goes back to an older one;
 * - its check of the publisher, which says yes where no publisher is set or PowerShell can't be asked, is replaced by ours.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { autoUpdater } from 'electron';
import { MacUpdater } from 'electron-updater/out/MacUpdater.js';
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js';
import { Provider, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import type { ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater/out/types.js';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Log } from '../log/log.ts';
import { refused } from './fetch.ts';
import { isVerified, type VerifiedFile } from './updates.ts';

export interface InstallerOptions {
  readonly platform: 'darwin' | 'win32';
  readonly installed: string;
  /** Of its own: emptied before. */
  readonly folder: string;
  /** Subjects of certificates; for Windows. */
  readonly publishers: readonly string[];
  readonly quit: () => void;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** In place of PowerShell. */
  readonly ask?: AskSystem;
}

/** How long Squirrel may take to unpack and verify, ms. */
const STAGING_MS = 5 * 60_000;

/**
 * Makes everything ready while Easel is open, so that a refusal can be told. Gives what starts the installer and ends Easel,
 * to be called when all else is closed. Fails with `refused`.
 */
export async function prepareInstaller(
  update: VerifiedFile,
  options: InstallerOptions,
): Promise<Result<() => void>> {
  const prepared = await prepare(update, options);
  if (!prepared.ok) await rm(options.folder, { recursive: true, force: true });
  return prepared;
}

async function prepare(update: VerifiedFile, options: InstallerOptions): Promise<Result<() => void>> {
  const { platform, folder, publishers, quit, log } = options;
  // Else it would take an earlier file from there, without looking at its signature.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // It reads this as YAML, and calls our check only where a publisher stands in it.
  const configuration = { updaterCacheDirName: 'files', publisherName: publishers };
  await writeFile(path.join(folder, 'app-update.yml'), JSON.stringify(configuration), { mode: 0o600 });

  let whyNot: string | null = 'nobody looked at the signature';
  const updater = updaterOf(options, async (_names: readonly string[], file: string) => {
    whyNot = await whyNotSignedBy(publishers, file, options.ask);
    return whyNot;
  });
  try {
    Object.assign(updater, { logger: quiet(log), httpExecutor: { download: copyOf(update) } });
    updater.setFeedURL({ provider: 'custom', updateProvider: onlyRelease(update) });
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.allowPrerelease = false;
    updater.allowDowngrade = false;
    updater.disableWebInstaller = true;
    updater.disableDifferentialDownload = true;
    const found = await updater.checkForUpdates();
    if (found?.isUpdateAvailable !== true) return fail(notFromHere());
    await updater.downloadUpdate();
    if (platform === 'win32' && whyNot !== null) return fail(wrongPublisher());
    if (platform === 'darwin') await stagedBySquirrel();
  } catch (error) {
    log.warn('an update could not be prepared', { error });
    return fail(platform === 'win32' && whyNot !== null ? wrongPublisher() : notFromHere());
  }
  return ok(() => {
    // Nothing of Easel is left to stay open for.
    updater.once('error', quit);
    updater.quitAndInstall(false, true);
  });
}

const wrongPublisher = () =>
  refused('The installer is not signed by the publisher of this Easel, or Windows could not be asked.');
const notFromHere = () => refused('The system refused to install the update.');

function updaterOf(
  { platform, folder, installed, quit }: InstallerOptions,
  verifyUpdateCodeSignature: NsisUpdater['verifyUpdateCodeSignature'],
): MacUpdater | NsisUpdater {
  // With an adapter of ours it makes no HTTP client.
  const app: AppAdapter = {
    version: installed,
    name: 'Easel',
    isPackaged: true,
    appUpdateConfigPath: path.join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit,
    onQuit: () => undefined,
  };
  if (platform === 'darwin') return new MacUpdater(undefined, app);
  return Object.assign(new NsisUpdater(undefined, app), { verifyUpdateCodeSignature });
}

/** In place of its download. */
function copyOf(update: VerifiedFile) {
  return async (_url: URL, destination: string): Promise<string> => {
    await copyFile(update.path, destination);
    if (!(await isVerified(destination, update))) throw new Error('the copy is not the verified file');
    return destination;
  };
}

/** In place of a server: it offers the one release. */
function onlyRelease({ name, version, sha512, size }: VerifiedFile) {
  // Easel's installer installs for all people of the computer.
  const info = { url: name, sha512, size, isAdminRightsRequired: true };
  return class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    override getLatestVersion(): Promise<UpdateInfo> {
      return Promise.resolve({ version, files: [info], path: name, sha512, releaseDate: '' });
    }
    override resolveFiles(): ResolvedUpdateFileInfo[] {
      return [{ url: new URL(`verified:/${name}`), info }];
    }
  };
}

/** Squirrel takes the file from electron-updater's server on this computer, and refuses one that another team has signed. */
function stagedBySquirrel(): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('Squirrel took too long')), STAGING_MS);
    autoUpdater.once('update-downloaded', () => {
      clearTimeout(late);
      resolve();
    });
    autoUpdater.once('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    autoUpdater.checkForUpdates();
  });
}

/** What it says stands in the log; what it says of files and addresses does not. */
function quiet(log: InstallerOptions['log']) {
  const nothing = (): void => undefined;
  return { debug: nothing, info: nothing, warn: nothing, error: () => log.error('electron-updater failed') };
}

// Whose signature an installer for Windows bears, as Windows itself judges it. Everything but a clear yes is a no:
// electron-updater's own check says yes where PowerShell can't be asked.

/** By their places, for PATH and PSModulePath are the person's to set. */
const SYSTEM = 'C:\\Windows';
const POWERSHELL = `${SYSTEM}\\System32\\WindowsPowerShell\\v1.0`;
const TIME_MS = 60_000;

/** The file's name comes by the environment, so that no part of it can be read as code. */
const SCRIPT = [
  "$ErrorActionPreference = 'Stop'",
  '[Console]::OutputEncoding = [Text.Encoding]::UTF8',
  '$signature = Get-AuthenticodeSignature -LiteralPath $env:EASEL_FILE',
  '@{ status = [string]$signature.Status; subject = [string]$signature.SignerCertificate.Subject } | ConvertTo-Json -Compress',
].join('; ');

const answer = v.strictObject({ status: v.string(), subject: v.string() });

/** Gives what PowerShell prints; rejects where it can't be asked. */
export type AskSystem = (file: string) => Promise<string>;

const askPowerShell: AskSystem = async (file) => {
  const { stdout } = await promisify(execFile)(
    `${POWERSHELL}\\powershell.exe`,
    ['-NoProfile', '-NonInteractive', '-InputFormat', 'None', '-Command', SCRIPT],
    {
      env: { SystemRoot: SYSTEM, PSModulePath: `${POWERSHELL}\\Modules`, EASEL_FILE: file },
      timeout: TIME_MS,
      windowsHide: true,
    },
  );
  return stdout;
};

/**
 * Gives why a file is not signed by one of these publishers, for the log; null where it is. A publisher is the whole subject
 * of its certificate: anyone can have a certificate with the same common name.
 */
export async function whyNotSignedBy(
  publishers: readonly string[],
  file: string,
  ask: AskSystem = askPowerShell,
): Promise<string | null> {
  if (publishers.length === 0) return 'no publisher is pinned';
  try {
    const { status, subject } = v.parse(answer, JSON.parse(await ask(file)));
    if (status !== 'Valid') return `the signature is ${status}`;
    return publishers.includes(subject) ? null : 'another publisher signed it';
  } catch {
    return 'the system could not be asked';
  }
}
