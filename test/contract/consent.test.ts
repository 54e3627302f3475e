/** Presses, and main's own questions. */
import { describe, expect, test } from 'vitest';
import { consentOf, PRESS_LASTS_MS } from '../../main/ipc/consent.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { borderOf, outcome, PAGE, QUESTION } from './border.ts';
import { GOOD_ARGS } from './examples.ts';

const CREATE = 'boards.create';
const PREFER = 'app.prefer';
/** Every call that takes a press where main has a question about all it may ask about. */
const wantsPress = CALL_NAMES.filter((name) => consentOf(CALLS[name], GOOD_ARGS[name]) !== 'none');
const none = { page: PAGE, number: 0, msAgo: 3 };

describe('a press', () => {
  test('is needed for exactly the calls that change something at the service, use a key or give something away', async () => {
    for (const name of CALL_NAMES) {
      const { dispatch, ran } = borderOf();
      const code = outcome(await dispatch(name, true, GOOD_ARGS[name], none));
      const expected = wantsPress.includes(name) ? 'needs-press' : 'ok';
      expect([name, code, ran.length]).toEqual([name, expected, expected === 'ok' ? 1 : 0]);
    }
  });

  test('is good for one call, even of two at the same moment', async () => {
    const { dispatch, press, ran } = borderOf();
    const one = press();
    const replies = await Promise.all(
      ([CREATE, CREATE, 'jobs.deleteOne'] as const).map((name) => dispatch(name, true, GOOD_ARGS[name], one)),
    );
    expect(replies.map(outcome)).toEqual(['ok', 'needs-press', 'needs-press']);
    expect(ran).toHaveLength(1);
  });

  test('that a later one has replaced is gone', async () => {
    const { dispatch, press } = borderOf();
    const [first, second] = [press(), press()];
    expect(outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], second))).toBe('ok');
    expect(outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], first))).toBe('needs-press');
  });

  test('lasts five seconds', async () => {
    const { dispatch, press } = borderOf();
    const code = async (msAgo: number): Promise<string> =>
      outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], { ...press(), msAgo }));
    expect([await code(PRESS_LASTS_MS), await code(PRESS_LASTS_MS + 1)]).toEqual(['ok', 'needs-press']);
    expect(PRESS_LASTS_MS).toBe(5000);
  });

  test('counts from zero when the page is reloaded', async () => {
    const { dispatch, press } = borderOf();
    press();
    expect(outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], press()))).toBe('ok');
    const page = 'e0a1c0de-0000-4000-8000-000000000000';
    expect(outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], { ...none, page }))).toBe('needs-press');
    expect(outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], { ...none, page, number: 1 }))).toBe('ok');
  });

  test('with an invalid number doesn’t count', async () => {
    for (const press of [
      undefined,
      null,
      7,
      {},
      { ...none, number: 1.5 },
      { page: 'x', number: 1, msAgo: 0 },
    ]) {
      const { dispatch } = borderOf();
      expect(outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], press))).toBe('needs-press');
    }
  });

  test('is not used up by a call that needs none, or by refused arguments', async () => {
    const { dispatch, press } = borderOf();
    const one = press();
    await dispatch('boards.state', true, GOOD_ARGS['boards.state'], one);
    await dispatch(CREATE, true, {}, one);
    expect(outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], one))).toBe('ok');
  });

  test('in a menu, a notification or one of main’s dialogs counts once, and as long', async () => {
    const { dispatch, consent, clock } = borderOf();
    const code = async (): Promise<string> => outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], none));
    consent.pressed();
    expect([await code(), await code()]).toEqual(['ok', 'needs-press']);
    consent.pressed();
    clock.now += PRESS_LASTS_MS + 1;
    expect(await code()).toBe('needs-press');
    consent.pressed();
    consent.drop();
    expect(await code()).toBe('needs-press');
  });

  test('from before Easel was locked doesn’t count once it is unlocked', async () => {
    const { dispatch, press, consent, clock } = borderOf();
    const code = async (msAgo: number): Promise<string> =>
      outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], { ...press(), msAgo }));
    consent.drop();
    clock.now += 1000;
    expect([await code(1500), await code(1001), await code(1000)]).toEqual([
      'needs-press',
      'needs-press',
      'ok',
    ]);
  });

  test('is needed to copy a page’s own text, and not to copy ids, rows and cURL lines', async () => {
    const code = async (name: CallName, args: object): Promise<string> =>
      outcome(await borderOf().dispatch(name, true, { ...GOOD_ARGS[name], ...args }, none));
    expect(await code('app.copy', { text: 'board-1' })).toBe('needs-press');
    for (const as of ['ids', 'rows', 'curl', 'links']) expect(await code('boards.copy', { as })).toBe('ok');
    for (const as of ['ids', 'rows', 'curl']) expect(await code('papers.copy', { as })).toBe('ok');
    expect(await code('activity.copyTarget', {})).toBe('ok');
  });

  test('is needed for a join link or token, whichever call copies it', async () => {
    for (const name of [
      'links.copy',
      'jobs.copyLink',
      'jobs.copyLinks',
      'jobs.copyMail',
      'previews.copyLink',
    ] as const)
      expect(outcome(await borderOf().dispatch(name, true, GOOD_ARGS[name], none))).toBe('needs-press');
  });

  test('is needed for preferences only where main has a question about them', async () => {
    const args = GOOD_ARGS[PREFER];
    const quiet = borderOf(undefined, { question: null });
    expect(outcome(await quiet.dispatch(PREFER, true, args, none))).toBe('ok');
    const asking = borderOf();
    expect(outcome(await asking.dispatch(PREFER, true, args, none))).toBe('needs-press');
    expect([asking.asked.length, asking.ran.length]).toEqual([0, 0]);
    expect(outcome(await asking.call(PREFER, args))).toBe('ok');
    expect([asking.asked.length, asking.ran.length]).toEqual([1, 1]);
  });

  test('is not used up by preferences without a question', async () => {
    const { dispatch, press } = borderOf(undefined, { question: null });
    const one = press();
    expect(outcome(await dispatch(PREFER, true, GOOD_ARGS[PREFER], one))).toBe('ok');
    expect(outcome(await dispatch(CREATE, true, GOOD_ARGS[CREATE], one))).toBe('ok');
  });

  test('is needed to unprotect boards, and not to protect them or to keep a label', async () => {
    const args = (change: object): object => ({ ...GOOD_ARGS['boards.annotate'], change });
    const code = async (change: object): Promise<string> =>
      outcome(await borderOf().dispatch('boards.annotate', true, args(change), none));
    expect(await code({ protected: false })).toBe('needs-press');
    expect([await code({ protected: true }), await code({ label: 'Plan' })]).toEqual(['ok', 'ok']);
  });
});

