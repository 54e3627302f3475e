/** Connects guest events with `RoomKeyboard`, whose rules `room-keyboard.test.ts` tests. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeEvent, type FakeContents } from '../../../support/fake-electron.ts';
import { answerOf, guestsUnderTest, mayWrite, type GuestsUnderTest } from './guests-under-test.ts';
import { ROOM_ADDRESS } from './previews-under-test.ts';

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

async function lifted(): ReturnType<GuestsUnderTest['attach']> {
  const attached = await under.attach();
  await under.previews.liftShield(attached);
  return attached;
}

/** Returns false if the event was blocked. */
function reaches(contents: FakeContents, name: string, input: object): boolean {
  const event = fakeEvent();
  contents.emit(name, event, input);
  return !event.defaultPrevented;
}
const key = (contents: FakeContents, name = 'x'): boolean =>
  reaches(contents, 'before-input-event', {
    type: 'keyDown',
    key: name,
    shift: false,
    control: false,
    alt: false,
    meta: false,
  });
const mouse = (contents: FakeContents, type: string): boolean =>
  reaches(contents, 'before-mouse-event', { type });
const press = (contents: FakeContents): boolean => mouse(contents, 'mouseDown');

test('keys and mouse events reach a guest only while its input shield is lifted', async () => {
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

describe('a guest page receives keys', () => {
  const touch = (contents: FakeContents): boolean => reaches(contents, 'input-event', { type: 'touchStart' });

  test.each([
    ['press', press],
    ['touch', touch],
  ])('only after a %s in it, and until Easel’s page gets input', async (_name, contact) => {
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

  test('until the ten-minute unlock of its connection ends', async () => {
    const until = under.ahead.wall + 600_000;
    under.around.readOnly = { on: true, forced: false, unlockedUntil: until };
    const { guest } = await lifted();
    expect([press(guest), key(guest)]).toEqual([true, true]);
    under.ahead.wall = until;
    expect([press(guest), key(guest)]).toEqual([false, false]);
  });
});

describe('the idle lock', () => {
  test('closes every room and blocks its input', async () => {
    const first = await lifted();
    const second = await lifted();
    press(first.guest);
    under.around.locked = true;
    expect([key(first.guest), press(second.guest)]).toEqual([false, false]);
    under.previews.leaveAll();
    expect([first.guest.destroyed, second.guest.destroyed]).toEqual([true, true]);
    await vi.waitFor(() => expect(under.left).toHaveLength(2));
  });

  test('blocks every webview, even if it was granted or requested before', async () => {
    const waiting = await under.open();
    const requested = await under.open();
    expect(under.ask({ src: requested.placeholder })).toBe(false);
    under.around.locked = true;
    expect(under.ask({ src: waiting.placeholder })).toBe(true);
    under.previews.leaveAll();
    under.around.locked = false;
    expect(under.ask({ src: waiting.placeholder })).toBe(true);
  });

  test('grants no room whose token arrives afterwards', async () => {
    const late = under.asked();
    under.around.locked = true;
    expect(await late).toMatchObject({ ok: false, error: { code: 'locked' } });
    under.around.locked = false;
    await under.fill();
  });
});

test('reloading Easel’s page frees the slots of all its rooms', async () => {
  await lifted();
  const requested = await under.open();
  under.ask({ src: requested.placeholder });
  await under.open();
  const late = under.asked();
  under.page.emit('did-navigate', fakeEvent(), 'easel://app/', 200);
  expect(await late).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await under.fill();
});

describe('a room’s access to the clipboard', () => {
  async function reader() {
    const { guest, session } = await lifted();
    const details = { isMainFrame: true, requestingUrl: ROOM_ADDRESS };
    const read = (): unknown =>
      session.ask('permissionCheck', guest, 'clipboard-read', 'https://app.example', details);
    return { guest, session, read };
  }

  test('allows reading for 5 s after a click in the room, and writing at any time', async () => {
    const { guest, session, read } = await reader();
    press(under.page);
    expect([read(), mayWrite(session, guest)]).toEqual([false, true]);
    press(guest);
    expect(read()).toBe(true);
    under.ahead.wall += 5001;
    expect([read(), mayWrite(session, guest)]).toEqual([false, true]);
  });

  test('blocks reading while Easel is locked or the room’s input is blocked', async () => {
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

  test('blocks reading if the policy forbids it', async () => {
    under = guestsUnderTest({ rules: { allowClipboardRead: false } });
    const { guest, session, read } = await reader();
    press(guest);
    expect([read(), mayWrite(session, guest)]).toEqual([false, true]);
  });
});

describe('a navigation of a guest to another origin', () => {
  const ELSEWHERE = 'https://evil.example/';
  const start = (guest: FakeContents, url: string, change: object = {}): void => {
    const wanted = { url, isMainFrame: true, isSameDocument: false, initiator: null };
    guest.emit('did-start-navigation', { ...fakeEvent(), ...wanted, ...change });
  };

  test('closes the guest and cancels the request if Easel’s page starts it', async () => {
    const { guest, session } = await lifted();
    start(guest, ROOM_ADDRESS);
    expect(guest.destroyed).toBe(false);
    start(guest, ELSEWHERE);
    expect(guest.destroyed).toBe(true);
    const request = { url: ELSEWHERE, resourceType: 'mainFrame' };
    expect(answerOf(session, 'onBeforeRequest', request)).toEqual({ cancel: true });
  });

  test('closes the guest if it arrives there anyway', async () => {
    const { guest } = await lifted();
    guest.emit('did-navigate', {}, ELSEWHERE, 200);
    expect(guest.destroyed).toBe(true);
  });

  test('leaves the guest open if it comes from the guest’s own page or affects only a frame', async () => {
    const { guest } = await lifted();
    start(guest, ELSEWHERE, { initiator: guest.mainFrame });
    start(guest, ELSEWHERE, { isMainFrame: false });
    start(guest, `${ELSEWHERE}#here`, { isSameDocument: true });
    expect(guest.destroyed).toBe(false);
  });
});
