/** What the specs share: a practice service outside the app, a private keychain, and Easel itself. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { startPractice, type PracticeService } from '../../main/practice/practice.ts';
import { answerQuestions } from '../support/easel.ts';
import { driver, launchApp, type LaunchedApp, type LaunchOptions } from '../support/driver.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../support/keyring.ts';
import { keepOriginals, startOver } from '../support/start-over.ts';

const built = path.join(import.meta.dirname, '../../out/app');

/** Starts Easel; it is closed when the test ends. Called again, it is another run, over the same folder if given. */
export type StartEasel = (options?: LaunchOptions) => Promise<LaunchedApp>;

export interface Fixtures {
  /** Whether each test of a file has an Easel and a keychain of its own: where a start, the keychain or the lock is the subject. */
  readonly ownEasel: boolean;
  readonly practice: PracticeService;
  /** A real keychain, unlocked; null where this system can't have one. */
  readonly keyring: Keyring | null;
  readonly startEasel: StartEasel;
  /** Easel as at its first start. A worker's tests share one, which starts over before each of them. */
  readonly easel: LaunchedApp;
}

export interface WorkerFixtures {
  readonly shared: SharedEasel;
}

/** The keychain and the Easel that a worker's tests share. */
export class SharedEasel {
  #keyring: Keyring | null | undefined;
  #easel: LaunchedApp | null = null;

  async keyring(): Promise<Keyring | null> {
    this.#keyring ??= keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
    return this.#keyring;
  }

  async easel(): Promise<LaunchedApp> {
    const keyring = await this.keyring();
    try {
      if (this.#easel !== null) await startOver(this.#easel);
    } catch (error) {
      process.stderr.write(`Another Easel is started: ${String(error)}\n`);
      await this.#easel?.close();
      this.#easel = null;
    }
    if (this.#easel === null) {
      this.#easel = await launchApp({ env: { ...keyring?.environment } });
      // A test may close it; the next one then has another.
      this.#easel.app.once('close', () => (this.#easel = null));
      await keepOriginals(this.#easel);
      // The person means what they do; specs of main's questions answer otherwise.
      await answerQuestions(this.#easel, true);
    }
    return this.#easel;
  }

  async end(): Promise<void> {
    await this.#easel?.close();
    await this.#keyring?.stop();
  }
}

/** What the window tells a person by itself; nothing of one that is gone. */
function spokenIn({ window }: LaunchedApp): Promise<readonly string[]> {
  return window
    .getByRole('alert')
    .or(window.getByRole('status'))
    .allInnerTexts()
    .catch(() => []);
}

/** Keeps what was seen where a test failed. */
async function keepSight(app: LaunchedApp, name: string, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return;
  const body = await app.window.screenshot().catch(() => null);
  if (body !== null) await info.attach(name, { body, contentType: 'image/png' });
  // Where the pictures are not kept, the log says what a person would have read.
  const texts = (await spokenIn(app)).filter((text) => text !== '');
  if (texts.length > 0) process.stderr.write(`The window said: ${texts.join(' | ')}\n`);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownEasel: [false, { option: true }],
  shared: [
    async ({}, use) => {
      const shared = new SharedEasel();
      await use(shared);
      await shared.end();
    },
    { scope: 'worker' },
  ],
  practice: async ({}, use) => {
    const practice = await startPractice({
      roomFiles: path.join(built, 'renderer'),
      // As built: its sources would be compiled anew for every test.
      workerUrl: pathToFileURL(path.join(built, 'main/practice-worker.js')),
    });
    await use(practice);
    await practice.stop();
  },
  keyring: async ({ ownEasel, shared }, use) => {
    if (!ownEasel) return use(await shared.keyring());
    const keyring = keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
    await use(keyring);
    await keyring?.stop();
  },
  startEasel: async ({ keyring }, use, info) => {
    const started: LaunchedApp[] = [];
    await use(async (options = {}) => {
      const env = { ...keyring?.environment, ...options.env };
      const app = await launchApp({ ...options, env });
      await answerQuestions(app, true);
      started.push(app);
      return app;
    });
    for (const [index, app] of started.entries()) await keepSight(app, `window-${index}`, info);
    for (const app of started) await app.close();
  },
  easel: async ({ ownEasel, shared, startEasel }, use, info) => {
    if (ownEasel) return use(await startEasel());
    const easel = await shared.easel();
    await use(easel);
    await keepSight(easel, 'window', info);
  },
});

test.beforeEach(({}, info) => {
  info.annotations.push({ type: 'driver', description: driver() });
});

export { expect };
