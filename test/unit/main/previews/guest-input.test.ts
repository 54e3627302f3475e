import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeEvent, type FakeContents } from '../../../support/fake-electron.ts';
import { guestsUnderTest, ROOM_ADDRESS, type GuestsUnderTest } from './guests-under-test.ts';

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

/** A room whose shield is lifted. */
async function lifted(): ReturnType<GuestsUnderTest['attach']> {
  const attached = await under.attach();
  await under.previews.liftShield(attached);
  return attached;
}

/** Emits an input event, and says whether it reaches the page. */
function reaches(contents: FakeContents, name: string, input: object): boolean {
  const event = fakeEvent();
  contents.emit(name, event, input);
  return !event.defaultPrevented;
}
const key = (contents: FakeContents, name = 'x', type = 'keyDown'): boolean =>
  reaches(contents, 'before-input-event', {
    type,
    key: name,
    shift: false,
    control: false,
    alt: false,
    meta: false,
  });
const press = (contents: FakeContents): boolean =>
  reaches(contents, 'before-mouse-event', { type: 'mouseDown' });

test('no key and nothing of the mouse reaches a guest until its shield is lifted, nor once it is raised again', async () => {
  const { guest, previewId } = await under.attach();
  const all = ['mouseDown', 'mouseUp', 'mouseMove', 'mouseEnter', 'mouseLeave', 'mouseWheel', 'contextMenu'];
  const reached = (): readonly string[] => [
    ...all.filter((type) => reaches(guest, 'before-mouse-event', { type })),
    ...(key(guest) ? ['key'] : []),
  ];
  expect(reached()).toEqual([]);
  await under.previews.liftShield({ previewId });
  expect(reached()).toEqual([...all, 'key']);
  under.previews.raiseShield({ previewId });
  expect(reached()).toEqual([]);
});

describe('a guest gets keys', () => {
  test('only after a press in it, and only until Easel’s page gets one', async () => {
    const { guest, previewId } = await lifted();
    expect(key(guest)).toBe(false);
    expect(under.focusBack).toEqual([{ previewId, step: 0 }]);
    expect(press(guest)).toBe(true);
    expect(key(guest)).toBe(true);
    expect(key(under.page)).toBe(true);
    expect(key(guest)).toBe(false);
    press(guest);
    press(under.page);
    expect(key(guest)).toBe(false);
  });

  test('after a touch, and after no other mouse event', async () => {
    const { guest } = await lifted();
    for (const type of ['mouseMove', 'mouseUp', 'mouseEnter'])
      expect(reaches(guest, 'before-mouse-event', { type })).toBe(true);
    reaches(guest, 'input-event', { type: 'mouseMove' });
    expect(key(guest)).toBe(false);
    reaches(guest, 'input-event', { type: 'touchStart' });
    expect(key(guest)).toBe(true);
    reaches(under.page, 'input-event', { type: 'touchStart' });
    expect(key(guest)).toBe(false);
  });

  test('after Enter in the page, once the page has asked for this room', async () => {
    const first = await lifted();
    const second = await lifted();
    key(under.page, 'Enter');
    expect(key(second.guest)).toBe(false);
    expect(under.previews.focus({ previewId: second.previewId, entering: true })).toBe(true);
    expect(key(second.guest)).toBe(true);
    expect(key(first.guest)).toBe(false);
  });

  test('and presses never while its connection is read-only', async () => {
    under.around.readOnly = { on: true, forced: false, unlockedUntil: null };
    const { guest, previewId } = await lifted();
    expect(press(guest)).toBe(false);
    expect(key(guest)).toBe(false);
    key(under.page, 'Enter');
    expect(under.previews.focus({ previewId, entering: true })).toBe(false);
  });

  test('until the ten minutes of an unlocked connection are over', async () => {
    const until = under.clock.now + 600_000;
    under.around.readOnly = { on: true, forced: false, unlockedUntil: until };
    const { guest } = await lifted();
    expect(press(guest)).toBe(true);
    expect(key(guest)).toBe(true);
    under.clock.now = until;
    expect(key(guest)).toBe(false);
    expect(press(guest)).toBe(false);
  });

  test('until its connection is made read-only, or is no longer known', async () => {
    const { guest } = await lifted();
    for (const connections of [[{ id: 'c-1', readOnly: { on: true, unlockedUntil: null } }], []]) {
      under.previews.connectionsChanged({ connections: connections as never, currentId: null });
      expect(press(guest)).toBe(false);
    }
  });
});

