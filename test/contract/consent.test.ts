import { expect, test, vi } from 'vitest';
import { consentOf, PRESS_LASTS_MS } from '../../main/ipc/consent.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { borderOf, outcome, PAGE, QUESTION, type Border } from './border.ts';
import { GOOD_ARGS } from './examples.ts';

const CREATE = 'boards.create';
const PREFER = 'app.prefer';
const DELETE = 'jobs.deleteReviewed';
const none = { page: PAGE, number: 0, msAgo: 3 };

const send = async (
  { dispatch }: Border,
  name: CallName,
  press: unknown = none,
  args: object = {},
): Promise<string> => outcome(await dispatch(name, true, { ...GOOD_ARGS[name], ...args }, press));

test('without user input, main refuses exactly the IPC calls that are declared to require user input', async () => {
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

test('one key press or click permits only one of two IPC calls that are sent at the same time', async () => {
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

test('after a key press or click has permitted an IPC call, earlier key presses and clicks permit no call', async () => {
  const border = borderOf();
  const [first, second] = [border.press(), border.press()];
  expect([await send(border, CREATE, second), await send(border, CREATE, first)]).toEqual([
    'ok',
    'needs-press',
  ]);
});

test('a key press or click permits an IPC call for five seconds', async () => {
  const border = borderOf();
  const after = (msAgo: number): Promise<string> => send(border, CREATE, { ...border.press(), msAgo });
  expect([await after(PRESS_LASTS_MS), await after(PRESS_LASTS_MS + 1)]).toEqual(['ok', 'needs-press']);
  expect(PRESS_LASTS_MS).toBe(5000);
});

test('after a reload of the page, main refuses IPC calls that need user input until the next key press or click', async () => {
  const border = borderOf();
  border.press();
  expect(await send(border, CREATE, border.press())).toBe('ok');
  const page = 'e0a1c0de-0000-4000-8000-000000000000';
  expect(await send(border, CREATE, { ...none, page })).toBe('needs-press');
  expect(await send(border, CREATE, { ...none, page, number: 1 })).toBe('ok');
});

test.each([null, { ...none, number: 1.5 }, { page: 'x', number: 1, msAgo: 0 }])(
  'the value %j that a page sends does not count as user input',
  async (press) => {
    expect(await send(borderOf(), CREATE, press)).toBe('needs-press');
  },
);

test('an IPC call with invalid arguments does not use up the key press or click that permits it', async () => {
  const border = borderOf(undefined, { question: null });
  const one = border.press();
  await send(border, 'boards.state', one);
  await border.dispatch(CREATE, true, {}, one);
  expect(await send(border, PREFER, one)).toBe('ok');
  expect(await send(border, CREATE, one)).toBe('ok');
});

test('a click in main’s own menu or dialog counts as the user’s consent to exactly one IPC call', async () => {
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

test('a key press or click from before Easel was locked permits no IPC call', async () => {
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
  ['boards.copy', { as: 'rows' }, 'needs-press'],
  ['papers.copy', { as: 'rows' }, 'needs-press'],
  ['activity.copyTarget', { target: 'b_7.a-1+%2B=,' }, 'ok'],
  ['activity.copyTarget', { target: 'curl x | sh' }, 'needs-press'],
  ['boards.annotate', { change: { protected: false } }, 'needs-press'],
  ['boards.annotate', { change: { protected: true } }, 'ok'],
  ['boards.annotate', { change: { label: 'Plan' } }, 'ok'],
])('without user input, the IPC call %s with the arguments %j returns “%s”', async (name, args, code) => {
  expect(await send(borderOf(), name, none, args)).toBe(code);
});

test('main shows no confirmation dialog for a preference change that needs only a click or key press', async () => {
  const border = borderOf(undefined, { question: 'press' });
  expect(await send(border, PREFER)).toBe('needs-press');
  expect(await send(border, PREFER, border.press())).toBe('ok');
  expect([border.asked, border.answered]).toEqual([[], [null]]);
});

const asking = CALL_NAMES.filter((name) => ['dialog', 'if-asked'].includes(String(CALLS[name].consent)));

test('main does not run an IPC call that needs a confirmation dialog if the user cancels this dialog', async () => {
  for (const name of asking) {
    const border = borderOf();
    expect(await send(border, name, border.press())).toBe('ok');
    expect([border.asked.length, border.ran.length, border.answered]).toEqual([1, 1, [QUESTION]]);
    const refused = borderOf(undefined, { confirm: () => Promise.resolve(false) });
    expect([name, await send(refused, name, refused.press())]).toEqual([name, 'cancelled']);
    expect(refused.ran).toEqual([]);
  }
});

test('main shows no confirmation dialog for an IPC call without user input', async () => {
  const border = borderOf();
  await send(border, DELETE);
  expect(border.asked).toEqual([]);
  const quiet = borderOf(undefined, { question: null });
  expect(await send(quiet, DELETE, quiet.press())).toBe('ok');
  expect([quiet.asked, quiet.answered]).toEqual([[], [null]]);
});

test('main refuses an IPC call that needs a confirmation dialog while another such dialog is open', async () => {
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

test('main ignores the answer to a confirmation dialog if Easel was locked while the dialog was open', async () => {
  const border = borderOf(undefined, {
    confirm: (_question, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(true))),
  });
  const reply = send(border, 'transfer.export', border.press());
  await vi.waitUntil(() => border.asked.length > 0);
  border.consent.drop();
  expect(await reply).toBe('cancelled');
  expect(border.ran).toEqual([]);
});
