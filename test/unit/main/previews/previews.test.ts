import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusedByRoom } from '../../../../main/previews/guest-rules.ts';
import type { Snapshot } from '../../../../main/previews/pictures.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import {
  CANARY_TOKEN,
  CONNECTION,
  previewsUnderTest,
  type PreviewsUnderTest,
  ROOM_ADDRESS,
  SNAPSHOT,
} from './previews-under-test.ts';

let under: PreviewsUnderTest;

beforeEach(() => {
  under = previewsUnderTest();
});
afterEach(() => under.checkSilence());

const LINK = { connectionId: 'c-1', target: { kind: 'paper', id: 'p-7' }, displayName: ' Ada ' } as const;
const BROWSER = { ...LINK, reason: 'T-7' };
const WRONG_REASON = { code: 'invalid-input', fields: { reason: expect.any(String) as unknown } };

test('a closed preview publishes no further state', async () => {
  const previewId = await under.enter();
  for (let time = 1; time <= 2; time += 1)
    expect(await under.previews.close({ previewId })).toEqual(ok({ asks: null }));
  await under.previews.ended(previewId);
  under.previews.report({ previewId, state: 'live', failure: null });
  expect(await under.previews.close({ previewId: 'unknown' })).toEqual(ok({ asks: null }));
  expect(under.states()).toEqual(['loading', 'live', 'closed']);
  expect(under.leaves).toEqual([previewId]);
});

test('a fifth preview can’t be opened until one of the four open previews was closed', async () => {
  const [, , third] = await under.fill();
  expect(await under.asked()).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(under.minted()).toBe(4);
  await under.previews.close({ previewId: third.previewId });
  await under.open();
});

test('of five previews that are requested at the same time, only four open', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => under.asked()));
  expect(opened.filter((result) => result.ok)).toHaveLength(4);
});

test.each([
  ['refused', 'no-preview'],
  ['timeout', 'timeout'],
] as const)('if a board’s token request fails with “%s”, the preview fails with “%s”', async (code, said) => {
  under.answer.token = fail(failure(code));
  expect(await under.asked({ target: { kind: 'board', id: 'b-7' } })).toMatchObject({
    error: { code: said },
  });
});

test('a crash of a room’s page does not count as a failure of the app host', async () => {
  const { previews } = under;
  const previewId = await under.enter();
  previews.report({ previewId, state: 'failed', failure: failure('timeout') });
  previews.report({ previewId, state: 'crashed', failure: failure('internal') });
  await previews.close({ previewId });
  previews.report({ previewId, state: 'live', failure: null });
  expect(under.answers).toEqual([
    ['c-1', null],
    ['c-1', 'timeout'],
  ]);
});

test.each([
  ['the connection allows no changes', 'mayChange', 'read-only', 0],
  ['no token is created', 'token', 'key-refused', 1],
] as const)('a join link is not copied if %s', async (_why, step, code, minted) => {
  under.answer[step] = fail(failure(code));
  expect(await under.previews.copyLink(LINK)).toMatchObject({ error: { code } });
  expect(await under.previews.copyBrowserLink(BROWSER)).toMatchObject({ error: { code } });
  expect([under.minted(), under.clipboard]).toEqual([2 * minted, []]);
});

test('a join link is not copied if Easel is locked while its access token is requested', async () => {
  const copying = [under.previews.copyLink(LINK), under.previews.copyBrowserLink(BROWSER)];
  under.around.locked = true;
  for (const copied of await Promise.all(copying))
    expect(copied).toMatchObject({ error: { code: 'locked' } });
  expect([under.minted(), under.clipboard]).toEqual([2, []]);
});

test.each([
  ['the policy forbids visits', { allowVisits: false }, {}, { code: 'policy' }],
  ['the required reason is blank', { requireReason: true }, { reason: '\t ' }, WRONG_REASON],
  ['the reason has 201 characters', {}, { reason: 'x'.repeat(201) }, WRONG_REASON],
  ['the name is blank', {}, { displayName: ' ' }, { code: 'invalid-input' }],
])('main refuses a preview and a browser link if %s', async (_why, rules, change, error) => {
  under = previewsUnderTest(rules);
  expect(await under.asked({ reason: 'T-7', ...change })).toMatchObject({ error });
  expect(await under.previews.copyBrowserLink({ ...BROWSER, ...change })).toMatchObject({ error });
  expect([under.minted(), under.clipboard]).toEqual([0, []]);
});

