import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  asContents,
  FakeContents,
  fakeEvent,
  type FakeSession,
  onNewSession,
  sessions,
} from '../../../support/fake-electron.ts';
import {
  answerOf,
  guestsUnderTest,
  type GuestsUnderTest,
  type Loose,
  mayWrite,
} from './guests-under-test.ts';
import { keyOf, ROOM_ADDRESS } from './previews-under-test.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

let under: GuestsUnderTest;

beforeEach(() => {
  vi.useFakeTimers();
  under = guestsUnderTest();
});
afterEach(() => {
  vi.useRealTimers();
  under.checkSilence();
});

test.each([
  ['with the room’s address', { src: ROOM_ADDRESS }],
  ['with a source that is not a text', { src: ['about:blank#preview-1'] }],
])('main refuses to attach a webview %s', async (_name, params) => {
  await under.open();
  expect(under.ask(params)).toBe(true);
  expect(sessions).toEqual([]);
  expect(under.lines.at(-1)).toContain('webview without a grant refused');
  expect(under.lines.at(-1)).not.toContain('about:');
});

test.each([
  ['would be stored on disk', (made: FakeSession) => void (made.persistent = true)],
  [
    'can’t be created',
    () => {
      throw new Error('no session');
    },
  ],
])('main refuses to attach a webview whose session %s', async (_why, run) => {
  onNewSession.run = run;
  const { placeholder } = await under.open();
  const params: Loose = { src: placeholder };
  expect(under.ask(params, { preload: '/evil.js' })).toBe(true);
  expect(params['src']).toBe(placeholder);
  expect(under.states()).toEqual(['closed']);
  await under.fill();
});

test('each open room has a separate session that stores nothing on disk', async () => {
  await under.attach();
  await under.attach();
  expect(sessions).toMatchObject(
    ['preview-1', 'preview-2'].map((partition) => ({
      partition,
      options: { cache: false },
      spellChecker: false,
    })),
  );
});

test('a room’s webview is muted', async () => {
  expect((await under.attach()).guest.muted).toBe(true);
});

test('every request of a room’s session passes through the request filter', async () => {
  const { session } = await under.attach();
  expect(session.patterns.get('onBeforeRequest')).toBeNull();
  const decide = (url: string): unknown => answerOf(session, 'onBeforeRequest', { url });
  expect(decide('https://cdn.example/x.js')).toEqual({ cancel: false });
  expect(decide('http://cdn.example/x.js')).toEqual({ cancel: true });
});

test('a room’s session shortens the referrer header to its origin and keeps all other headers', async () => {
  const { session } = await under.attach();
  const send = (requestHeaders: Loose): unknown =>
    answerOf(session, 'onBeforeSendHeaders', { requestHeaders });
  expect(send({ Accept: '*/*', Referer: ROOM_ADDRESS })).toEqual({
    requestHeaders: { Accept: '*/*', Referer: 'https://app.example/' },
  });
  expect(send({ Accept: '*/*' })).toEqual({ requestHeaders: { Accept: '*/*' } });
});

test('the data of a room’s session is cleared even if one step of the clearing fails', async () => {
  const { guest, session } = await under.attach();
  session.failing.add('clearCache');
  guest.close();
  await vi.runAllTimersAsync();
  expect(session.cleared).toEqual([
    ...'closeAllConnections clearStorageData clearData clearCache clearSharedDictionaryCache'.split(' '),
    ...'clearAuthCache clearHostResolverCache clearCodeCaches'.split(' '),
  ]);
  expect(under.lines.at(-1)).toContain('"missed":1');
});

test('a room’s session is reused for another room after its data was cleared', async () => {
  const first = await under.attach();
  expect(mayWrite(first.session, first.guest)).toBe(true);
  expect(mayWrite(first.session, new FakeContents('webview', first.session))).toBe(false);
  first.guest.close();
  expect(mayWrite(first.session, first.guest)).toBe(false);
  await vi.runAllTimersAsync();
  const second = await under.attach();
  expect(second.session).toBe(first.session);
  expect([first, second].map(({ guest }) => mayWrite(second.session, guest))).toEqual([false, true]);
  expect(second.session.listenerCount('will-download')).toBe(1);
});

test('a room’s session is not reused before its data was cleared', async () => {
  const first = await under.attach();
  first.session.failing.add('clearCache');
  first.guest.close();
  await vi.runAllTimersAsync();
  const second = await under.attach();
  expect(second.session).not.toBe(first.session);
  const clearing = Promise.withResolvers<void>();
  second.session.clearData = () => clearing.promise;
  second.guest.close();
  const third = await under.attach();
  expect([first.session, second.session]).not.toContain(third.session);
  clearing.resolve();
  await vi.runAllTimersAsync();
  expect((await under.attach()).session).toBe(second.session);
});

