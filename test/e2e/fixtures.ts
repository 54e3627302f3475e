/** What the specs share: a practice service outside the app, a private keychain, and Easel itself. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { WINDOW_SAID } from '../commands/report.ts';
import { startPractice, type PracticeService } from '../practice/practice.ts';
import { answerQuestions } from '../support/easel.ts';
import { driver, launchApp, type LaunchedApp, type LaunchOptions } from '../support/driver.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../support/keyring.ts';
import { keysWouldStay } from '../support/run-keychain.ts';
import { keepOriginals, startOver } from '../support/start-over.ts';
import { PICTURES, SMALL_WINDOW } from '../support/theme.ts';

const builtPage = path.join(import.meta.dirname, '../../out/app/renderer');

/** Starts a further Easel; it is closed when the test ends. */
export type StartEasel = (options?: LaunchOptions) => Promise<LaunchedApp>;

export interface Fixtures {
  /** Whether each test of a file has a computer of its own: where what it leaves behind can't be taken back. */
  readonly ownComputer: boolean;
  /** Whether a test makes its page do what the page's content policy forbids. */
  readonly violatesPolicy: boolean;
  /** How many boards the service has. */
  readonly boards: number;
  readonly computer: Computer;
  readonly practice: PracticeService;
  /** A real keychain, unlocked; the test is skipped where this system can't have one. */
  readonly keyring: Keyring;
  readonly startEasel: StartEasel;
  /** Easel as at its first start. */
  readonly easel: LaunchedApp;
  /** Ends that Easel, and starts it again with all that it kept; `meanwhile` happens in between. */
  readonly restart: (meanwhile?: () => unknown) => Promise<LaunchedApp>;
}

export interface WorkerFixtures {
  readonly sharedComputer: Computer;
}

/** A computer with a keychain, and Easel on it. A worker's tests share one, where Easel starts over before each of them. */
export class Computer {
  #keyring: Keyring | null | undefined;
  #userData: string | null = null;
  #easel: LaunchedApp | null = null;
  readonly #pageErrors: string[] = [];
  readonly #violations: string[] = [];

  /** The keychain; null where this system can't have one. */
  async keyring(): Promise<Keyring | null> {
    this.#keyring ??= keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
    return this.#keyring;
  }

