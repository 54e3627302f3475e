/**
 * A monkey at Easel: it presses, types, resizes, breaks the service, restarts and kills Easel at random, the same way for the
 * same seed. After each step Easel must be there, and the focus somewhere; at the end nothing was deleted that it had
 * not confirmed, and every label that Easel took is still there. `npm run nightly soak` lets it loose for longer.
 */
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import type { ValueOf } from '../../preload/contract/contract.ts';
import { callMain, connect, entriesFor } from '../support/easel.ts';
import { expect, test } from '../e2e/fixtures.ts';

const STEPS = Number(process.env['EASEL_MONKEY_STEPS'] ?? 500);
const SEED = Number(process.env['EASEL_MONKEY_SEED'] ?? 20_261_123);
/** Where a soak wants to hear how it went. */
const REPORT = process.env['EASEL_MONKEY_REPORT'];

const TEXTS = [
  '',
  ' ',
  'Class 7b',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://x.example")',
  "'; DROP TABLE boards; --",
  'مرحبا \u202Eevil\u202C',
  '👩‍🏫🎈',
  '../../etc/passwd',
  'a\u0000b',
  '9'.repeat(400),
  'x'.repeat(20_000),
  '502',
  'https://room.example/room/1f0d4c52-3a6e-4b0e-9f57-5a0c1d2e3f40?token=eyJhbGciOi',
];
const KEYS = [
  'Escape Escape Enter Tab Tab Shift+Tab ArrowDown ArrowDown ArrowUp ArrowRight Space Delete F2 F4 F6 F8 / ?',
  'Home End PageDown Shift+F10 ControlOrMeta+k ControlOrMeta+j ControlOrMeta+n ControlOrMeta+a ControlOrMeta+z',
  'ControlOrMeta+2 ControlOrMeta+3 ControlOrMeta+5 ControlOrMeta+,',
].flatMap((keys) => keys.split(' '));
const SIZES = [
  [1000, 700],
  [1440, 900],
  [720, 450],
  [1600, 1000],
  [640, 480],
] as const;
const FAULTS = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 404 },
] as const;

/** The same numbers for the same seed, from 0 to below 1. */
function drawFrom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

interface Control {
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly isText: boolean;
  /** It is the press that confirms a deletion, or lets one go on that was confirmed. */
  readonly mayDelete: boolean;
}

/** What could be pressed now: what is seen, on, and not covered; of an open dialog only what is in it. */
function controlsOf(window: Page): Promise<readonly Control[]> {
  return window.evaluate(() => {
    const front = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const wanted =
      'button, a[href], input, textarea, select, summary, [role=option], [role=tab], [role=row], [role^=menuitem]';
    return [...front.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + Math.min(width / 2, 200), top + height / 2];
      const met = document.elementFromPoint(x, y);
      if (width === 0 || met === null || !(element.contains(met) || met.contains(element))) return [];
      if (element.matches(':disabled, [aria-disabled=true]')) return [];
      const name = (element.getAttribute('aria-label') ?? element.innerText)
        .replaceAll(/\s+/gu, ' ')
        .slice(0, 60);
      const isText = element.matches('textarea, input:not([type=checkbox], [type=radio], [type=range])');
      const isInDialog = element.closest('dialog') !== null;
      const mayDelete = isInDialog && /^(?:Delete|Queue|Run|Start|Retry)/u.test(name);
      return [{ x, y, name, isText, mayDelete }];
    });
  });
}

/** What is wrong with what the window shows; null for nothing. */
function wrongWith(window: Page): Promise<string | null> {
  return window.evaluate(() => {
    const said = document.body.innerText;
    if (said.trim() === '') return 'the window is blank';
    if (/could not be shown\. A problem in Easel/u.test(said)) return 'a part could not be drawn';
    // What is marked is about to be copied: the focus stays away then.
    const isMarked = getSelection()?.isCollapsed === false;
    return document.activeElement === document.body && !isMarked ? 'the focus is nowhere' : null;
  });
}

const deletesIn = (jobs: ValueOf<'jobs.list'>) => jobs.filter(({ kind }) => kind.startsWith('delete'));

