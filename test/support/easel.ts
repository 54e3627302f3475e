/** Actions of a user in Easel, for the e2e specs. Finds controls by their accessible names. */
import { DEFAULT_PREFERENCES } from '../../main/ipc/preferences/preferences.ts';
import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import type { LaunchedApp } from './driver.ts';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { PracticeService } from '../practice/practice.ts';

export interface FormEntries {
  readonly name: string;
  readonly environment: 'Production' | 'Staging' | 'Test';
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  readonly apiKey: string;
}

export function entriesFor(practice: PracticeService, change: Partial<FormEntries> = {}): FormEntries {
  const { origin, apiKey } = practice;
  return {
    name: 'Acme School',
    environment: 'Test',
    paperApi: origin,
    boardApi: origin,
    appUrl: origin,
    apiKey,
    ...change,
  };
}

export async function fillForm(window: Page, entries: FormEntries): Promise<void> {
  await window.getByLabel('Name', { exact: true }).fill(entries.name);
  await window.getByRole('radio', { name: entries.environment }).check();
  await window.getByLabel('Paper API address').fill(entries.paperApi);
  await window.getByLabel('Board API address').fill(entries.boardApi);
  await window.getByLabel('App address').fill(entries.appUrl);
  await window.getByLabel('API key', { exact: true }).fill(entries.apiKey);
}

export async function connectByForm(window: Page, entries: FormEntries): Promise<void> {
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entries);
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
}

/** Connects to a service by an IPC call, which is twice as fast as the form. */
export async function connect(window: Page, { environment, ...entries }: FormEntries): Promise<void> {
  // Waits until the page has loaded. Otherwise it would request boards before the API key is stored.
  await window
    .getByRole('button', { name: /^(Connect to your service|Connection: )/u })
    .first()
    .waitFor();
  const saved = await callMain(window, 'connections.save', {
    ...entries,
    id: null,
    environment: environment.toLowerCase() as 'production' | 'staging' | 'test',
    color: 'teal',
    separateBoardKey: false,
    boardApiKey: null,
    sessionOnly: false,
    readOnly: false,
  });
  expect(saved).toMatchObject({ ok: true });
  await window.keyboard.press('ControlOrMeta+2');
  await boardsListed(window);
}

export async function setFirstPassphrase(window: Page, passphrase = 'a horse and a battery'): Promise<void> {
  const dialog = window.getByRole('dialog', { name: 'Set a passphrase' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByLabel('Confirm passphrase').fill(passphrase);
  await dialog.getByRole('button', { name: 'Set passphrase' }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function goTo(
  window: Page,
  screen: 'Boards' | 'Papers' | 'Live previews' | 'Keys & connections',
): Promise<void> {
  await window.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen }).click();
}

/** Makes all later file dialogs choose this file; with null they are cancelled. */
export async function chooseFile({ app }: Pick<LaunchedApp, 'app'>, file: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    const [canceled, filePath] = [chosen === null, chosen ?? ''];
    dialog.showSaveDialog = () => Promise.resolve({ canceled, filePath });
    dialog.showOpenDialog = () => Promise.resolve({ canceled, filePaths: [filePath] });
  }, file);
}

export function copied({ app }: Pick<LaunchedApp, 'app'>): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

export async function setPassphrase(window: Page, passphrase: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+,');
  const form = window.getByRole('form', { name: 'Idle lock' });
  await form.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await form.getByLabel('Confirm passphrase').fill(passphrase);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByLabel('Current passphrase').waitFor();
}

export function teamSettings(window: Page): Locator {
  return window.getByRole('region', { name: 'Team' });
}

