/** Brings Electron's binary once, where it can be had: downloaded with progress and patience that ends, then installed. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { downloadArtifact, getHostArch, type Progress } from '@electron/get';
import { ROOT, run } from './process.ts';

export interface ElectronDownload {
  /** The electron package: its version, its checksums, its installer. */
  readonly folder: string;
  /** Where archives are kept; by default the person's own cache, as for every program that downloads Electron. */
  readonly cache?: string;
  /** Says that it failed, and from where; for a day nobody is asked again. */
  readonly failedFile: string;
  /** How long the host may take to its first byte, and between two. */
  readonly patienceMs?: number;
  readonly say?: (line: string) => void;
  readonly now?: () => number;
}

const DAY_MS = 24 * 60 * 60_000;
/** Of a network that swallows everything; one that refuses, or knows no such host, says so at once. */
const PATIENCE_MS = 8000;
const INSTALL_MS = 2 * 60_000;
const MB = 1_000_000;

/**
 * Downloads the archive from Electron's release host, or from the one that ELECTRON_MIRROR names, checks it against the
 * package's own checksums, and has the package install it. A download that breaks off is begun anew, once. Gives whether
 * the binary is there; why it is not is said.
 */
export async function bringElectron(options: ElectronDownload): Promise<boolean> {
  const { folder, failedFile, say = console.log, now = Date.now } = options;
  const host = process.env['ELECTRON_MIRROR'] ?? 'github.com';
  const asked = `${versionOf(folder)} from ${host}`;
  if (hasFailed(failedFile, asked, now())) return false;
  let attempt = await download(options);
  if (attempt.kind === 'broken-off') {
    say(`The download broke off (${attempt.why}). It begins anew.`);
    attempt = await download(options);
  }
  const why = attempt.kind === 'here' ? await install(options) : attempt.why;
  if (why === null) {
    rmSync(failedFile, { force: true });
    return true;
  }
  say(`Electron can’t be had from ${host}: ${why}`);
  // What broke off is worth another try at the next start.
  if (attempt.kind !== 'broken-off') {
    mkdirSync(path.dirname(failedFile), { recursive: true });
    writeFileSync(failedFile, asked);
    say(`It is tried again tomorrow, with another ELECTRON_MIRROR, or once ${failedFile} is gone.`);
  }
  return false;
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Whether the same was asked in vain within a day. */
function hasFailed(failedFile: string, asked: string, now: number): boolean {
  try {
    const { mtimeMs } = statSync(failedFile);
    return readFileSync(failedFile, 'utf8') === asked && now - mtimeMs < DAY_MS;
  } catch {
    return false;
  }
}

type Attempt = { readonly kind: 'here' } | { readonly kind: 'broken-off' | 'failed'; readonly why: string };

/** Into the cache, where the package's installer looks first. */
async function download(options: ElectronDownload): Promise<Attempt> {
  const { folder, cache, patienceMs = PATIENCE_MS, say = console.log } = options;
  const version = versionOf(folder);
  const checksums = readFileSync(path.join(folder, 'checksums.json'), 'utf8');
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('no answer in time')), patienceMs);
  const shown = progressLine(`Downloading Electron ${version}`, say);
  let bytes = 0;
  let isWhole = false;
  const getProgressCallback = ({ transferred, total, percent }: Progress): Promise<void> => {
    timer.refresh();
    bytes = transferred;
    isWhole = percent === 1;
    shown(transferred, total);
    return Promise.resolve();
  };
  try {
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: getHostArch(),
      checksums: JSON.parse(checksums) as Record<string, string>,
      ...(cache === undefined ? {} : { cacheRoot: cache }),
      downloadOptions: { quiet: true, signal: silence.signal, getProgressCallback },
    });
    return { kind: 'here' };
  } catch (error) {
    return { kind: bytes > 0 && !isWhole ? 'broken-off' : 'failed', why: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** The innermost reason: `fetch` only says that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/** One line that grows on a terminal; in a log a line for each fifth. */
function progressLine(what: string, say: (line: string) => void): (done: number, all: number | null) => void {
  let fifth = -1;
  return (done, all) => {
    const line = `${what}: ${(done / MB).toFixed(0)} of ${all === null ? '?' : (all / MB).toFixed(0)} MB`;
    const now = all === null ? 0 : Math.floor((done / all) * 5);
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === all ? '\n' : ''}`);
    else if (now > fifth) say(line);
    fifth = Math.max(fifth, now);
  };
}

/** The package's own installer finds the archive in the cache, checks it once more and unpacks it. Gives why not. */
async function install({ folder, cache }: ElectronDownload): Promise<string | null> {
  const environment = {
    ELECTRON_INSTALL_ARCH: getHostArch(),
    ...(cache === undefined ? {} : { electron_config_cache: cache }),
  };
  const ended = await run(process.execPath, [path.join(folder, 'install.js')], {
    limitMs: INSTALL_MS,
    environment,
  });
  return ended.code === 0 ? null : `it can’t be unpacked: ${ended.output.trim().split('\n')[0] ?? ''}`;
}

/** Of this checkout. */
export const OUR_ELECTRON: ElectronDownload = {
  folder: path.join(ROOT, 'node_modules/electron'),
  failedFile: path.join(ROOT, 'out/electron-download-failed'),
};