test('a monkey loses nothing, deletes nothing unasked, and never loses the focus', async ({
  computer,
  easel: first,
  practice,
  restart,
}) => {
  test.setTimeout(60_000 + STEPS * 5000);
  const draw = drawFrom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const done: string[] = [];
  const pressed = new Map<string, number>();
  /** Boards of jobs that it confirmed, at most so many by each job. */
  const confirmed = new Map<string, number>();
  let easel = first;
  let restarts = 0;
  const step = (what: string): void => void done.push(what);

  /** A confirmed job is told of some presses later. */
  let mayBegin = 0;
  async function notePresses(mayDelete: boolean): Promise<void> {
    mayBegin = mayDelete ? 5 : mayBegin - 1;
    const jobs = await callMain(easel.window, 'jobs.list', {});
    if (!jobs.ok) return;
    for (const { id, counts } of deletesIn(jobs.value)) {
      if (!confirmed.has(id) && mayBegin <= 0) throw new Error(`a deletion that nobody confirmed: ${id}`);
      confirmed.set(id, counts.total);
    }
  }

  async function press(): Promise<void> {
    const controls = await controlsOf(easel.window);
    // A control that was pressed often is left to others: there is more to see.
    const fewest = controls.toSorted((a, b) => (pressed.get(a.name) ?? 0) - (pressed.get(b.name) ?? 0));
    const control = pick(draw() < 0.6 ? fewest.slice(0, 12) : controls);
    if (control === undefined) return;
    pressed.set(control.name, (pressed.get(control.name) ?? 0) + 1);
    step(`press ${control.name}`);
    await easel.window.mouse.click(control.x, control.y, { clickCount: draw() < 0.1 ? 2 : 1 });
    if (control.isText) {
      const text = pick(TEXTS);
      step(`type ${text.slice(0, 20)}`);
      await easel.window.keyboard.insertText(text);
      if (draw() < 0.3) await easel.window.keyboard.press('Enter');
    }
    await notePresses(control.mayDelete);
  }

  async function key(): Promise<void> {
    const chosen = pick(KEYS);
    step(chosen);
    // Enter may be the press on the button that has the focus.
    const onDelete = await easel.window.evaluate(() => document.activeElement?.closest('dialog') !== null);
    await easel.window.keyboard.press(chosen);
    await notePresses(onDelete && ['Enter', 'Space'].includes(chosen));
  }

  /** What is written about the first boards, by their ids. */
  async function noted(): Promise<ReadonlyMap<string, unknown>> {
    const { window } = easel;
    const known = await callMain(window, 'connections.list', {});
    const connectionId = known.ok ? known.value.connections[0]?.id : undefined;
    if (connectionId === undefined) return new Map();
    const query = { find: '', filters: [], order: { by: 'id', descending: false } } as const;
    const asked = { connectionId, query, fields: [], from: 0, count: 200 };
    const rows = await callMain(window, 'boards.window', asked);
    return new Map(rows.ok ? rows.value.rows.map(({ id, local }) => [id ?? '', local]) : []);
  }

  async function disturb(): Promise<void> {
    const what = draw();
    if (what < 0.35) {
      const [width, height] = pick(SIZES);
      step(`${width}×${height}`);
      await easel.app.evaluate(
        ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
        { width, height },
      );
    } else if (what < 0.7) {
      const fault = pick(FAULTS);
      step(`the service answers ${fault.status}`);
      await practice.faults.set('*', fault);
    } else if (what < 0.95) {
      step('the service is well');
      await practice.faults.clear();
    } else {
      const kills = draw() < 0.5;
      step(kills ? 'kill' : 'restart');
      restarts += 1;
      const before = await noted();
      if (kills) easel.app.process().kill('SIGKILL');
      easel = await restart();
      await easel.window.locator('button').first().waitFor();
      const after = await noted();
      for (const [id, local] of before) if (after.has(id)) expect(after.get(id)).toEqual(local);
    }
  }

  await connect(easel.window, entriesFor(practice));
  const before = new Set((await practice.contents()).boards);
  try {
    for (let at = 0; at < STEPS; at += 1) {
      const what = draw();
      if (what < 0.6) await press();
      else if (what < 0.88) await key();
      else await disturb();
      await expect.poll(() => wrongWith(easel.window), { timeout: 5000, message: `step ${at}` }).toBeNull();
      expect(computer.pageErrors()).toEqual([]);
    }
    const { boards } = await practice.contents();
    const gone = [...before].filter((id) => !boards.includes(id)).length;
    const allowed = [...confirmed.values()].reduce((sum, total) => sum + total, 0);
    expect(gone).toBeLessThanOrEqual(allowed);
  } catch (error) {
    throw new Error(`seed ${SEED}, after: ${done.slice(-25).join(' · ')}\n${String(error)}`, {
      cause: error,
    });
  } finally {
    if (REPORT !== undefined) {
      const report = { seed: SEED, steps: done.length, restarts, deletions: confirmed.size };
      await writeFile(REPORT, JSON.stringify(report));
    }
  }
});