  /** The Easel that runs, as at its first start. */
  async easel(): Promise<LaunchedApp> {
    try {
      if (this.#easel !== null) await startOver(this.#easel);
    } catch (error) {
      process.stderr.write(`Another Easel is started: ${String(error)}\n`);
      await this.#easel?.close();
      this.#easel = null;
    }
    if (this.#easel !== null) return this.#easel;
    await this.#forget();
    return this.#start();
  }

  /** Ends the Easel that runs, and starts it again over the same folder; `meanwhile` happens in between. */
  async restart(meanwhile?: () => unknown): Promise<LaunchedApp> {
    await this.#easel?.close();
    await meanwhile?.();
    return this.#start();
  }

  /** What went wrong in its page and was caught by nobody, since this was asked the last time. */
  pageErrors(): readonly string[] {
    return this.#pageErrors.splice(0);
  }

  /** What its content policy stopped its page from doing, since this was asked the last time. */
  violations(): readonly string[] {
    return this.#violations.splice(0);
  }

  /** What it shows now, where a test failed. */
  async keepSight(info: TestInfo): Promise<void> {
    if (this.#easel !== null) await keepSight(this.#easel, 'window', info);
  }

  async end(): Promise<void> {
    await this.#easel?.close();
    await this.#forget();
    await this.#keyring?.stop();
  }

  async #start(): Promise<LaunchedApp> {
    const keyring = await this.keyring();
    this.#userData ??= await smallComputer();
    const easel = await launchApp({
      env: { ...keyring?.environment },
      userData: this.#userData,
      moves: PICTURES !== undefined,
    });
    this.#easel = easel;
    easel.window.on('pageerror', ({ message, stack = message }) => {
      // A room's own page is another program's business.
      if (!stack.includes('/room/')) this.#pageErrors.push(stack);
    });
    // Chromium says in the console what a content policy stops.
    easel.window.on('console', (message) => {
      const isOfPolicy = /content security policy|trusted ?(type|script|html)/iu.test(message.text());
      if (isOfPolicy && !message.location().url.includes('/room/')) this.#violations.push(message.text());
    });
    // A test may close it; the next one then has another.
    easel.app.once('close', () => {
      if (this.#easel === easel) this.#easel = null;
    });
    await keepOriginals(easel);
    // The person means what they do; specs of main's questions answer otherwise.
    await answerQuestions(easel, true);
    return easel;
  }

  async #forget(): Promise<void> {
    if (this.#userData !== null) await rm(this.#userData, { recursive: true, force: true });
    this.#userData = null;
  }
}

/** A folder with a small window in it: that costs a tenth less than the usual one, and what fits there fits anywhere. */
async function smallComputer(): Promise<string> {
  const userData = await mkdtemp(path.join(os.tmpdir(), 'easel-computer-'));
  const bounds = { x: 0, y: 0, ...SMALL_WINDOW };
  await writeFile(path.join(userData, 'window.json'), JSON.stringify({ bounds, maximized: false }));
  return userData;
}

/** What the window tells a person by itself; nothing of one that is gone. */
function spokenIn({ window }: LaunchedApp): Promise<readonly string[]> {
  return window
    .getByRole('alert')
    .or(window.getByRole('status'))
    .allInnerTexts()
    .catch(() => []);
}

/** Keeps what was seen, and done where that was recorded, where a test failed. */
async function keepSight(app: LaunchedApp, name: string, info: TestInfo): Promise<void> {
  const hasFailed = info.status !== info.expectedStatus;
  await app.endTrace(hasFailed ? info.outputPath(`${name}.trace.zip`) : null);
  if (!hasFailed) return;
  const body = await app.window.screenshot().catch(() => null);
  if (body !== null) await info.attach(name, { body, contentType: 'image/png' });
  // Where the pictures are not kept, the report says what a person would have read.
  const texts = (await spokenIn(app)).filter((text) => text !== '');
  if (texts.length > 0)
    info.annotations.push({ type: WINDOW_SAID, description: texts.join(' | ').replaceAll('\n', ' ') });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownComputer: [false, { option: true }],
  violatesPolicy: [false, { option: true }],
  boards: [312, { option: true }],
  sharedComputer: [
    async ({}, use) => {
      const computer = new Computer();
      await use(computer);
      await computer.end();
    },
    { scope: 'worker' },
  ],
  computer: async ({ ownComputer, sharedComputer }, use) => {
    const why = keysWouldStay();
    if (why !== null) return base.skip(true, why);
    const computer = ownComputer ? new Computer() : sharedComputer;
    await use(computer);
    if (ownComputer) await computer.end();
  },
  practice: async ({ boards }, use) => {
    const practice = await startPractice({ roomFiles: builtPage, boards });
    await use(practice);
    await practice.stop();
  },
  keyring: async ({ computer }, use) => {
    const keyring = await computer.keyring();
    if (keyring === null) return base.skip(true, 'no keychain can be run here');
    await use(keyring);
  },
  startEasel: async ({ computer }, use, info) => {
    const started: LaunchedApp[] = [];
    await use(async (options = {}) => {
      const keyring = await computer.keyring();
      const app = await launchApp({ ...options, env: { ...keyring?.environment, ...options.env } });
      await answerQuestions(app, true);
      started.push(app);
      return app;
    });
    for (const [index, app] of started.entries()) await keepSight(app, `window-${index}`, info);
    for (const app of started) await app.close();
  },
  // The service outlives it: a picture shows what the test saw.
  easel: async ({ computer, practice: _outlivesIt, violatesPolicy }, use, info) => {
    await use(await computer.easel());
    await computer.keepSight(info);
    expect(computer.pageErrors()).toEqual([]);
    const violations = computer.violations();
    if (!violatesPolicy) expect(violations).toEqual([]);
  },
  restart: async ({ computer }, use) => use((meanwhile) => computer.restart(meanwhile)),
});

test.beforeEach(({}, info) => {
  info.annotations.push({ type: 'driver', description: driver() });
});

export { expect };
