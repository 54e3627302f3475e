import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

export type StartEasel = (options?: LaunchOptions) => Promise<LaunchedApp>;

export interface Fixtures {
  /** True if the test makes a permanent change, such as a passphrase. The test then gets a new data folder. */
  readonly ownComputer: boolean;
  readonly violatesPolicy: boolean;
  readonly boards: number;
  readonly computer: Computer;
  readonly practice: PracticeService;
  /** A private unlocked system keychain. If the system has none, the test is skipped. */
  readonly keyring: Keyring;
  readonly startEasel: StartEasel;
  readonly easel: LaunchedApp;
  readonly restart: (meanwhile?: () => unknown) => Promise<LaunchedApp>;
}

export interface WorkerFixtures {
  readonly sharedComputer: Computer;
}

/** Simulated computer of a Playwright worker: a keychain, a data folder, and one Easel that each test resets. */
export class Computer {
  #keyring: Keyring | null | undefined;
  #userData: string | null = null;
  #easel: LaunchedApp | null = null;
  readonly #pageErrors: string[] = [];
  readonly #violations: string[] = [];

  async keyring(): Promise<Keyring | null> {
    this.#keyring ??= keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
    return this.#keyring;
  }

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

  async restart(meanwhile?: () => unknown): Promise<LaunchedApp> {
    await this.#easel?.close();
    await meanwhile?.();
    return this.#start();
  }

  pageErrors(): readonly string[] {
    return this.#pageErrors.splice(0);
  }

  violations(): readonly string[] {
    return this.#violations.splice(0);
  }

  async keepEvidence(info: TestInfo): Promise<void> {
    if (this.#easel !== null) await keepEvidence(this.#easel, 'window', info);
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
      // Ignores errors in a whiteboard room, because its page is not Easel's code.
      if (!stack.includes('/room/')) this.#pageErrors.push(stack);
    });
    easel.window.on('console', (message) => {
      const isOfPolicy = /content security policy|trusted ?(type|script|html)/iu.test(message.text());
      if (isOfPolicy && !message.location().url.includes('/room/')) this.#violations.push(message.text());
    });
    easel.app.once('close', () => {
      if (this.#easel === easel) this.#easel = null;
    });
    await keepOriginals(easel);
    await answerQuestions(easel, true);
    return easel;
  }

  async #forget(): Promise<void> {
    if (this.#userData !== null) await rm(this.#userData, { recursive: true, force: true });
    this.#userData = null;
  }
}

/** Creates a user data folder with a small window size, because tests are a tenth faster in small windows. */
async function smallComputer(): Promise<string> {
  const userData = await mkdtemp(path.join(os.tmpdir(), 'easel-computer-'));
  const bounds = { x: 0, y: 0, ...SMALL_WINDOW };
  await writeFile(path.join(userData, 'window.json'), JSON.stringify({ bounds, maximized: false }));
  return userData;
}

function messagesIn({ window }: LaunchedApp): Promise<readonly string[]> {
  return window
    .getByRole('alert')
    .or(window.getByRole('status'))
    .allInnerTexts()
    .catch(() => []);
}

async function keepEvidence(app: LaunchedApp, name: string, info: TestInfo): Promise<void> {
  const hasFailed = info.status !== info.expectedStatus;
  await app.endTrace(hasFailed ? info.outputPath(`${name}.trace.zip`) : null);
  if (!hasFailed) return;
  const body = await app.window.screenshot().catch(() => null);
  if (body !== null) await info.attach(name, { body, contentType: 'image/png' });
  const texts = (await messagesIn(app)).filter((text) => text !== '');
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
    for (const [index, app] of started.entries()) await keepEvidence(app, `window-${index}`, info);
    for (const app of started) await app.close();
  },
  // Depends on the fixture `practice`, so that the service stops only after the screenshot of a failed test.
  easel: async ({ computer, practice: _outlivesIt, violatesPolicy }, use, info) => {
    await mkdir(info.outputDir, { recursive: true });
    await use(await computer.easel());
    await computer.keepEvidence(info);
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
