import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusedByRoom } from '../../../../main/previews/guest-rules.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { CANARY_TOKEN, previewsUnderTest, type PreviewsUnderTest } from './previews-under-test.ts';

const MINUTE = 60_000;
const REASON = 'Ticket 4711';
const VIEW = new Uint8Array([0x89, 0x50]);

let under: PreviewsUnderTest;

beforeEach(() => {
  under = previewsUnderTest();
  under.around.view = VIEW;
});
afterEach(() => under.checkSilence());

test('Easel announces a minute in advance that a visit reaches its time limit', async () => {
  const previewId = await under.enter();
  await under.pass(9 * MINUTE - 1);
  expect(under.ending).toEqual([]);
  await under.pass(1);
  expect(under.ending).toEqual([{ previewId }]);
  await under.pass(MINUTE - 1);
  expect(under.leaves).toEqual([]);
  await under.pass(1);
  expect(under.leaves).toEqual([previewId]);
  expect(under.ending).toEqual([{ previewId }]);
  expect(under.left).toMatchObject([{ endedBy: 'time', seconds: 600, minutes: 10 }]);
  expect(under.timers()).toBe(0);
});

test('the time limit of a visit includes the time in which the computer sleeps', async () => {
  const previewId = await under.enter();
  await under.pass(MINUTE);
  under.sleep(60 * MINUTE);
  await under.pass(10_000);
  expect(under.leaves).toEqual([previewId]);
});

test('setting the clock back does not extend the time limit of a visit', async () => {
  const previewId = await under.enter();
  under.ahead.wall -= 3600_000;
  await under.pass(10 * MINUTE);
  expect(under.leaves).toEqual([previewId]);
  expect(under.left).toMatchObject([{ seconds: 0 }]);
});

test('the time limit also ends a visit if the room’s webview never appeared', async () => {
  await under.open();
  const previewId = await under.enter();
  await under.previews.close({ previewId });
  expect(under.timers()).toBe(1);
  await under.pass(10 * MINUTE);
  expect(under.entries).toMatchObject([{ action: 'visit-ended' }, { action: 'visit-failed' }]);
  expect(under.timers()).toBe(0);
});

test.each([
  ['the setting for pictures can’t be read', () => Promise.reject(new Error('disk')), undefined],
  ['its picture can’t be taken', () => Promise.resolve(true), () => Promise.reject(new Error('gone'))],
] as const)('a visit ends at its time limit although %s', async (_what, wanted, picture) => {
  under.pictures.wanted = wanted;
  const previewId = await under.enter({}, picture);
  await under.pass(10 * MINUTE);
  expect(under.leaves).toEqual([previewId]);
  expect(under.left).toMatchObject([{ endedBy: 'time' }]);
});

test('no image of a room is saved if the room is invisible or the policy forbids pictures', async () => {
  const capture = (previewId: string) => under.previews.capture({ previewId });
  const previewId = await under.enter();
  under.around.view = null;
  expect(await capture(previewId)).toMatchObject({ error: { code: 'timeout' } });
  under.previews.report({ previewId, state: 'failed', failure: failure('timeout') });
  expect(await capture(previewId)).toMatchObject({ error: { code: 'cancelled' } });
  under = previewsUnderTest({ allowPictures: false });
  expect(await capture(await under.enter())).toMatchObject({ error: { code: 'policy' } });
  expect(under.saved).toEqual([]);
});

const hasInput = (previewId: string): boolean => under.previews.keyboard.pressInRoom(previewId);

test('each lift of a room’s input shield is published and recorded in the activity log', async () => {
  const previewId = await under.enter({ reason: REASON });
  expect(await under.previews.liftShield({ previewId })).toEqual(ok(null));
  under.previews.raiseShield({ previewId });
  await under.previews.liftShield({ previewId });
  await under.previews.liftShield({ previewId });
  const line = { action: 'shield-lifted', target: 'p-7', detail: 'Display name: Ada', reason: REASON };
  expect(under.entries).toMatchObject([line, line]);
  expect(under.changes.map(({ lifted }) => lifted)).toEqual([false, false, true, false, true]);
});

test('lifting the input shield of a room allows no input to other rooms', async () => {
  const first = await under.enter();
  const second = await under.enter();
  await under.previews.liftShield({ previewId: first });
  expect([hasInput(first), hasInput(second)]).toEqual([true, false]);
  await under.previews.close({ previewId: first });
  expect(hasInput(await under.enter())).toBe(false);
});