test('a policy that forbids visits of rooms does not forbid join links', async () => {
  under = previewsUnderTest({ allowVisits: false });
  expect(await under.previews.copyLink(LINK)).toMatchObject({ ok: true });
});

const live = (picture: Promise<Snapshot | null> = Promise.resolve(SNAPSHOT)): Promise<string> => {
  under.pictures.wanted = () => Promise.resolve(true);
  return under.enter({}, () => picture);
};

test('closing a preview returns its picture if the user has not decided whether to store pictures', async () => {
  const previewId = await live();
  expect(await under.previews.close({ previewId })).toEqual(ok({ asks: 'data:,asked' }));
  expect(under.pictures.left).toEqual(['p-7 image/jpeg']);
  expect(under.leaves).toEqual([previewId]);
});

test('a room’s picture is dropped if Easel is locked while the user leaves the room', async () => {
  const { promise, resolve } = Promise.withResolvers<Snapshot | null>();
  const previewId = await live(promise);
  const closing = under.previews.close({ previewId });
  under.around.locked = true;
  under.previews.leaveAll();
  expect(under.leaves).toEqual([previewId]);
  resolve(SNAPSHOT);
  expect(await closing).toEqual(ok({ asks: null }));
  expect(under.pictures.left).toEqual([]);
});

test('a second request to leave a room closes the room without taking another picture', async () => {
  const { promise, resolve } = Promise.withResolvers<Snapshot | null>();
  const previewId = await live(promise);
  const closing = under.previews.close({ previewId });
  expect(await under.previews.close({ previewId }, 'time')).toEqual(ok({ asks: null }));
  expect(under.leaves).toEqual([previewId]);
  resolve(SNAPSHOT);
  await closing;
  expect(under.pictures.left).toHaveLength(1);
});

test('a room’s picture is dropped if its paper was deleted while the room was open', async () => {
  const previewId = await live();
  await under.previews.gone('c-1', ['p-7']);
  await under.previews.close({ previewId });
  expect([under.pictures.gone, under.pictures.left]).toEqual([['p-7'], []]);
});

test('the permission to open a preview can be used only once', async () => {
  const { previewId, placeholder } = await under.open();
  const grant = { previewId, address: ROOM_ADDRESS, appOrigin: 'https://app.example' };
  expect(under.previews.spend(placeholder)).toEqual(grant);
  expect(under.previews.spend(placeholder)).toBeNull();
});

test('the permission to open a preview expires after 30 seconds', async () => {
  const [first, second] = await under.fill();
  await under.pass(29_999);
  expect(under.previews.spend(first.placeholder)).not.toBeNull();
  await under.pass(1);
  expect(under.previews.spend(second.placeholder)).toBeNull();
  for (let count = 1; count <= 3; count += 1) await under.open();
  expect(await under.asked()).toMatchObject({ error: { code: 'refused' } });
});

const MINUTE = 60_000;
const REASON = 'Ticket 4711';

