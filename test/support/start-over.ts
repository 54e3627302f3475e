import { DEFAULT_PREFERENCES } from '../../main/ipc/preferences/preferences.ts';
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import { answerQuestions, callMain } from './easel.ts';
import type { LaunchedApp } from './driver.ts';
import { must } from './must.ts';
import { SMALL_WINDOW } from './theme.ts';

/** Saves functions of the main process that specs may replace, so that `startOver` can restore them. */
export function keepOriginals({ app }: LaunchedApp): Promise<void> {
  return app.evaluate(({ dialog }) => {
    const { setTimeout } = globalThis;
    const { now } = Date;
    Object.assign(globalThis, {
      originals: { dialog: { ...dialog }, globals: { setTimeout }, clock: { now } },
    });
  });
}

/** Resets a running Easel to the state of its first start, except for the activity log. */
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
    // One of these calls may fail: `cancel` ends only jobs before their start, and `stop` only started jobs.
    await callMain(window, 'jobs.cancel', { jobId });
    await callMain(window, 'jobs.stop', { jobId });
    await expect(async () => must(await callMain(window, 'jobs.dismiss', { jobId }))).toPass({
      timeout: 5000,
    });
  }
  for (const { id: connectionId } of connections)
    must(await callMain(window, 'connections.remove', { connectionId, keysMayStay: false }));
  const usual = { ...DEFAULT_PREFERENCES, keepPictures: false };
  if (!isDeepStrictEqual(preferences, usual)) must(await callMain(window, 'app.prefer', usual));
  await app.evaluate(() => void ((globalThis as { questions?: unknown[] }).questions = []));
  await window.reload();
  await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
}
