/** What the specs share: a practice service outside the app, a private keychain, and Easel itself. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { startPractice, type PracticeService } from '../../main/practice/practice.ts';
import { answerQuestions } from '../support/easel.ts';
import { driver, launchApp, type LaunchedApp, type LaunchOptions } from '../support/driver.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../support/keyring.ts';

const built = path.join(import.meta.dirname, '../../out/app');

/** Starts Easel; it is closed when the test ends. Called again, it is another run, over the same folder if given. */
export type StartEasel = (options?: LaunchOptions) => Promise<LaunchedApp>;

export interface Fixtures {
  readonly practice: PracticeService;
  /** A real keychain of its own, unlocked; null where this system can't have one. */
  readonly keyring: Keyring | null;
  readonly startEasel: StartEasel;
  /** Easel at its first start, with the keychain of the test. */
  readonly easel: LaunchedApp;
}

/** What the window tells a person by itself; nothing of one that is gone. */
function spokenIn({ window }: LaunchedApp): Promise<readonly string[]> {
  return window
    .getByRole('alert')
    .or(window.getByRole('status'))
    .allInnerTexts()
    .catch(() => []);
}

export const test = base.extend<Fixtures>({
  practice: async ({}, use) => {
    const practice = await startPractice({
      roomFiles: path.join(built, 'renderer'),
      // As built: its sources would be compiled anew for every test.
      workerUrl: pathToFileURL(path.join(built, 'main/practice-worker.js')),
    });
    await use(practice);
    await practice.stop();
  },
  keyring: async ({}, use) => {
    const keyring = keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
    await use(keyring);
    await keyring?.stop();
  },
  startEasel: async ({ keyring }, use, info) => {
    const started: LaunchedApp[] = [];
    await use(async (options = {}) => {
      const env = { ...keyring?.environment, ...options.env };
      const app = await launchApp({ ...options, env });
      // The person means what they do; specs of main's questions answer otherwise.
      await answerQuestions(app, true);
      started.push(app);
      return app;
    });
    if (info.status !== info.expectedStatus) {
      for (const [index, app] of started.entries()) {
        const body = await app.window.screenshot().catch(() => null);
        if (body !== null) await info.attach(`window-${index}`, { body, contentType: 'image/png' });
        // Where the pictures are not kept, the log says what a person would have read.
        const said = await spokenIn(app);
        const texts = said.filter((text) => text !== '');
        if (texts.length > 0) process.stderr.write(`The window said: ${texts.join(' | ')}\n`);
      }
    }
    for (const app of started) await app.close();
  },
  easel: async ({ startEasel }, use) => use(await startEasel()),
});

test.beforeEach(({}, info) => {
  info.annotations.push({ type: 'driver', description: driver() });
});

export { expect };