test('a webview that main did not allow is destroyed as soon as it is attached', async () => {
  const { session } = await under.attach();
  for (const stranger of [new FakeContents('webview'), new FakeContents('webview', session)]) {
    under.arrive(stranger);
    expect(stranger.ended).toBe(true);
    expect(under.guests.originFor(asContents(stranger))).toBeNull();
  }
  expect(under.states()).toEqual(['loading']);
});

test('a webview whose preview was closed before is destroyed as soon as it is attached', async () => {
  const { previewId, placeholder } = await under.open();
  under.ask({ src: placeholder });
  await under.previews.close({ previewId });
  const late = new FakeContents('webview', sessions.at(-1));
  under.arrive(late);
  expect(late.ended).toBe(true);
  expect(under.states()).toEqual(['closed']);
});

test('a room that has loaded does not fail at the deadline for loading', async () => {
  const { guest } = await under.attach();
  guest.emit('did-navigate', {}, ROOM_ADDRESS, 200);
  guest.emit('did-finish-load');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(under.states()).toEqual(['loading', 'loading', 'live']);
});

test('the user counts as being in a room as soon as its page responds, even if loading never ends', async () => {
  const { guest, previewId } = await under.attach();
  expect(under.previews.rooms()).toEqual([]);
  guest.emit('did-navigate', {}, ROOM_ADDRESS, 200);
  expect(under.previews.rooms()).toMatchObject([{ previewId }]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(under.changes.at(-1)).toMatchObject({ state: 'live', failure: { code: 'timeout' } });
  expect(guest.ended).toBe(false);
  await under.previews.close({ previewId });
  expect(under.left).toHaveLength(1);
});

test('a room that reloads with status 503 counts as failed, even if its page does not respond afterwards', async () => {
  const { guest } = await under.attach();
  guest.emit('did-navigate', {}, ROOM_ADDRESS, 200);
  guest.emit('did-finish-load');
  guest.emit('did-navigate', {}, ROOM_ADDRESS, 503);
  guest.emit('unresponsive');
  expect(under.states().at(-1)).toBe('failed');
});

test.each([
  ['refuses the room', (guest: FakeContents) => void guest.emit('did-navigate', {}, ROOM_ADDRESS, 404)],
  ['does not answer within 20 s', () => undefined],
  [
    'fails while it sends the page',
    (guest: FakeContents) => void guest.emit('did-fail-load', {}, -355, 'text', ROOM_ADDRESS, true),
  ],
  [
    'redirects to another host',
    (guest: FakeContents) =>
      void guest.emit('will-redirect', { ...fakeEvent('https://login.example/'), isMainFrame: true }),
  ],
])(
  'a room’s page is destroyed if the app host %s, because its script could still join the room',
  async (_, fails) => {
    const { guest, session, previewId } = await under.attach();
    fails(guest);
    await vi.advanceTimersByTimeAsync(20_001);
    guest.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    guest.emit('did-finish-load');
    guest.emit('did-fail-load', {}, -20, 'text', ROOM_ADDRESS, true);
    expect(under.states()).toEqual(['loading', 'failed']);
    expect(guest.ended).toBe(true);
    expect(answerOf(session, 'onBeforeRequest', { url: ROOM_ADDRESS })).toEqual({ cancel: true });
    await under.previews.close({ previewId });
    expect(under.left).toEqual([]);
  },
);

test('a redirect makes a room fail only if the main frame is redirected to another origin while loading', async () => {
  const { guest } = await under.attach();
  const redirect = (url: string, isMainFrame = true): void =>
    void guest.emit('will-redirect', { ...fakeEvent(url), isMainFrame });
  redirect('https://app.example/other');
  redirect('https://login.example/', false);
  guest.emit('did-finish-load');
  redirect('https://login.example/');
  expect(under.states()).toEqual(['loading', 'live']);
});

test('a room does not fail if only a subframe fails or the page cancels a load', async () => {
  const { guest } = await under.attach();
  guest.emit('did-fail-load', {}, -105, 'text', 'https://ads.example/', false);
  guest.emit('did-fail-load', {}, -3, 'text', ROOM_ADDRESS, true);
  expect(under.states()).toEqual(['loading']);
});

test('a room whose page hangs shows a timeout, but does not make the app host count as unhealthy', async () => {
  const { guest } = await under.attach();
  guest.emit('unresponsive');
  guest.emit('responsive');
  guest.emit('did-navigate', {}, ROOM_ADDRESS, 200);
  guest.emit('did-finish-load');
  guest.emit('unresponsive');
  guest.emit('responsive');
  expect(under.changes.map(({ state, failure }) => [state, failure?.code])).toEqual([
    ['loading', undefined],
    ['loading', undefined],
    ['live', undefined],
    ['live', 'timeout'],
    ['live', undefined],
  ]);
  expect(under.answers.every(([, code]) => code === null)).toBe(true);
  guest.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  guest.emit('unresponsive');
  expect(under.states().at(-1)).toBe('crashed');
});

test('closing a preview destroys the page of its room and blocks all requests of the page', async () => {
  const { guest, session, previewId } = await under.attach();
  await under.previews.close({ previewId });
  expect([guest.ended, guest.destroyed]).toEqual([true, false]);
  expect(answerOf(session, 'onBeforeRequest', { url: ROOM_ADDRESS })).toEqual({ cancel: true });
  expect(session.cleared).toEqual([]);
  guest.ended = false;
  start(guest, ROOM_ADDRESS);
  await vi.advanceTimersByTimeAsync(0);
  expect(guest.ended).toBe(true);
  guest.close();
  (await under.attach()).guest.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(under.states()).toEqual(['loading', 'closed', 'loading', 'closed']);
  await under.fill();
});

test('the picture of a room is scaled to the maximum width of pictures', async () => {
  under.pictures.wanted = () => Promise.resolve(true);
  const { guest, previewId } = await under.attach();
  guest.picture = { width: 1200, height: 600, bytes: (scaled) => scaled };
  guest.emit('did-finish-load');
  await under.previews.close({ previewId });
  expect(under.pictures.snapshots).toMatchObject([{ type: 'image/jpeg', width: 480, height: 240 }]);
});

async function lifted(): ReturnType<GuestsUnderTest['attach']> {
  const attached = await under.attach();
  attached.guest.emit('did-finish-load');
  await under.previews.liftShield(attached);
  return attached;
}

function reaches(contents: FakeContents, name: string, input: object): boolean {
  const event = fakeEvent();
  contents.emit(name, event, input);
  return !event.defaultPrevented;
}
const key = (contents: FakeContents, name = 'x'): boolean =>
  reaches(contents, 'before-input-event', keyOf(name));
const mouse = (contents: FakeContents, type: string): boolean =>
  reaches(contents, 'before-mouse-event', { type });
const press = (contents: FakeContents): boolean => mouse(contents, 'mouseDown');

test('a room receives clicks and key presses only while its input shield is lifted', async () => {
  const { guest, previewId } = await under.attach();
  const all = ['mouseDown', 'mouseUp', 'mouseMove', 'mouseEnter', 'mouseLeave', 'mouseWheel', 'contextMenu'];
  const reached = (): readonly string[] => [
    ...all.filter((type) => mouse(guest, type)),
    ...(key(guest) ? ['key'] : []),
  ];
  expect(reached()).toEqual([]);
  await under.previews.liftShield({ previewId });
  expect(reached()).toEqual([...all, 'key']);
  under.previews.raiseShield({ previewId });
  expect(reached()).toEqual([]);
});

const touch = (contents: FakeContents): boolean => reaches(contents, 'input-event', { type: 'touchStart' });

test.each([
  ['click', press],
  ['touch', touch],
])('a room receives key presses only after a %s in the room', async (_name, contact) => {
  const { guest, previewId } = await lifted();
  mouse(guest, 'mouseMove');
  reaches(guest, 'input-event', { type: 'mouseMove' });
  expect(key(guest)).toBe(false);
  expect(under.focusBack).toEqual([{ previewId, step: 0 }]);
  contact(guest);
  expect(key(guest)).toBe(true);
  contact(under.page);
  expect(key(guest)).toBe(false);
  contact(guest);
  expect(key(under.page)).toBe(true);
  expect(key(guest)).toBe(false);
});

test('a room receives no input after the 10-minute unlock of its read-only connection has ended', async () => {
  const until = under.ahead.wall + 600_000;
  under.around.readOnly = { on: true, forced: false, unlockedUntil: until };
  const { guest } = await lifted();
  expect([press(guest), key(guest)]).toEqual([true, true]);
  under.ahead.wall = until;
  expect([press(guest), key(guest)]).toEqual([false, false]);
});

test('the idle lock blocks the user’s input to all rooms and closes the rooms', async () => {
  const first = await lifted();
  const second = await lifted();
  press(first.guest);
  under.around.locked = true;
  expect([key(first.guest), press(second.guest)]).toEqual([false, false]);
  under.previews.leaveAll();
  expect([first.guest.ended, second.guest.ended]).toEqual([true, true]);
  const ends = () => under.entries.filter(({ action }) => action === 'visit-ended');
  await vi.waitFor(() => expect(ends()).toHaveLength(2));
});

test('a preview that was allowed before Easel was locked can’t open during or after the lock', async () => {
  const waiting = await under.open();
  const requested = await under.open();
  expect(under.ask({ src: requested.placeholder })).toBe(false);
  under.around.locked = true;
  expect(under.ask({ src: waiting.placeholder })).toBe(true);
  under.previews.leaveAll();
  under.around.locked = false;
  expect(under.ask({ src: waiting.placeholder })).toBe(true);
});

test('a room does not open if its access token arrives after Easel was locked', async () => {
  const late = under.asked();
  under.around.locked = true;
  expect(await late).toMatchObject({ ok: false, error: { code: 'locked' } });
  under.around.locked = false;
  await under.fill();
});

test('previews that were open before Easel’s page was reloaded do not count towards the maximum of open previews', async () => {
  await lifted();
  const requested = await under.open();
  under.ask({ src: requested.placeholder });
  await under.open();
  const late = under.asked();
  under.page.emit('did-navigate', fakeEvent(), 'easel://app/', 200);
  expect(await late).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await under.fill();
});

test('all rooms are left when the Windows session is about to end', async () => {
  const { guest } = await under.attach();
  under.window.emit('query-session-end');
  expect(guest.ended).toBe(true);
  expect(under.states().at(-1)).toBe('closed');
});

async function reader() {
  const { guest, session } = await lifted();
  const details = { isMainFrame: true, requestingUrl: ROOM_ADDRESS };
  const read = (): unknown =>
    session.ask('permissionCheck', guest, 'clipboard-read', 'https://app.example', details);
  return { guest, session, read };
}

test('Easel’s page can’t print a room or paste into a room through webview methods', async () => {
  const { guest } = await lifted();
  press(guest);
  expect(await guest.printToPDF()).toBeUndefined();
  guest.paste();
  expect(guest.pasted).toBe(0);
});

test('a room can read the clipboard for 5 s after the user clicked in the room', async () => {
  const { guest, session, read } = await reader();
  press(under.page);
  expect([read(), mayWrite(session, guest)]).toEqual([false, true]);
  press(guest);
  expect(read()).toBe(true);
  under.ahead.wall += 5001;
  expect([read(), mayWrite(session, guest)]).toEqual([false, true]);
});

test('a room can’t read the clipboard while Easel is locked or the room’s input is blocked', async () => {
  const { guest, read } = await reader();
  press(guest);
  under.around.locked = true;
  expect(read()).toBe(false);
  under.around.locked = false;
  expect(read()).toBe(true);
  under.around.readOnly = { on: true, forced: false, unlockedUntil: null };
  under.previews.connectionsChanged(await under.connections());
  expect(read()).toBe(false);
});

test('a room can’t read the clipboard if the policy forbids it', async () => {
  under = guestsUnderTest({ rules: { allowClipboardRead: false } });
  const { guest, session, read } = await reader();
  press(guest);
  expect([read(), mayWrite(session, guest)]).toEqual([false, true]);
});

const ELSEWHERE = 'https://evil.example/';
const start = (guest: FakeContents, url: string, change: object = {}): void => {
  const wanted = { url, isMainFrame: true, isSameDocument: false, initiator: null };
  guest.emit('did-start-navigation', { ...fakeEvent(), ...wanted, ...change });
};

test.each([
  ['Easel’s page navigates the room to', (guest: FakeContents) => start(guest, ELSEWHERE)],
  ['the room has loaded', (guest: FakeContents) => void guest.emit('did-navigate', {}, ELSEWHERE, 200)],
])('a room’s page and Easel’s page are destroyed if %s another origin', async (_what, leave) => {
  const { guest, session } = await lifted();
  guest.hostWebContents = under.page;
  start(guest, ROOM_ADDRESS);
  leave(guest);
  expect(answerOf(session, 'onBeforeRequest', { url: 'https://cdn.example/x.js' })).toEqual({ cancel: true });
  expect(guest.ended).toBe(false);
  await vi.runAllTimersAsync();
  expect([guest.ended, under.page.ended]).toEqual([true, true]);
  expect(under.states()).toEqual(['loading', 'live', 'live', 'closed']);
});

test('a room’s page is not destroyed if it only starts a navigation to another origin', async () => {
  const { guest } = await lifted();
  start(guest, ELSEWHERE, { initiator: guest.mainFrame });
  start(guest, ELSEWHERE, { isMainFrame: false });
  start(guest, `${ELSEWHERE}#here`, { isSameDocument: true });
  await vi.runAllTimersAsync();
  expect(guest.ended).toBe(false);
});
