/** Walks through Easel as a person does: by the names of what is on the screen. */
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

/** From the welcome screen to a saved connection and its boards, by the form. */
export async function connectByForm(window: Page, entries: FormEntries): Promise<void> {
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entries);
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
}

/** The same without the form, where it is not the subject: half the work. */
export async function connect(window: Page, { environment, ...entries }: FormEntries): Promise<void> {
  // A page that still starts would meet the connection before its key is stored, and list its boards without.
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

/** Answers the system's file dialogs with this file from now on. */
export async function chooseFile({ app }: Pick<LaunchedApp, 'app'>, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
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

/** Runs the command that the palette finds first for this text. */
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
  await window.getByRole('button', { name: 'Add by link or id' }).first().click();
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

/** Chooses the paper whose row holds `text`. While a list is still read, another row may slip under the click. */
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
  await window.getByRole('group', { name: 'Papers' }).getByRole('button', { name: 'Preview' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Display name').fill(displayName);
  await dialog.getByRole('button', { name: 'Join visibly' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Lets input into the room in front, with a yes to main's question. */
export async function liftShield(easel: LaunchedApp): Promise<void> {
  await answerQuestions(easel, true);
  await easel.window.getByRole('button', { name: 'Lift shield…' }).click();
  await easel.window.getByText('Your input reaches the room', { exact: true }).waitFor();
}

export function jobsLine(window: Page): Locator {
  return window.getByRole('contentinfo', { name: 'Status' }).getByRole('group', { name: 'Jobs' });
}

export function toasts(window: Page): Locator {
  return window.getByRole('region', { name: 'Messages' });
}

/** Says yes to the question before a delete, and begins it at once instead of waiting until its hold is over. */
export async function deleteNow(window: Page): Promise<void> {
  const question = window.getByRole('alertdialog');
  await question.getByRole('button', { name: /^Delete (?:board|paper)/ }).click();
  await question.waitFor({ state: 'detached' });
  const start = toasts(window).getByRole('button', { name: 'Start now' });
  const paused = jobsLine(window).getByRole('button', { name: 'waiting for you' });
  // An outage that is found out at any moment pauses the hold: it then goes on from the drawer.
  await expect(async () => {
    if (await start.isVisible()) return start.click({ timeout: 2000 });
    await paused.waitFor({ timeout: 2000 });
    const drawer = await openJobs(window);
    await drawer.getByRole('button', { name: 'Start now' }).click({ timeout: 2000 });
    await window.keyboard.press('ControlOrMeta+j');
    await drawer.waitFor({ state: 'detached' });
  }).toPass();
}

/**
 * Answers main's own questions from now on, that of closing with jobs among them, and keeps what they asked; every other
 * box of the system stays as it was.
 */
export async function answerQuestions({ app }: Pick<LaunchedApp, 'app'>, yes: boolean): Promise<void> {
  await app.evaluate(({ dialog }, answer) => {
    const kept = globalThis as { questions?: unknown[]; ask?: typeof dialog.showMessageBox };
    kept.questions ??= [];
    kept.ask ??= dialog.showMessageBox.bind(dialog);
    dialog.showMessageBox = (...asked: readonly unknown[]) => {
      const box = asked.at(-1) as { readonly type?: string; readonly buttons?: readonly string[] };
      const [safe] = box.buttons ?? [];
      const isOwn = (box.type === 'warning' && safe === 'Cancel') || safe === 'Keep Easel open';
      if (!isOwn) return (kept.ask as (...all: readonly unknown[]) => Promise<never>)(...asked);
      kept.questions?.push(box);
      // A yes within the first second is asked for again, and nobody is as fast as a spec.
      const now = performance.now.bind(performance);
      performance.now = () => now() + 1000;
      return Promise.resolve({ response: answer ? 1 : 0, checkboxChecked: false });
    };
  }, yes);
}

/** Main's clock goes on by so many ms, and runs on from there: no person is as fast as a spec. */
export async function passTime({ app }: Pick<LaunchedApp, 'app'>, ms: number): Promise<void> {
  await app.evaluate((_electron, passed) => {
    const { now } = Date;
    Date.now = () => now() + passed;
  }, ms);
}

/** Main's timers of `ms` take `instead` from now on, until Easel starts over. */
export async function changeTimers(
  { app }: Pick<LaunchedApp, 'app'>,
  ms: number,
  instead: number,
): Promise<void> {
  await app.evaluate(
    (_electron, change) => {
      const { setTimeout } = globalThis;
      Object.assign(globalThis, {
        setTimeout: (run: () => void, asked: number, ...rest: unknown[]) =>
          setTimeout(run, asked === change.ms ? change.instead : asked, ...rest),
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

/** Lets single deletes be held for so long: where somebody looks closely, 10 seconds are over too soon. */
export async function holdFor(window: Page, single: number): Promise<void> {
  const holdSeconds = { single, bulk: 300 };
  expect(await callMain(window, 'app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds })).toMatchObject({
    ok: true,
  });
}

/** A press that means nothing to the page: a key without a command, or a pointer where only Enter would count. */
async function pressNothing(window: Page): Promise<void> {
  const isTyping = await window.evaluate(() => {
    const types = document.activeElement?.matches('input, textarea') === true;
    // The focus stays in the field.
    const stay = (event: Event): void => event.preventDefault();
    if (types) addEventListener('mousedown', stay, { capture: true, once: true });
    return types;
  });
  if (isTyping) await window.mouse.click(0, 0);
  else await window.keyboard.press('F9');
}

/** Calls main from the page, as a script there would, with a press of its own. */
export async function callMain<C extends CallName>(
  window: Page,
  name: C,
  args: ArgsOf<C>,
): Promise<Result<ValueOf<C>>> {
  await pressNothing(window);
  const reply: unknown = await window.evaluate(
    ([call, given]) => {
      const [group = '', method = ''] = call.split('.');
      const { easel } = globalThis as unknown as {
        easel: Readonly<Record<string, Readonly<Record<string, (args: unknown) => Promise<unknown>>>>>;
      };
      return easel[group]?.[method]?.(given);
    },
    [name, args] as const,
  );
  return reply as Result<ValueOf<C>>;
}

/** The drawer of jobs, opened by its key unless it is open. */
export async function openJobs(window: Page): Promise<Locator> {
  const drawer = window.getByRole('complementary', { name: 'Jobs' });
  if (!(await drawer.isVisible())) await window.keyboard.press('ControlOrMeta+j');
  await drawer.waitFor();
  return drawer;
}