test('Easel announces the end of a visit a minute before its time limit', async () => {
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

test('the time that the computer sleeps counts towards the time limit of a visit', async () => {
  const previewId = await under.enter();
  await under.pass(MINUTE);
  under.sleep(60 * MINUTE);
  await under.pass(0);
  expect(under.leaves).toEqual([previewId]);
});

test('setting the system clock back does not extend the time limit of a visit', async () => {
  const previewId = await under.enter();
  under.ahead.wall -= 3600_000;
  await under.pass(10 * MINUTE);
  expect(under.leaves).toEqual([previewId]);
  expect(under.left).toMatchObject([{ seconds: 0 }]);
});

test('a visit also ends at its time limit if the webview of the room never appeared', async () => {
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
] as const)('a visit ends at its time limit even if %s', async (_what, wanted, picture) => {
  under.pictures.wanted = wanted;
  const previewId = await under.enter({}, picture);
  await under.pass(10 * MINUTE);
  expect(under.leaves).toEqual([previewId]);
  expect(under.left).toMatchObject([{ endedBy: 'time' }]);
});

test('a room’s picture is not saved if the room is not visible or the policy forbids pictures', async () => {
  const capture = (previewId: string) => under.previews.capture({ previewId });
  const previewId = await under.enter();
  expect(await capture(previewId)).toMatchObject({ error: { code: 'timeout' } });
  under.previews.report({ previewId, state: 'failed', failure: failure('timeout') });
  expect(await capture(previewId)).toMatchObject({ error: { code: 'cancelled' } });
  under = previewsUnderTest({ allowPictures: false });
  expect(await capture(await under.enter())).toMatchObject({ error: { code: 'policy' } });
  expect(under.saved).toEqual([]);
});

const hasInput = (previewId: string): boolean => under.previews.keyboard.pressInRoom(previewId);

test('lifting the input shield of a room is recorded in the activity log each time', async () => {
  const previewId = await under.enter({ reason: REASON });
  expect(await under.previews.liftShield({ previewId })).toEqual(ok(null));
  under.previews.raiseShield({ previewId });
  await under.previews.liftShield({ previewId });
  await under.previews.liftShield({ previewId });
  const line = { action: 'shield-lifted', target: 'p-7', detail: 'Display name: Ada', reason: REASON };
  expect(under.entries).toMatchObject([line, line]);
  expect(under.changes.map(({ lifted }) => lifted)).toEqual([false, false, true, false, true]);
});

test('lifting the input shield of one room allows no input to other rooms', async () => {
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

test('the confirmation before the input shield is lifted names the room, its connection and the visitor', async () => {
  const question = await under.previews.shieldQuestion({ previewId: await under.enter() });
  expect(question).toMatchObject({ ok: true, value: { yes: 'Allow input' } });
  expect(JSON.stringify(question)).toMatch(/paper “p-7”.*“Acme”.*app\.example.*“Ada”/u);
  expect(JSON.stringify(question)).not.toContain(CANARY_TOKEN.slice(0, 12));
});

test('the activity log records a visit whose room could not be loaded as failed', async () => {
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
    'Easel visit receipt',
    'Room: paper p-7 on app.example',
    'Connection: Acme (test)',
    'Visitor: mara, seen in the room as Ada',
    'Reason: Ticket 4711',
    'Entered the room: 1970-01-01T00:16:40.000Z',
    'Left the room: 1970-01-01T00:25:52.000Z (time in the room: 9 min 12 s, ended by the user)',
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
] as const)('the receipt of a visit ended by “%s” says: %s', async (endedBy, words, end) => {
  await end(await under.enter());
  await vi.waitFor(() => expect(under.left).toHaveLength(1));
  expect(under.left).toMatchObject([{ endedBy }]);
  expect(under.left[0]?.text).toContain(words);
});

test.each([
  ['was removed', []],
  ['has another app address', [{ ...CONNECTION, appUrl: 'https://b.example' }]],
  ['has another paper API', [{ ...CONNECTION, paperApi: 'https://b.example' }]],
])('the user leaves a room when the room’s connection %s', async (_what, connections) => {
  await under.enter();
  under.previews.connectionsChanged(await under.connections());
  expect(under.leaves).toEqual([]);
  under.around.connections = connections;
  under.previews.connectionsChanged(await under.connections());
  expect(under.leaves).toHaveLength(1);
  await vi.waitFor(() => expect(under.left).toMatchObject([{ endedBy: 'connection' }]));
});

test('a room does not open if its connection is removed while the access token is requested', async () => {
  const late = under.asked();
  under.around.connections = [];
  expect(await late).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

test('the receipt of a visit counts no time after the room’s page has crashed', async () => {
  const previewId = await under.enter({ reason: REASON });
  await under.previews.liftShield({ previewId });
  await under.pass(MINUTE);
  under.previews.report({ previewId, state: 'crashed', failure: null });
  expect(await under.previews.liftShield({ previewId })).toMatchObject({ error: { code: 'cancelled' } });
  await under.pass(8 * MINUTE);
  await under.previews.close({ previewId });
  expect(under.left[0]).toMatchObject({ endedBy: 'page' });
  expect(under.left[0]?.text).toContain('1 min 0 s, ended when the room’s page closed');
  expect(under.left[0]?.text).toContain('input: allowed for 1 min 0 s\n');
});

test('the receipt of a visit counts no input time after the connection’s unlock has ended', async () => {
  const previewId = await under.enter({ reason: REASON });
  await under.previews.liftShield({ previewId });
  await under.pass(2 * MINUTE);
  under.around.readOnly = { on: true, forced: false, unlockedUntil: null };
  under.previews.connectionsChanged(await under.connections());
  await under.pass(3 * MINUTE);
  await under.previews.close({ previewId });
  expect(under.left[0]?.text).toContain('Mouse and keyboard input: allowed for 2 min 0 s\n');
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