describe('the lock', () => {
  test('closes every room, and none gets what is typed meanwhile', async () => {
    const first = await lifted();
    const second = await lifted();
    press(first.guest);
    under.around.locked = true;
    expect(key(first.guest)).toBe(false);
    expect(press(second.guest)).toBe(false);
    under.previews.leaveAll();
    expect([first.guest.destroyed, second.guest.destroyed]).toEqual([true, true]);
    expect(under.states().slice(-2)).toEqual(['closed', 'closed']);
    expect(under.left).toHaveLength(2);
  });

  test('admits no webview, granted before or on its way', async () => {
    const waiting = await under.open();
    const onItsWay = await under.open();
    expect(under.ask({ src: onItsWay.placeholder })).toBe(false);
    under.around.locked = true;
    expect(under.ask({ src: waiting.placeholder })).toBe(true);
    under.previews.leaveAll();
    under.around.locked = false;
    expect(under.ask({ src: waiting.placeholder })).toBe(true);
  });

  test('grants no room whose token arrives afterwards', async () => {
    const late = under.previews.open({
      connectionId: 'c-1',
      target: { kind: 'paper', id: 'p-7' },
      displayName: 'Ada',
      reason: '',
      minutes: 10,
    });
    under.around.locked = true;
    expect(await late).toMatchObject({ ok: false, error: { code: 'locked' } });
    under.around.locked = false;
    await Promise.all([under.open(), under.open(), under.open(), under.open()]);
  });
});

describe('a page that is loaded anew', () => {
  test('leaves no place taken by the rooms of the page before, attached or not', async () => {
    await lifted();
    const onItsWay = await under.open();
    under.ask({ src: onItsWay.placeholder });
    await under.open();
    const late = under.previews.open({
      connectionId: 'c-1',
      target: { kind: 'paper', id: 'p-7' },
      displayName: 'Ada',
      reason: '',
      minutes: 10,
    });
    under.page.emit('did-navigate', fakeEvent(), 'easel://app/', 200);
    expect(await late).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await Promise.all([under.open(), under.open(), under.open(), under.open()]);
  });
});

describe('a room’s access to the clipboard', () => {
  async function reader() {
    const { guest, session } = await lifted();
    const read = (): unknown => {
      const answers: unknown[] = [];
      const details = { isMainFrame: true, requestingUrl: ROOM_ADDRESS };
      session.ask('permissionRequest', guest, 'clipboard-read', (may: unknown) => answers.push(may), details);
      answers.push(session.ask('permissionCheck', guest, 'clipboard-read', 'https://app.example', details));
      expect(answers[0]).toBe(answers[1]);
      expect(answers).toHaveLength(2);
      return answers[0];
    };
    const mayWrite = (): unknown =>
      session.ask('permissionCheck', guest, 'clipboard-sanitized-write', 'https://app.example', {
        isMainFrame: true,
      });
    return { guest, read, mayWrite };
  }

  test('is to read within five seconds of a press in it, and to write at any time', async () => {
    const { guest, read, mayWrite } = await reader();
    expect([read(), mayWrite()]).toEqual([false, true]);
    press(under.page);
    key(guest);
    expect(read()).toBe(false);
    press(guest);
    expect(read()).toBe(true);
    under.clock.now += 5000;
    expect(read()).toBe(true);
    under.clock.now += 1;
    expect([read(), mayWrite()]).toEqual([false, true]);
    key(guest, 'v');
    expect(read()).toBe(true);
  });

  test('is none behind the lock or when its input is blocked', async () => {
    const { guest, read } = await reader();
    press(guest);
    under.around.locked = true;
    expect(read()).toBe(false);
    under.around.locked = false;
    expect(read()).toBe(true);
    const readOnly = { on: true, forced: false, unlockedUntil: null };
    under.previews.connectionsChanged({
      connections: [{ id: 'c-1', readOnly }] as never,
      currentId: null,
    });
    expect(read()).toBe(false);
  });

  test('is none when the policy forbids it', async () => {
    under = guestsUnderTest({ rules: { allowClipboardRead: false } });
    const { guest, read, mayWrite } = await reader();
    press(guest);
    expect([read(), mayWrite()]).toEqual([false, true]);
  });
});

describe('a guest navigated elsewhere', () => {
  const start = (guest: FakeContents, url: string, change: object = {}): void => {
    const wanted = { url, isMainFrame: true, isSameDocument: false, initiator: null };
    guest.emit('did-start-navigation', { ...fakeEvent(), ...wanted, ...change });
  };

  test.each([
    'https://evil.example/',
    'http://app.example/',
    'data:text/html,x',
    'blob:https://app.example/1f0e',
    'about:blank',
    'file:///etc/passwd',
    'app://easel/index.html',
  ])('by Easel’s page to %s is closed', async (address) => {
    const { guest, session } = await lifted();
    start(guest, ROOM_ADDRESS);
    expect(guest.destroyed).toBe(false);
    start(guest, address);
    expect(guest.destroyed).toBe(true);
    expect(under.states().at(-1)).toBe('closed');
    const answers: unknown[] = [];
    const request = { url: address, resourceType: 'mainFrame' };
    session.ask('onBeforeRequest', request, (answer: unknown) => answers.push(answer));
    expect(answers).toEqual([{ cancel: true }]);
  });

  test('that gets there all the same is closed', async () => {
    const { guest } = await lifted();
    guest.emit('did-navigate', {}, 'https://evil.example/', 200);
    expect(guest.destroyed).toBe(true);
  });

  test('by its own page, in a frame or within its page isn’t closed', async () => {
    const { guest } = await lifted();
    start(guest, 'https://evil.example/', { initiator: guest.mainFrame });
    start(guest, 'https://ads.example/', { isMainFrame: false });
    start(guest, `${ROOM_ADDRESS}#here`, { isSameDocument: true });
    expect(guest.destroyed).toBe(false);
  });
});
