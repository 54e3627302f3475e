/** What keeps Easel from starting: detected where no page can report it, and shown in a system dialog. */
import { app, clipboard, dialog, type WebContents } from 'electron';
import { redact } from '../../lib/log/redact.ts';
import type { StartFailure } from '../../lib/wording/start-failures.ts';

/** How long a loaded page may take until its first call: by then its scripts have run, or never will. */
const FIRST_CALL_MS = 10_000;
const LONGEST_REASON = 500;
/** Chromium's code for a load replaced by another one, such as a reload. */
const ERR_ABORTED = -3;

const QUIT = 0;
const COPY = 1;

/**
 * Shows what failed, why and what to do, with a button that copies it and `reason`, until the person quits. On stderr it
 * is said too, for whoever starts Easel without a screen.
 */
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

/** A page that has crashed is loaded anew so often in this time, ms. */
const MOST_CRASHES = 3;
const CRASHES_WITHIN_MS = 5 * 60_000;

/**
 * Calls `failed` once, with the reason, when the page can't be loaded or its scripts don't run: a blank window would say
 * nothing. `crashed` is told of a page that was running, and loads it anew. Gives what is to be called with each call of
 * the page, which is running then.
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
  // Not a failure by itself: only a page without the bridge never calls.
  contents.on('preload-error', (_event, _path, { message }) => {
    firstError = `The bridge failed: ${message}`;
  });
  contents.on('render-process-gone', (_event, { reason }) => {
    if (!over) return end(`The page’s process ended: ${reason}`);
    if (hasFailed || contents.isDestroyed()) return;
    // What is loaded now is watched as the first page was.
    over = false;
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now];
    if (crashes.length > MOST_CRASHES) end(`The page’s process ended again and again: ${reason}`);
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