describe('main’s own confirmation', () => {
  const asking = CALL_NAMES.filter((name) => ['dialog', 'if-asked'].includes(String(CALLS[name].consent)));

  test('precedes each of these calls, and a yes lets it run', async () => {
    for (const name of asking) {
      const { call, asked, ran } = borderOf();
      expect(outcome(await call(name, GOOD_ARGS[name]))).toBe('ok');
      expect([asked.length, ran.length]).toEqual([1, 1]);
    }
  });

  test('answered with no runs nothing', async () => {
    for (const name of asking) {
      const { call, ran } = borderOf(undefined, { confirm: () => Promise.resolve(false) });
      expect(outcome(await call(name, GOOD_ARGS[name]))).toBe('cancelled');
      expect(ran).toEqual([]);
    }
  });

  test('is not shown without a press, or when there is nothing to confirm', async () => {
    const name: CallName = 'jobs.deleteReviewed';
    const pressless = borderOf();
    await pressless.dispatch(name, true, GOOD_ARGS[name], none);
    expect(pressless.asked).toEqual([]);
    const quiet = borderOf(undefined, { question: null });
    expect(outcome(await quiet.call(name, GOOD_ARGS[name]))).toBe('ok');
    expect(quiet.asked).toEqual([]);
  });

  test('goes with the call, so that what runs can tell what was answered', async () => {
    const { call, answered } = borderOf();
    for (const name of [...asking, CREATE] as const) await call(name, GOOD_ARGS[name]);
    expect(answered).toEqual([...asking.map(() => QUESTION), null]);
  });

  test('is shown one at a time', async () => {
    const name: CallName = 'jobs.deleteReviewed';
    let answer: (yes: boolean) => void = () => undefined;
    const { call, asked, ran } = borderOf(undefined, {
      confirm: () => new Promise((resolve) => (answer = resolve)),
    });
    const first = call(name, GOOD_ARGS[name]);
    expect(outcome(await call(name, GOOD_ARGS[name]))).toBe('refused');
    expect([asked.length, ran.length]).toEqual([1, 0]);
    answer(true);
    expect(outcome(await first)).toBe('ok');
  });

  test('counts as no once Easel is locked, whatever a person answers afterwards', async () => {
    const name: CallName = 'transfer.export';
    let answer: (yes: boolean) => void = () => undefined;
    const { call, consent, ran } = borderOf(undefined, {
      confirm: (_question, signal) =>
        new Promise((resolve) => {
          answer = resolve;
          signal.addEventListener('abort', () => resolve(true));
        }),
    });
    const reply = call(name, GOOD_ARGS[name]);
    await Promise.resolve();
    consent.drop();
    answer(true);
    expect(outcome(await reply)).toBe('cancelled');
    expect(ran).toEqual([]);
  });
});
