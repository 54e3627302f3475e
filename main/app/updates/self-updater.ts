/** Updates Easel on macOS and Windows with electron-updater. Not part of the Linux packages. */
import electronUpdater from 'electron-updater';
import { ok, type Result } from '../../../preload/contract/failure.ts';
import { runPowerShell } from '../../lib/powershell.ts';
import type { Closing } from '../window/questions.ts';
import { TIMEOUT_MS, updateFailed, type Updater } from './updates.ts';

export interface SelfUpdaterOptions extends Pick<Closing, 'mayClose' | 'closeThen'> {
  readonly platform: 'darwin' | 'win32';
  readonly quit: () => void;
}

export function createSelfUpdater(updateUrl: string, options: SelfUpdaterOptions): Updater {
  const { NsisUpdater, MacUpdater } = electronUpdater;
  const updater = options.platform === 'win32' ? new NsisUpdater() : new MacUpdater();
  updater.setFeedURL({ provider: 'generic', url: updateUrl });
  updater.logger = null; // Disables logging, because electron-updater would log addresses and paths.
  updater.autoDownload = false; // Disables automatic downloads, because updates.ts starts each download.
  updater.autoInstallOnAppQuit = false;
  updater.allowPrerelease = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true; // Disables differential downloads, because releases have no block maps.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }; // Hides electron-updater's random installation id.
  if (updater instanceof NsisUpdater) updater.verifyUpdateCodeSignature = signatureProblem;

  // Cancels requests to all hosts except the update server, because redirects and latest.yml may name other hosts.
  const { origin } = new URL(updateUrl);
  const { netSession } = updater;
  netSession.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: new URL(url).origin !== origin }),
  );

  // Aborts slow requests by a timer, because electron-updater's timeout doesn't affect Electron's requests.
  let timer: NodeJS.Timeout | undefined;
  updater.on('download-progress', () => timer?.refresh());
  async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
    timer = setTimeout(() => void netSession.closeAllConnections(), TIMEOUT_MS);
    try {
      return ok(await work());
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const cause = /^net::(ERR_[A-Z_]+)/u.exec(message)?.[1] ?? code ?? 'unknown';
      return updateFailed(cause);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    check: () =>
      attempt(async () => {
        const found = await updater.checkForUpdates();
        return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
      }),
    installer: {
      download: () => attempt(() => updater.downloadUpdate().then(() => ({ downloaded: true }))),
      install: async () => {
        const install = (): void => {
          updater.once('error', options.quit);
          updater.quitAndInstall();
        };
        if (await options.mayClose()) options.closeThen(install);
        return ok({});
      },
    },
  };
}

const SCRIPT = [
  `[Console]::OutputEncoding = [Text.Encoding]::UTF8`,
  `$signature = Get-AuthenticodeSignature -LiteralPath $env:EASEL_FILE`,
  `if ($signature.Status -eq 'Valid') { $signature.SignerCertificate.Subject }`,
].join('; ');

const signerOf = (file: string): Promise<string> => runPowerShell(SCRIPT, file);

/** Null for a valid signature. Replaces electron-updater's check, which accepts any file if PowerShell fails. */
export async function signatureProblem(
  publishers: readonly string[],
  file: string,
  ask = signerOf,
): Promise<string | null> {
  const signer = await ask(file).catch(() => '');
  return signer !== '' && publishers.includes(signer) ? null : 'no valid publisher signature';
}
