/** Detects start failures that the page can't report, and shows them in a system dialog. */
import { app, clipboard, dialog, type WebContents } from 'electron';
import { redact } from '../../lib/log/redact.ts';
import type { StartFailure } from '../../lib/wording/start-failures.ts';

/** Longest time in ms between loading Easel's page and its first call to the main process. */
const FIRST_CALL_MS = 10_000;
const LONGEST_REASON = 500;
/** Chromium's error code for a load that was replaced by another load, such as a reload. */
const ERR_ABORTED = -3;

const QUIT = 0;
const COPY = 1;

/** Shows a start failure until the user quits, with a button to copy it. Also writes the failure to stderr. */
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
      () => '\n\nThe details were copied.',
      () => '\n\nThe details could not be copied.',
    );
  }
}

const MOST_CRASHES = 3;
const CRASHES_WITHIN_MS = 5 * 60_000;

/**
 * Watches Easel's page. Calls `failed` once if the page can't start, and `crashed` if a running page crashes and
 * needs a reload. The caller must run the returned function at each call from the page.
 */
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
  // A page without a working preload bridge can't call main. The time limit then reports the failure.
  contents.on('preload-error', (_event, _path, { message }) => {
    firstError = `The bridge failed: ${message}`;
  });
  contents.on('render-process-gone', (_event, { reason }) => {
    if (!over) return end(`The page’s process ended: ${reason}`);
    if (hasFailed || contents.isDestroyed()) return;
    // The page is reloaded after a crash, so its start is watched again.
    over = false;
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now];
    if (crashes.length > MOST_CRASHES) end(`The page’s process keeps crashing: ${reason}`);
    else crashed(reason);
  });
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame && code !== ERR_ABORTED) end(`The page was not loaded: ${description} (${code})`);
  });
  contents.on('did-navigate', (_event, _address, status) => {
    if (status >= 400) end(`The page was not loaded: it was refused with ${status}`);
  });
  contents.on('did-finish-load', () => {
    if (over) return;
    clearTimeout(timer);
    timer = setTimeout(() => end(`The page’s scripts did not run. ${firstError}`.trim()), FIRST_CALL_MS);
  });
  contents.once('destroyed', () => clearTimeout(timer));
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
