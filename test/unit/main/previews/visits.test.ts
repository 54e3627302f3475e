/** What makes a preview a visit: its time, its shield and its receipt. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Drawing } from '../../../../main/files/files.ts';
import { failure } from '../../../../main/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { settle } from '../service/clock.ts';
import { CANARY_TOKEN, previewsUnderTest, type PreviewsUnderTest } from './previews-under-test.ts';

const MINUTE = 60_000;
const NAME = 'easel-paper-p-7-1970-01-01T00-16-40.png';

let under: PreviewsUnderTest;
let left: string[];
/** What is in view of every room. */
let view: Drawing | null;

beforeEach(() => {
  under = previewsUnderTest();
  left = [];
  view = { width: 400, height: 2, pixels: new Uint8Array(400 * 2 * 4).fill(0x80), scale: 1 };
});

/** A room that is on show. */
async function enter(
  asked: Partial<Parameters<PreviewsUnderTest['previews']['open']>[0]> = {},
): Promise<string> {
  const opened = await under.previews.open({
    connectionId: 'c-1',
    target: { kind: 'paper', id: 'p-7' },
    displayName: 'Ada',
    reason: 'Ticket 4711',
    minutes: 10,
    ...asked,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { previewId, placeholder } = opened.value;
  under.previews.spend(placeholder);
  under.previews.attached(previewId, {
    leave: () => left.push(previewId),
    picture: () => Promise.resolve(null),
    view: () => Promise.resolve(view),
    megabytes: () => 84,
  });
  under.previews.report({ previewId, state: 'live', failure: null });
  return previewId;
}

/** Time passes, and what follows from it happens. */
async function pass(ms: number): Promise<void> {
  under.pass(ms);
  await settle();
}

const actions = (): readonly string[] => under.entries.map(({ action }) => action);

describe('the time of a visit', () => {
  test.each([5, 10, 60] as const)(
    'of %i minutes is told a minute before, and ends by itself',
    async (minutes) => {
      const previewId = await enter({ minutes });
      await pass((minutes - 1) * MINUTE - 1);
      expect(under.ending).toEqual([]);
      await pass(1);
      expect(under.ending).toEqual([previewId]);
      await pass(MINUTE - 1);
      expect(left).toEqual([]);
      await pass(1);
      expect(left).toEqual([previewId]);
      expect(under.ending).toEqual([previewId]);
      expect(under.left).toMatchObject([{ endedBy: 'time', seconds: minutes * 60, minutes }]);
      expect(under.timers()).toBe(0);
    },
  );

  test('goes on while the computer sleeps: it is over within ten seconds of waking', async () => {
    const previewId = await enter();
    await pass(MINUTE);
    under.sleep(60 * MINUTE);
    await pass(10_000);
    expect(left).toEqual([previewId]);
    expect(under.left).toMatchObject([{ endedBy: 'time' }]);
  });

  test('is not made longer by setting the clock back', async () => {
    const previewId = await enter();
    under.clock.now -= 3600_000;
    await pass(10 * MINUTE);
    expect(left).toEqual([previewId]);
    expect(under.left).toMatchObject([{ seconds: 0 }]);
  });

  test('of a room whose webview never came ends too, and of one that was left early leaves no timer', async () => {
    await under.open();
    const previewId = await enter();
    await under.previews.close({ previewId });
    expect(under.timers()).toBe(1);
    await pass(10 * MINUTE);
    expect(under.left).toMatchObject([{ opened: true }, { opened: false, endedBy: 'time' }]);
    expect(under.timers()).toBe(0);
    expect(under.ending).toHaveLength(1);
  });
});

describe('a room that nobody looks at', () => {
  test('is left after a minute where the person wants that, and its receipt says why', async () => {
    under.around.hiddenRooms = 'leave';
    const seen = await enter();
    const hidden = await enter();
    under.previews.seen({ previewIds: [seen] });
    await pass(MINUTE - 1);
    expect(left).toEqual([]);
    await pass(11_000);
    expect(left).toEqual([hidden]);
    expect(under.left).toMatchObject([{ previewId: hidden, endedBy: 'hidden' }]);
    expect(under.left[0]?.text).toContain('when nobody had looked at it for a minute');
  });

  test('stays where it comes into view again in time, and where the person wants it to rest', async () => {
    under.around.hiddenRooms = 'leave';
    const previewId = await enter();
    under.previews.seen({ previewIds: [] });
    await pass(MINUTE - 1);
    under.previews.seen({ previewIds: [previewId] });
    await pass(2 * MINUTE);
    under.around.hiddenRooms = 'suspend';
    under.previews.seen({ previewIds: [] });
    await pass(2 * MINUTE);
    expect(left).toEqual([]);
  });
});

describe('a picture of a room', () => {
  test('goes where the person says, tells what it is, and is logged', async () => {
    const previewId = await enter();
    expect(await under.previews.capture({ previewId })).toEqual(ok({ fileName: NAME }));
    const [[name, png] = ['', new Uint8Array()]] = under.saved;
    expect(name).toBe(NAME);
    const text = Buffer.from(png).toString('latin1');
    expect(text).toContain('Visible part only of paper p-7 on app.example');
    expect(text).toContain('Creation Time\x001970-01-01T00:16:40.000Z');
    expect(text).not.toContain(CANARY_TOKEN.slice(0, 12));
    expect(under.drawn).toHaveLength(1);
    expect(under.drawn[0]?.body.replaceAll(/<[^>]*>/gu, '|')).toBe(
      '||Visible part only,| |1970-01-01 00:16:40 UTC||||paper| |p-7| |on| |app.example||||Acme| |(test)||',
    );
    expect(under.entries.at(-1)).toEqual({
      connectionId: 'c-1',
      action: 'room-captured',
      target: 'p-7',
      outcome: 'done',
      detail: 'The visible part, as Ada',
      reason: 'Ticket 4711',
    });
  });

  test('is none, and nothing is logged, where the person chooses nowhere', async () => {
    under.around.saves = false;
    const previewId = await enter();
    expect(await under.previews.capture({ previewId })).toEqual(ok(null));
    expect(actions()).toEqual([]);
  });

  test('is not taken of a room that is not on show, without a view or a strip, or against the policy', async () => {
    const codeOf = async (previewId: string): Promise<string | null> => {
      const captured = await under.previews.capture({ previewId });
      return captured.ok ? null : captured.error.code;
    };
    const previewId = await enter();
    under.around.draws = false;
    expect(await codeOf(previewId)).toBe('timeout');
    view = null;
    expect(await codeOf(previewId)).toBe('timeout');
    under.previews.report({ previewId, state: 'failed', failure: failure('timeout') });
    expect(await codeOf(previewId)).toBe('cancelled');
    under = previewsUnderTest({ allowPictures: false });
    expect(await codeOf(await enter())).toBe('policy');
    expect(under.saved).toEqual([]);
  });
});

describe('the shield', () => {
  const has = (previewId: string): boolean => under.previews.keyboard.pressInRoom(previewId);

  test('is on when a room opens, lets input in once it is lifted, and each lift is logged', async () => {
    const previewId = await enter();
    expect(has(previewId)).toBe(false);
    expect(under.previews.keyboard.mouseInRoom(previewId)).toBe(false);
    expect(under.previews.mayReadClipboard(previewId)).toBe(false);
    expect(await under.previews.liftShield({ previewId })).toEqual(ok(null));
    expect(has(previewId)).toBe(true);
    expect(under.previews.keyboard.mouseInRoom(previewId)).toBe(true);
    under.previews.raiseShield({ previewId });
    expect(has(previewId)).toBe(false);
    await under.previews.liftShield({ previewId });
    await under.previews.liftShield({ previewId });
    expect(under.entries).toMatchObject([
      {
        action: 'shield-lifted',
        connectionId: 'c-1',
        target: 'p-7',
        detail: 'As Ada',
        reason: 'Ticket 4711',
      },
      { action: 'shield-lifted' },
    ]);
    expect(under.changes.map(({ lifted }) => lifted)).toEqual([false, false, true, false, true]);
  });

  test('of one room says nothing of another, nor of a room that is opened anew', async () => {
    const first = await enter();
    const second = await enter();
    await under.previews.liftShield({ previewId: first });
    expect([has(first), has(second)]).toEqual([true, false]);
    await under.previews.close({ previewId: first });
    expect(has(await enter())).toBe(false);
  });

  test('of a read-only connection can’t be lifted, and what was lifted before lets nothing in', async () => {
    const previewId = await enter();
    await under.previews.liftShield({ previewId });
    under.around.readOnly = { on: true, forced: false, unlockedUntil: null };
    under.previews.connectionsChanged(await under.connections());
    expect(has(previewId)).toBe(false);
    under.answer.mayChange = fail(failure('read-only'));
    const other = await enter();
    expect(await under.previews.shieldQuestion({ previewId: other })).toMatchObject({
      error: { code: 'read-only' },
    });
    expect(await under.previews.liftShield({ previewId: other })).toMatchObject({
      error: { code: 'read-only' },
    });
    expect(has(other)).toBe(false);
  });

  test('is asked about by main, which names the room, its connection and the name that others see', async () => {
    const previewId = await enter();
    const question = await under.previews.shieldQuestion({ previewId });
    expect(question).toMatchObject({ ok: true, value: { yes: 'Lift shield' } });
    expect(JSON.stringify(question)).toMatch(/paper “p-7”.*“Acme”.*app\.example.*“Ada”/u);
    expect(JSON.stringify(question)).not.toContain(CANARY_TOKEN.slice(0, 12));
  });

  test('of a room that was left, or is none, can’t be lifted', async () => {
    const previewId = await enter();
    await under.previews.close({ previewId });
    for (const each of [previewId, 'nobody']) {
      expect(await under.previews.shieldQuestion({ previewId: each })).toMatchObject({ ok: false });
      expect(await under.previews.liftShield({ previewId: each })).toMatchObject({ ok: false });
      expect(under.previews.raiseShield({ previewId: each })).toBeNull();
    }
    expect(actions()).toEqual(['visit-ended']);
  });
});

describe('the receipt', () => {
  test('holds times, connection, target, name, reason, person, and that input was blocked', async () => {
    const previewId = await enter();
    await pass(9 * MINUTE + 12_000);
    await under.previews.close({ previewId });
    const [receipt] = under.left;
    expect(receipt).toMatchObject({
      previewId,
      seconds: 552,
      lifted: false,
      endedBy: 'person',
      opened: true,
    });
    const lines = receipt?.text.split('\n') ?? [];
    expect(lines.slice(0, -1)).toEqual([
      'Receipt of a visit with Easel',
      'Room: paper p-7 on app.example',
      'Connection: Acme (test)',
      'Visitor: mara, seen in the room as Ada',
      'Reason: Ticket 4711',
      'Entered: 1970-01-01T00:16:40.000Z',
      'Left: 1970-01-01T00:25:52.000Z, after 9 min 12 s, by the person',
      'Input on this computer: blocked all the time',
    ]);
    const digest = createHash('sha256').update(lines.slice(0, -1).join('\n')).digest('hex');
    expect(lines.at(-1)).toBe(`SHA-256 of the lines above: ${digest}`);
    expect(under.entries).toMatchObject([
      {
        action: 'visit-ended',
        target: 'p-7',
        detail: `9 min 12 s, input was blocked. Receipt ${digest}. As Ada`,
        reason: 'Ticket 4711',
      },
    ]);
    expect(under.entries[0]?.detail?.length).toBeLessThanOrEqual(200);
  });

  test('says for how long input was let in, over all lifts', async () => {
    const previewId = await enter();
    for (const raises of [true, false]) {
      await under.previews.liftShield({ previewId });
      await pass(MINUTE);
      if (raises) under.previews.raiseShield({ previewId });
      await pass(1000);
    }
    await under.previews.close({ previewId });
    expect(under.left[0]?.text).toContain('Input on this computer: let in for 2 min 1 s');
    expect(under.left[0]?.lifted).toBe(true);
  });

  test.each([
    ['lock', 'when Easel was locked', () => under.previews.leaveAll()],
    ['page', 'when the room’s page was gone', (id: string) => under.previews.ended(id)],
    ['page', 'when the room’s page was gone', () => under.previews.pageLoaded()],
  ] as const)('says that it ended by %s: %s', async (endedBy, words, end) => {
    end(await enter());
    expect(under.left).toMatchObject([{ endedBy }]);
    expect(under.left[0]?.text).toContain(words);
  });

  test('comes once, before the room is said to be closed, and never with the token', async () => {
    const previewId = await enter();
    await Promise.all([under.previews.close({ previewId }), under.previews.close({ previewId })]);
    under.previews.ended(previewId);
    expect(under.left).toHaveLength(1);
    expect(under.changes.filter(({ state }) => state === 'closed')).toHaveLength(1);
    expect(JSON.stringify([under.left, under.entries, under.lines])).not.toContain(CANARY_TOKEN.slice(0, 12));
  });

  test('of hostile names keeps its lines', async () => {
    const previewId = await enter({
      target: { kind: 'board', id: 'b\nReason: none' },
      displayName: 'Ada\u2028Left: never',
      reason: 'T-7\r\nInput on this computer: blocked all the time\u202e',
    });
    await under.previews.close({ previewId });
    const lines = under.left[0]?.text.split('\n') ?? [];
    expect(lines).toHaveLength(9);
    expect(lines[4]).toBe('Reason: T-7 Input on this computer: blocked all the time');
    expect(under.left[0]?.text).not.toMatch(/[\u2028\u202e\r]/u);
  });

  test('of a visitor whose name has bidi overrides shows the name without them', async () => {
    const previewId = await enter({ displayName: '\u202eAda\u202c\u2028Lovelace', reason: 'T\u20297' });
    await under.previews.close({ previewId });
    expect(under.left[0]).toMatchObject({ displayName: 'Ada Lovelace' });
    expect(under.left[0]?.text).toContain('\nReason: T 7\n');
  });

  test('of a room that was never on show says so', async () => {
    const { previewId } = await under.open();
    await under.previews.close({ previewId });
    expect(under.left).toMatchObject([{ opened: false }]);
    expect(under.left[0]?.text).toContain('(never opened)');
  });
});
