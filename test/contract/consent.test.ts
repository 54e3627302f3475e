import { expect, test } from 'vitest';
import { consentOf, PRESS_LASTS_MS } from '../../main/ipc/consent.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { borderOf, outcome, PAGE, QUESTION, type Border } from './border.ts';
import { GOOD_ARGS } from './examples.ts';

const CREATE = 'boards.create';
const PREFER = 'app.prefer';
const DELETE = 'jobs.deleteReviewed';
const none = { page: PAGE, number: 0, msAgo: 3 };

/** Sends an IPC call, by default without proof of a user's click or key. Returns `ok` or the failure's code. */
const send = async (
  { dispatch }: Border,
  name: CallName,
  press: unknown = none,
  args: object = {},
): Promise<string> => outcome(await dispatch(name, true, { ...GOOD_ARGS[name], ...args }, press));

test('a user press (key or click) is needed for exactly those calls whose declaration requires one', async () => {
  for (const name of CALL_NAMES) {
    const border = borderOf();
    const expected = consentOf(CALLS[name], GOOD_ARGS[name]) === 'none' ? 'ok' : 'needs-press';
    expect([name, await send(border, name), border.ran.length]).toEqual([
      name,
      expected,
      expected === 'ok' ? 1 : 0,
    ]);
  }
});

test('a user press (key or click) allows one call, even if two are sent at the same time', async () => {
  const border = borderOf();
  const one = border.press();
  const codes = await Promise.all([
    send(border, CREATE, one),
    send(border, CREATE, one),
    send(border, 'jobs.deleteOne', one),
  ]);
  expect(codes).toEqual(['ok', 'needs-press', 'needs-press']);
  expect(border.ran).toHaveLength(1);
});

test('a user press (key or click) is invalid after a later press has permitted a call', async () => {
  const border = borderOf();
  const [first, second] = [border.press(), border.press()];
  expect([await send(border, CREATE, second), await send(border, CREATE, first)]).toEqual([
    'ok',
    'needs-press',
  ]);
});

test('a user press (key or click) is valid for five seconds', async () => {
  const border = borderOf();
  const after = (msAgo: number): Promise<string> => send(border, CREATE, { ...border.press(), msAgo });
  expect([await after(PRESS_LASTS_MS), await after(PRESS_LASTS_MS + 1)]).toEqual(['ok', 'needs-press']);
  expect(PRESS_LASTS_MS).toBe(5000);
});

test('the numbers of user presses start from zero again after the page is reloaded', async () => {
  const border = borderOf();
  border.press();
  expect(await send(border, CREATE, border.press())).toBe('ok');
  const page = 'e0a1c0de-0000-4000-8000-000000000000';
  expect(await send(border, CREATE, { ...none, page })).toBe('needs-press');
  expect(await send(border, CREATE, { ...none, page, number: 1 })).toBe('ok');
});

test.each([null, { ...none, number: 1.5 }, { page: 'x', number: 1, msAgo: 0 }])(
  'the invalid value %j does not count as a user press',
  async (press) => {
    expect(await send(borderOf(), CREATE, press)).toBe('needs-press');
  },
);

test('a user press (key or click) stays usable after a call that needs no press or has wrong arguments', async () => {
  const border = borderOf(undefined, { question: null });
  const one = border.press();
  await send(border, 'boards.state', one);
  await border.dispatch(CREATE, true, {}, one);
  expect(await send(border, PREFER, one)).toBe('ok');
  expect(await send(border, CREATE, one)).toBe('ok');
});

test('a user press (key or click) in a menu or dialog of main permits one call, within five seconds', async () => {
  const border = borderOf();
  const { consent, clock } = border;
  consent.pressed();
  expect([await send(border, CREATE), await send(border, CREATE)]).toEqual(['ok', 'needs-press']);
  consent.pressed();
  clock.now += PRESS_LASTS_MS + 1;
  expect(await send(border, CREATE)).toBe('needs-press');
  consent.pressed();
  consent.drop();
  expect(await send(border, CREATE)).toBe('needs-press');
});

test('a user press (key or click) from before a lock of Easel is invalid after it', async () => {
  const border = borderOf();
  border.consent.drop();
  border.clock.now += 1000;
  expect(await send(border, CREATE, { ...border.press(), msAgo: 1001 })).toBe('needs-press');
  expect(await send(border, CREATE, { ...border.press(), msAgo: 1000 })).toBe('ok');
});

test.each<readonly [CallName, object, string]>([
  ['app.copy', { text: 'board-1' }, 'needs-press'],
  ['links.copy', {}, 'needs-press'],
  ['boards.copy', { as: 'links' }, 'ok'],
  ['papers.copy', { as: 'curl' }, 'ok'],
  ['activity.copyTarget', {}, 'ok'],
  ['boards.annotate', { change: { protected: false } }, 'needs-press'],
  ['boards.annotate', { change: { protected: true } }, 'ok'],
  ['boards.annotate', { change: { label: 'Plan' } }, 'ok'],
])('without a user press (key or click), the call %s with %j gives “%s”', async (name, args, code) => {
  expect(await send(borderOf(), name, none, args)).toBe(code);
});

test('a user press (key or click) is needed to change a preference that requires main’s question', async () => {
  const border = borderOf();
  expect(await send(border, PREFER)).toBe('needs-press');
  expect([border.asked.length, border.ran.length]).toEqual([0, 0]);
  expect(await send(border, PREFER, border.press())).toBe('ok');
  expect([border.asked.length, border.ran.length]).toEqual([1, 1]);
});

const asking = CALL_NAMES.filter((name) => ['dialog', 'if-asked'].includes(String(CALLS[name].consent)));

test('main’s confirmation question appears before every call that declares one, and the answer no prevents the call', async () => {
  for (const name of asking) {
    const border = borderOf();
    expect(await send(border, name, border.press())).toBe('ok');
    expect([border.asked.length, border.ran.length, border.answered]).toEqual([1, 1, [QUESTION]]);
    const refused = borderOf(undefined, { confirm: () => Promise.resolve(false) });
    expect([name, await send(refused, name, refused.press())]).toEqual([name, 'cancelled']);
    expect(refused.ran).toEqual([]);
  }
});

test('main’s confirmation question does not appear without a user press, or if there is nothing to confirm', async () => {
  const border = borderOf();
  await send(border, DELETE);
  expect(border.asked).toEqual([]);
  const quiet = borderOf(undefined, { question: null });
  expect(await send(quiet, DELETE, quiet.press())).toBe('ok');
  expect([quiet.asked, quiet.answered]).toEqual([[], [null]]);
});

test('while a confirmation question of main is open, another call that needs one is refused', async () => {
  let answer: (yes: boolean) => void = () => undefined;
  const border = borderOf(undefined, {
    confirm: () => new Promise((resolve) => (answer = resolve)),
  });
  const first = send(border, DELETE, border.press());
  expect(await send(border, DELETE, border.press())).toBe('refused');
  expect([border.asked.length, border.ran.length]).toEqual([1, 0]);
  answer(true);
  expect(await first).toBe('ok');
});

test('main’s confirmation question counts as answered no after Easel is locked, even after a yes', async () => {
  const border = borderOf(undefined, {
    confirm: (_question, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(true))),
  });
  const reply = send(border, 'transfer.export', border.press());
  await Promise.resolve();
  border.consent.drop();
  expect(await reply).toBe('cancelled');
  expect(border.ran).toEqual([]);
});
