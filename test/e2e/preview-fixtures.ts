/** What the specs of live previews share: a paper to open, and an app host that answers as told. */
import type { Locator, Page } from 'playwright';
import { startAppHost, type AppHost } from '../support/app-host.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { addPaper, connect, entriesFor, previewPaper } from '../support/easel.ts';
import { guestJoined } from '../support/guests.ts';
import { test as base } from './fixtures.ts';

export interface Prepared {
  readonly name: string;
  readonly identifier: string;
}

export const test = base.extend<{
  /** Easel, connected, with one paper of the practice service in its register. */
  paper: Prepared;
  /** An app host that stands in for the practice service's own. */
  host: AppHost;
}>({
  paper: async ({ easel, practice }, use) => {
    await connect(easel.window, entriesFor(practice));
    const sample = practice.samplePapers[0];
    if (sample === undefined) throw new Error('the practice service has no paper');
    await addPaper(easel.window, sample.identifier, sample.name);
    await use(sample);
  },
  host: async ({}, use) => {
    const host = await startAppHost();
    await use(host);
    await host.takeDown();
  },
});

export const room = (window: Page, title: string): Locator =>
  window.getByRole('region', { name: `Preview of ${title}` });

export async function join(easel: LaunchedApp, paper: Prepared, name = 'Ada'): Promise<void> {
  await previewPaper(easel.window, paper.name, name);
  await guestJoined(easel.app);
}

/** Facts of the oldest guest that only main knows. */
export function guestFacts(easel: LaunchedApp) {
  return easel.app.evaluate(({ webContents }) => {
    const guest = webContents.getAllWebContents().find((contents) => contents.getType() === 'webview');
    return guest === undefined
      ? null
      : {
          address: guest.getURL(),
          persistent: guest.session.isPersistent(),
          storage: guest.session.getStoragePath(),
          muted: guest.isAudioMuted(),
        };
  });
}
