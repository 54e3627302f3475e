/**
 * Whose signature an installer for Windows bears, as Windows itself judges it. Everything but a clear yes is a no:
 * electron-updater's own check says yes where PowerShell can't be asked.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';

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
