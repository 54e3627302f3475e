import type { Locator, Page } from 'playwright';
import { startAppHost, type AppHost } from '../support/app-host.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { addPaper, connect, entriesFor, previewPaper } from '../support/easel.ts';
import { guestJoined, inGuest } from '../support/guests.ts';
import type { PracticeService } from '../practice/practice.ts';
import { expect, test as base } from './fixtures.ts';

export interface Prepared {
  readonly name: string;
  readonly identifier: string;
}

export const test = base.extend<{
  paper: Prepared;
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

export async function joinAtHost(
  easel: LaunchedApp,
  host: AppHost,
  practice: PracticeService,
  name: string,
): Promise<string> {
  const { window } = easel;
  const identifier = practice.samplePapers[0]?.identifier ?? '';
  await connect(window, entriesFor(practice, { appUrl: host.origin }));
  await addPaper(window, identifier, name);
  await previewPaper(window, name, 'Ada');
  await roomShown(easel, name);
  return identifier;
}

export async function roomShown({ app, window }: LaunchedApp, title: string): Promise<void> {
  await expect.poll(() => inGuest(app, 'document.title')).toBe('Room');
  await expect(room(window, title).getByText('Joining')).toHaveCount(0);
}
