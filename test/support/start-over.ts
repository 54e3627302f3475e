/** Brings a running Easel back to its first start, for the next test of a file. */
import { DEFAULT_PREFERENCES } from '../../main/ipc/preferences/preferences.ts';
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import { answerQuestions, callMain } from './easel.ts';
import type { LaunchedApp } from './driver.ts';
import { SMALL_WINDOW } from './theme.ts';

/** What a spec may have put something else in place of, kept as it was at the start. */
export function keepOriginals({ app }: LaunchedApp): Promise<void> {
  return app.evaluate(({ dialog }) => {
    const { setTimeout } = globalThis;
    const { now } = Date;
    Object.assign(globalThis, {
      originals: { dialog: { ...dialog }, globals: { setTimeout }, clock: { now } },
    });
  });
}

/**
 * Ends rooms and jobs, removes every connection with all that is kept of it, and loads the page anew: it then shows what
 * it does at a first start. What stays is the activity log. Rejects where something can't be taken back.
 */
export async function startOver(easel: LaunchedApp): Promise<void> {
  const { app, window } = easel;
  await app.evaluate(({ BrowserWindow, clipboard, dialog, webContents }, size) => {
    const kept = globalThis as unknown as {
      originals: { dialog: object; globals: object; clock: object };
      questions: unknown[];
    };
    Object.assign(dialog, kept.originals.dialog);
    Object.assign(globalThis, kept.originals.globals);
    Object.assign(Date, kept.originals.clock);
    kept.questions = [];
    clipboard.clear();
    for (const contents of webContents.getAllWebContents())
      if (contents.getType() === 'webview') contents.close();
    const [first] = BrowserWindow.getAllWindows();
    first?.setBounds({ ...first.getBounds(), ...size });
    first?.webContents.focus();
  }, SMALL_WINDOW);
  await answerQuestions(easel, true);
  // What only reads needs no press, and is asked at once.
  const [lock, jobs, { connections }, preferences] = await window.evaluate(async () => {
    const { easel } = globalThis as unknown as { easel: EaselBridge };
    const replies = await Promise.all([
      easel.lock.state({}),
      easel.jobs.list({}),
      easel.connections.list({}),
      easel.app.preferences({}),
    ]);
    const [first, second, third, fourth] = replies;
    if (first.ok && second.ok && third.ok && fourth.ok)
      return [first.value, second.value, third.value, fourth.value] as const;
    throw new Error('Easel can’t start over: it does not answer.');
  });
  if (lock.unlockBy !== 'none') throw new Error('Easel can’t start over: a lock was set, and stays.');
  if (connections.some(({ environment }) => environment === 'practice'))
    throw new Error('Easel can’t start over: practice lasts until it quits.');
  for (const { id: jobId } of jobs) {
    // A job may come to its end meanwhile: whatever its state, one of the two ends it.
    await callMain(window, 'jobs.cancel', { jobId });
    await callMain(window, 'jobs.stop', { jobId });
    // What was sent before is waited for.
    await expect(async () => valueOf(callMain(window, 'jobs.dismiss', { jobId }))).toPass({ timeout: 5000 });
  }
  for (const { id: connectionId } of connections)
    await valueOf(callMain(window, 'connections.remove', { connectionId, keysMayStay: false }));
  const usual = { ...DEFAULT_PREFERENCES, keepPictures: false };
  if (!isDeepStrictEqual(preferences, usual)) await valueOf(callMain(window, 'app.prefer', usual));
  // Main has asked about what was taken back: a test counts only what it causes itself.
  await app.evaluate(() => void ((globalThis as { questions?: unknown[] }).questions = []));
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