export async function enterRegister(
  window: Page,
  user: string,
  database: { readonly port: number; readonly name: string; readonly password: string },
): Promise<void> {
  await window.keyboard.press('ControlOrMeta+,');
  const form = teamSettings(window).getByRole('form', { name: 'Team register' });
  await form.getByLabel('Host').fill('127.0.0.1');
  await form.getByLabel('Port').fill(String(database.port));
  await form.getByLabel('Database').fill(database.name);
  await form.getByLabel('User name').fill(user);
  await form.getByLabel('Password', { exact: true }).fill(database.password);
  await form.getByRole('button', { name: 'Save and connect…' }).click();
  await expect(teamSettings(window).getByRole('status')).toContainText('Team register: ready');
}

export async function runCommand(window: Page, text: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('combobox', { name: 'Search everything' }).fill(text);
  await window.keyboard.press('Enter');
}

export async function boardsListed(window: Page): Promise<void> {
  await window.getByTestId('listing-status').filter({ hasText: 'complete' }).waitFor();
}

export async function addPaper(window: Page, pasted: string, name: string): Promise<void> {
  await goTo(window, 'Papers');
  await window.keyboard.press('ControlOrMeta+Shift+A');
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Identifier or room address').fill(pasted);
  await dialog.getByLabel('Name (optional)').fill(name);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function createPaper(window: Page, name: string, template?: string): Promise<void> {
  await goTo(window, 'Papers');
  await window.getByRole('button', { name: 'New paper' }).first().click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  if (template !== undefined) await dialog.getByLabel('Template').selectOption({ label: template });
  await dialog.getByRole('button', { name: 'Create paper' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Selects the paper whose row contains `text`. Repeats the click, because rows move while papers are loading. */
export async function choosePaper(window: Page, text: string): Promise<void> {
  const papers = window.getByRole('grid', { name: 'Papers' });
  const row = papers.getByRole('row').filter({ hasText: text });
  await expect(async () => {
    await row.click();
    await expect(row).toHaveAttribute('aria-selected', 'true', { timeout: 1000 });
  }).toPass();
}

export async function previewPaper(window: Page, text: string, displayName: string): Promise<void> {
  await goTo(window, 'Papers');
  await choosePaper(window, text);
  await window.getByRole('group', { name: 'Papers' }).getByRole('button', { name: 'Visit…' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Display name').fill(displayName);
  await dialog.getByRole('button', { name: 'Join visibly' }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function liftShield(easel: LaunchedApp): Promise<void> {
  await answerQuestions(easel, true);
  await easel.window.getByRole('button', { name: 'Allow input…' }).click();
  await easel.window.getByText('Your input is sent to the room', { exact: true }).waitFor();
}

export function jobsLine(window: Page): Locator {
  return window.getByRole('contentinfo', { name: 'Status' }).getByRole('group', { name: 'Jobs' });
}

export function problems(window: Page): Locator {
  return window.getByRole('region', { name: 'Problems' });
}

export function toasts(window: Page): Locator {
  return window.getByRole('region', { name: 'Messages' });
}

export async function deleteNow(window: Page): Promise<void> {
  const question = window.getByRole('alertdialog');
  await question.getByRole('button', { name: /^Delete (?:board|paper)/ }).click();
  await question.waitFor({ state: 'detached' });
  const start = jobsLine(window).getByRole('button', { name: 'Start now' });
  const paused = jobsLine(window).getByRole('button', { name: 'your attention' });
  // After an outage the delete's countdown is paused. Then the user can start it only in the jobs drawer.
  await expect(async () => {
    if (await start.isVisible()) return start.click({ timeout: 2000 });
    await paused.waitFor({ timeout: 2000 });
    const drawer = await openJobs(window);
    await drawer.getByRole('button', { name: 'Start now' }).click({ timeout: 2000 });
    await window.keyboard.press('ControlOrMeta+j');
    await drawer.waitFor({ state: 'detached' });
  }).toPass();
}

/** Answers all later confirmation dialogs of the main process, and records them for `questionsOf`. */
export async function answerQuestions({ app }: Pick<LaunchedApp, 'app'>, yes: boolean): Promise<void> {
  await app.evaluate(({ dialog }, answer) => {
    const saved = globalThis as { questions?: unknown[]; ask?: typeof dialog.showMessageBox };
    saved.questions ??= [];
    saved.ask ??= dialog.showMessageBox.bind(dialog);
    dialog.showMessageBox = (...args: readonly unknown[]) => {
      const box = args.at(-1) as { readonly type?: string; readonly buttons?: readonly string[] };
      const [safe] = box.buttons ?? [];
      const isOwn = (box.type === 'warning' && safe === 'Cancel') || safe === 'Keep Easel open';
      if (!isOwn) return (saved.ask as (...all: readonly unknown[]) => Promise<never>)(...args);
      saved.questions?.push(box);
      // Advances the main process's clock by 1 s, because Easel ignores a yes within 1 s after the dialog opens.
      const now = performance.now.bind(performance);
      performance.now = () => now() + 1000;
      return Promise.resolve({ response: answer ? 1 : 0, checkboxChecked: false });
    };
  }, yes);
}

export async function passTime({ app }: Pick<LaunchedApp, 'app'>, ms: number): Promise<void> {
  await app.evaluate((_electron, passed) => {
    const { now } = Date;
    Date.now = () => now() + passed;
  }, ms);
}

/** Makes timers of `ms` in the main process fire after `instead` ms, until Easel is reset for the next test. */
export async function changeTimers(
  { app }: Pick<LaunchedApp, 'app'>,
  ms: number,
  instead: number,
): Promise<void> {
  await app.evaluate(
    (_electron, change) => {
      const { setTimeout } = globalThis;
      Object.assign(globalThis, {
        setTimeout: (run: () => void, delay: number, ...rest: unknown[]) =>
          setTimeout(run, delay === change.ms ? change.instead : delay, ...rest),
      });
    },
    { ms, instead },
  );
}

export function questionsOf({
  app,
}: Pick<LaunchedApp, 'app'>): Promise<
  readonly { readonly message: string; readonly detail: string; readonly buttons: readonly string[] }[]
> {
  return app.evaluate(() => ((globalThis as { questions?: unknown[] }).questions ?? []) as never);
}

export async function holdFor(window: Page, single: number): Promise<void> {
  const holdSeconds = { single, bulk: 300 };
  expect(await callMain(window, 'app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds })).toMatchObject({
    ok: true,
  });
}

/** Makes a user gesture without an effect: presses F9, or clicks if a text field has the focus. */
async function pressNothing(window: Page): Promise<void> {
  const isTyping = await window.evaluate(() => {
    const isField = document.activeElement?.matches('input, textarea') === true;
    const keepFocus = (event: Event): void => event.preventDefault();
    if (isField) addEventListener('mousedown', keepFocus, { capture: true, once: true });
    return isField;
  });
  if (isTyping) await window.mouse.click(0, 0);
  else await window.keyboard.press('F9');
}

/** Calls the main process from the page. Makes a user gesture first, which many calls require. */
export async function callMain<C extends CallName>(
  window: Page,
  name: C,
  args: ArgsOf<C>,
): Promise<Result<ValueOf<C>>> {
  await pressNothing(window);
  const reply: unknown = await window.evaluate(
    ([call, args]) => {
      const [group = '', method = ''] = call.split('.');
      const { easel } = globalThis as unknown as {
        easel: Readonly<Record<string, Readonly<Record<string, (args: unknown) => Promise<unknown>>>>>;
      };
      return easel[group]?.[method]?.(args);
    },
    [name, args] as const,
  );
  return reply as Result<ValueOf<C>>;
}

export async function openJobs(window: Page): Promise<Locator> {
  const drawer = window.getByRole('complementary', { name: 'Jobs' });
  if (!(await drawer.isVisible())) await window.keyboard.press('ControlOrMeta+j');
  await drawer.waitFor();
  return drawer;
}