test('the input shield of a room can’t be lifted on a read-only connection', async () => {
  const previewId = await under.enter();
  await under.previews.liftShield({ previewId });
  under.around.readOnly = { on: true, forced: false, unlockedUntil: null };
  under.previews.connectionsChanged(await under.connections());
  expect(hasInput(previewId)).toBe(false);
  under.answer.mayChange = fail(failure('read-only'));
  const other = { previewId: await under.enter() };
  expect(await under.previews.shieldQuestion(other)).toMatchObject({ error: { code: 'read-only' } });
  expect(await under.previews.liftShield(other)).toMatchObject({ error: { code: 'read-only' } });
  expect(hasInput(other.previewId)).toBe(false);
});

test('the question before lifting the input shield names the room, its connection and the visitor', async () => {
  const question = await under.previews.shieldQuestion({ previewId: await under.enter() });
  expect(question).toMatchObject({ ok: true, value: { yes: 'Lift shield' } });
  expect(JSON.stringify(question)).toMatch(/paper “p-7”.*“Acme”.*app\.example.*“Ada”/u);
  expect(JSON.stringify(question)).not.toContain(CANARY_TOKEN.slice(0, 12));
});

test('a visit whose room could not be loaded is recorded as failed, without a receipt', async () => {
  const { previewId, placeholder } = await under.open({ reason: REASON });
  under.previews.spend(placeholder);
  const nothing = () => Promise.resolve(null);
  under.previews.attached(previewId, { leave: () => undefined, picture: nothing, view: nothing });
  under.previews.report({ previewId, state: 'failed', failure: refusedByRoom('https://app.example', 503) });
  await under.previews.close({ previewId });
  expect(under.left).toEqual([]);
  expect(under.entries).toMatchObject([
    { action: 'visit-failed', outcome: 'failed', status: 503, target: 'p-7', reason: REASON },
  ]);
});

test('the receipt of a visit states the room, visitor, reason, times and activity log entry', async () => {
  const previewId = await under.enter({ reason: REASON });
  await under.pass(9 * MINUTE + 12_000);
  await under.previews.close({ previewId });
  const [receipt] = under.left;
  const facts = { previewId, seconds: 552, lifted: false, endedBy: 'person' };
  expect(receipt).toMatchObject(facts);
  const lines = receipt?.text.split('\n') ?? [];
  expect(lines).toEqual([
    'Receipt of a visit with Easel',
    'Room: paper p-7 on app.example',
    'Connection: Acme (test)',
    'Visitor: mara, seen in the room as Ada',
    'Reason: Ticket 4711',
    'Entered the room: 1970-01-01T00:16:40.000Z',
    'Left the room: 1970-01-01T00:25:52.000Z, after 9 min 12 s, by the user',
    'Mouse and keyboard input: always blocked',
    'Activity log on this computer: entry 1',
  ]);
  const detail = '9 min 12 s, input was blocked. Display name: Ada';
  expect(under.entries).toMatchObject([{ action: 'visit-ended', target: 'p-7', detail, reason: REASON }]);
});

test.each([
  ['lock', 'when Easel was locked', () => under.previews.leaveAll()],
  ['page', 'when the room’s page closed', (id: string) => under.previews.ended(id)],
  ['page', 'when the room’s page closed', () => under.previews.pageLoaded()],
] as const)('a visit that was ended by “%s” has a receipt that says: %s', async (endedBy, words, end) => {
  await end(await under.enter());
  await vi.waitFor(() => expect(under.left).toHaveLength(1));
  expect(under.left).toMatchObject([{ endedBy }]);
  expect(under.left[0]?.text).toContain(words);
});

test('line breaks in names or in the reason add no lines to the receipt of a visit', async () => {
  const previewId = await under.enter({
    target: { kind: 'board', id: 'b\nReason: none' },
    displayName: '\u202eAda\u202c\u2028Left: never',
    reason: 'T-7\r\nMouse and keyboard input: always blocked\u202e',
  });
  await under.previews.close({ previewId });
  const [receipt] = under.left;
  expect(receipt?.displayName).toBe('Ada Left: never');
  expect(receipt?.text.split('\n')).toHaveLength(9);
  expect(receipt?.text).toContain('\nReason: T-7 Mouse and keyboard input: always blocked\n');
  expect(receipt?.text).not.toMatch(/[\u2028\u202e\r]/u);
});
