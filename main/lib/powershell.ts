import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// These paths are absolute, because users can change the variables PATH and PSModulePath.
const SYSTEM = String.raw`C:\Windows`;
const POWERSHELL = String.raw`${SYSTEM}\System32\WindowsPowerShell\v1.0`;
const TIMEOUT_MS = 60_000;

/** Runs a script and returns its output. The script reads `file` from EASEL_FILE, so a file name can't run as code. */
export async function runPowerShell(script: string, file: string, timeout = TIMEOUT_MS): Promise<string> {
  const args = ['-NoProfile', '-NonInteractive', '-InputFormat', 'None', '-Command', script];
  const env = { SystemRoot: SYSTEM, PSModulePath: String.raw`${POWERSHELL}\Modules`, EASEL_FILE: file };
  const options = { env, timeout, windowsHide: true };
  return (await promisify(execFile)(String.raw`${POWERSHELL}\powershell.exe`, args, options)).stdout.trim();
}
