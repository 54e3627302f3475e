/** Brings a running Easel back to its first start, for the next test of a file. */
import { expect } from '@playwright/test';
import { answerQuestions, callMain } from './easel.ts';
import type { LaunchedApp } from './driver.ts';

/** What a spec may have put something else in place of, kept as it was at the start. */
export function keepOriginals({ app }: LaunchedApp): Promise<void> {
  return app.evaluate(({ dialog }) => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, { originals: { dialog: { ...dialog }, globals: { setTimeout } } });
  });
}

/**
 * Ends rooms and jobs, removes every connection with all that is kept of it, and loads the page anew: it then shows what
 * it does at a first start. What stays is the activity log. Rejects where something can't be taken back.
 */
export async function startOver(easel: LaunchedApp): Promise<void> {
  const { app, window } = easel;
  await app.evaluate(({ BrowserWindow, clipboard, dialog, webContents }) => {
    const kept = globalThis as unknown as {
      originals: { dialog: object; globals: object };
      questions: unknown[];
    };
    Object.assign(dialog, kept.originals.dialog);
    Object.assign(globalThis, kept.originals.globals);
    kept.questions = [];
    clipboard.clear();
    for (const contents of webContents.getAllWebContents())
      if (contents.getType() === 'webview') contents.close();
    const [first] = BrowserWindow.getAllWindows();
    first?.webContents.focus();
  });
  await answerQuestions(easel, true);
  const lock = await valueOf(callMain(window, 'lock.state', {}));
  if (lock.unlockBy !== 'none') throw new Error('Easel can’t start over: a lock was set, and stays.');
  const jobs = await valueOf(callMain(window, 'jobs.list', {}));
  for (const { id: jobId } of jobs) {
    // A job may come to its end meanwhile: whatever its state, one of the two ends it.
    await callMain(window, 'jobs.cancel', { jobId });
    await callMain(window, 'jobs.stop', { jobId });
    // What was sent before is waited for.
    await expect(async () => valueOf(callMain(window, 'jobs.dismiss', { jobId }))).toPass({ timeout: 5000 });
  }
  const { connections } = await valueOf(callMain(window, 'connections.list', {}));
  for (const { id: connectionId } of connections)
    await valueOf(callMain(window, 'connections.remove', { connectionId, keysMayStay: false }));
  const left = await valueOf(callMain(window, 'connections.list', {}));
  if (left.connections.length > 0) throw new Error('Easel can’t start over: practice lasts until it quits.');
  await valueOf(callMain(window, 'app.prefer', { singleKeys: true, holdSeconds: { single: 10, bulk: 300 } }));
  await window.reload();
  await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
}

type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly message: string } };

async function valueOf<T>(reply: Promise<Reply<T>>): Promise<T> {
  const result = await reply;
  if (!result.ok) throw new Error(`Easel can't start over: ${result.error.message}`);
  return result.value;
}
