/** Detects start failures that the page can't show, and shows them in a system dialog. */
import { app, clipboard, dialog, type WebContents } from 'electron';
import type { Env } from '../../lib/env.ts';
import type { Variables } from '../security/switches.ts';
import { redact } from '../../lib/log/redact.ts';
import type { StartFailure } from '../../lib/wording/start-failures.ts';

/** Maximum time in ms from loading Easel's page to its first IPC call. */
const FIRST_CALL_MS = 10_000;
const LONGEST_REASON = 500;
/** Chromium's error code for a load that another load replaced, such as a reload. */
const ERR_ABORTED = -3;

const QUIT = 0;
const COPY = 1;

/** Exit code for a configuration error (EX_CONFIG in sysexits.h). */
const REFUSED_EXIT = 78;

/** Shows why Easel can't start, and exits with code 78. On Linux, first removes the `refused` switches. */
export function refuseStart(
  sentence: string,
  refused: readonly string[],
  platform: Env['platform'],
  variables: Variables,
): void {
  process.stderr.write(`${sentence}\n`);
  const show = (): void => dialog.showErrorBox('Easel can’t start', sentence);
  if (platform === 'linux') {
    const { DISPLAY = '', WAYLAND_DISPLAY = '' } = variables;
    if (DISPLAY === '' && WAYLAND_DISPLAY === '') return void process.exit(REFUSED_EXIT);
    for (const name of refused) if (!name.includes('sandbox')) app.commandLine.removeSwitch(name);
    void app.whenReady().then(() => {
      show();
      app.exit(REFUSED_EXIT);
    });
    return;
  }
  show();
  process.exit(REFUSED_EXIT);
}

export async function showStartFailure({ what, why, fix }: StartFailure, reason: string): Promise<void> {
  const sentences = `${what} ${why} ${fix}`;
  const details = [
    `Easel ${app.getVersion()} can’t start on ${process.platform} ${process.arch} (Electron ${process.versions.electron}).`,
    sentences,
    `Reason: ${redact(reason.slice(0, LONGEST_REASON))}`,
  ].join('\n');
  process.stderr.write(`${details}\n`);
  let copied = '';
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: 'Easel',
      message: 'Easel can’t start',
      detail: `${what} ${why}\n\n${fix}${copied}`,
      buttons: ['Quit', 'Copy details'],
      defaultId: QUIT,
      cancelId: QUIT,
      noLink: true,
    });
    if (response !== COPY) return;
    copied = await clipboard.writeText(details).then(
      () => '\n\nDetails copied.',
      () => '\n\nThe details couldn’t be copied.',
    );
  }
}

const MOST_CRASHES = 3;
const CRASHES_WITHIN_MS = 5 * 60_000;

/** Calls `failed` if the page can't start, and `crashed` if it crashes. Call the returned function at each IPC call. */
export function watchStart(
  contents: WebContents,
  failed: (reason: string) => void,
  crashed: (reason: string) => void,
): () => void {
  let over = false;
  let hasFailed = false;
  let crashes: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let firstError = '';
  const end = (reason: string): void => {
    if (over) return;
    over = true;
    hasFailed = true;
    clearTimeout(timer);
    failed(reason);
  };
  contents.on('console-message', ({ level, message }) => {
    if (level === 'error' && firstError === '') firstError = message;
  });
  // Only stores the error. The start timeout reports it, because a page without preload script makes no IPC call.
  contents.on('preload-error', (_event, _path, { message }) => {
    firstError = `Easel’s preload script failed: ${message}`;
  });
  contents.on('render-process-gone', (_event, { reason }) => {
    if (!over) return end(`The window’s process ended: ${reason}`);
    if (hasFailed || contents.isDestroyed()) return;
    over = false;
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now];
    if (crashes.length > MOST_CRASHES) end(`The window’s process keeps crashing: ${reason}`);
    else crashed(reason);
  });
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame && code !== ERR_ABORTED) end(`The window couldn’t be loaded: ${description} (${code})`);
  });
  contents.on('did-navigate', (_event, _address, status) => {
    if (status >= 400) end(`The window couldn’t be loaded: status ${status}`);
  });
  contents.on('did-finish-load', () => {
    if (over) return;
    clearTimeout(timer);
    timer = setTimeout(() => end(`The window’s scripts didn’t run. ${firstError}`.trim()), FIRST_CALL_MS);
  });
  contents.once('destroyed', () => clearTimeout(timer));
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
