import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Snapshot } from '../../../../main/previews/pictures.ts';
import { app, asContents, FakeContents, sessions } from '../../../support/fake-electron.ts';
import { guestsUnderTest, ROOM_ADDRESS, type GuestsUnderTest, type Loose } from './guests-under-test.ts';

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

describe('the session of a guest', () => {
  test('is its own, in memory and without a cache', async () => {
    await under.attach();
    await under.attach();
    const partitions = sessions.map((session) => session.partition);
    expect(new Set(partitions).size).toBe(2);
    for (const { partition, options, spellChecker } of sessions) {
      expect(partition).toMatch(/^preview-\d$/);
      expect(options).toEqual({ cache: false });
      expect(spellChecker).toBe(false);
    }
  });

  test('filters every request', async () => {
    const { session } = await under.attach();
    expect(session.patterns.get('onBeforeRequest')).toBeNull();
    const decide = (url: string): unknown => {
      const answers: unknown[] = [];
      session.ask('onBeforeRequest', { url }, (answer: unknown) => answers.push(answer));
      return answers;
    };
    expect(decide('https://cdn.example/x.js')).toEqual([{ cancel: false }]);
    expect(decide('http://cdn.example/x.js')).toEqual([{ cancel: true }]);
    expect(decide('file:///etc/passwd')).toEqual([{ cancel: true }]);
  });

  test('tells that the room lost its app host, and of nothing else that failed', async () => {
    const { guest, session, previewId } = await under.attach();
    const lost = vi.spyOn(under.previews, 'lost');
    session.ask('onErrorOccurred', { url: 'https://cdn.example/x.js', error: 'net::ERR_CONNECTION_REFUSED' });
    expect(lost).not.toHaveBeenCalled();
    session.ask('onErrorOccurred', { url: 'wss://app.example/live', error: 'net::ERR_CONNECTION_REFUSED' });
    expect(lost).toHaveBeenCalledWith(previewId, expect.objectContaining({ code: 'cannot-reach' }));
    session.ask('onErrorOccurred', { url: 'https://app.example/x.png', error: 'net::ERR_CONNECTION_RESET' });
    expect(lost).toHaveBeenLastCalledWith(previewId, null);

    guest.emit('did-finish-load');
    session.ask('onErrorOccurred', { url: 'wss://app.example/live', error: 'net::ERR_CONNECTION_REFUSED' });
    session.ask('onCompleted', { url: 'https://app.example/x.png' });
    session.ask('onCompleted', { url: 'wss://elsewhere.example/live' });
    expect(under.changes.at(-1)).toMatchObject({ state: 'live', failure: { code: 'cannot-reach' } });
    session.ask('onCompleted', { url: 'wss://app.example/live' });
    expect(under.changes.at(-1)).toMatchObject({ state: 'live', failure: null });
    under.checkSilence();
  });

  test('says what its guest takes of the memory, as long as it is known', async () => {
    const { guest, previewId } = await under.attach();
    expect(under.previews.memory()).toEqual([]);
    app.metrics = [{ pid: guest.pid, memory: { workingSetSize: 86_016 } }];
    expect(under.previews.memory()).toEqual([{ previewId, megabytes: 84 }]);
    guest.close();
    expect(under.previews.memory()).toEqual([]);
  });

  test('cuts a referrer to its origin and leaves other headers', async () => {
    const { session } = await under.attach();
    const send = (requestHeaders: Loose): unknown => {
      const answers: unknown[] = [];
      session.ask('onBeforeSendHeaders', { requestHeaders }, (answer: unknown) => answers.push(answer));
      return answers[0];
    };
    expect(send({ Accept: '*/*', Referer: ROOM_ADDRESS })).toEqual({
      requestHeaders: { Accept: '*/*', Referer: 'https://app.example/' },
    });
    expect(send({ Accept: '*/*' })).toEqual({ requestHeaders: { Accept: '*/*' } });
  });

  test('lets the live guest use its clipboard, and nobody before or after', async () => {
    const { guest, session } = await under.attach();
    const may = (contents: FakeContents): unknown =>
      session.ask('permissionCheck', contents, 'clipboard-sanitized-write', 'https://app.example/', {
        isMainFrame: true,
      });
    expect(may(guest)).toBe(true);
    expect(may(new FakeContents('webview', session))).toBe(false);
    guest.close();
    expect(may(guest)).toBe(false);
  });

  test('is cleared when the guest is gone, with every step tried', async () => {
    const { guest, session } = await under.attach();
    session.failing.add('clearCache');
    guest.close();
    await vi.runAllTimersAsync();
    expect(session.cleared).toEqual([
      'closeAllConnections',
      'clearStorageData',
      'clearData',
      'clearCache',
      'clearSharedDictionaryCache',
      'clearAuthCache',
      'clearHostResolverCache',
      'clearCodeCaches',
    ]);
    expect(under.lines.at(-1)).toContain('"missed":1');
  });
});

describe('the names of sessions, which Electron keeps until it ends', () => {
  test('are four for 20 visits, and each is cleared before it is used again', async () => {
    const open: FakeContents[] = [];
    for (let visit = 0; visit < 20; visit += 1) {
      if (open.length === 4) {
        open.shift()?.close();
        await vi.runAllTimersAsync();
      }
      const { guest, session } = await under.attach();
      const before = open.filter((each) => each.session === session);
      expect(before).toEqual([]);
      open.push(guest);
    }
    expect(sessions.map(({ partition }) => partition)).toEqual([
      'preview-1',
      'preview-2',
      'preview-3',
      'preview-4',
    ]);
    expect(sessions.map(({ cleared }) => cleared.filter((step) => step === 'clearData').length)).toEqual([
      4, 4, 4, 4,
    ]);
  });

  test('are not used again where something could not be cleared, or is being cleared still', async () => {
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

  test('come with what the room that runs there now may do, not the one before', async () => {
    const first = await under.attach();
    first.guest.close();
    await vi.runAllTimersAsync();
    const second = await under.attach();
    expect(second.session).toBe(first.session);
    const may = (guest: FakeContents): unknown =>
      second.session.ask('permissionCheck', guest, 'clipboard-sanitized-write', 'https://app.example/', {
        isMainFrame: true,
      });
    expect([may(first.guest), may(second.guest)]).toEqual([false, true]);
    expect(second.session.listenerCount('will-download')).toBe(1);
  });
});

describe('a guest', () => {
  test('may navigate within its granted origin once it is attached, and is muted', async () => {
    const { guest } = await under.attach();
    expect(under.guests.originFor(asContents(guest))).toBe('https://app.example');
    expect(under.guests.originFor(asContents(new FakeContents('webview')))).toBeNull();
    expect(guest.muted).toBe(true);
  });

  test('that was not admitted is closed', () => {
    const stranger = new FakeContents('webview');
    under.arrive(stranger);
    expect(stranger.destroyed).toBe(true);
    expect(under.guests.originFor(asContents(stranger))).toBeNull();
  });

  test('that attaches a second time with the same session is closed', async () => {
    const { session } = await under.attach();
    const second = new FakeContents('webview', session);
    under.arrive(second);
    expect(second.destroyed).toBe(true);
    expect(under.states()).toEqual(['loading']);
  });

  test('whose preview was closed meanwhile is closed', async () => {
    const { previewId, placeholder } = await under.open();
    under.ask({ src: placeholder });
    await under.previews.close({ previewId });
    const late = new FakeContents('webview', sessions.at(-1));
    under.arrive(late);
    expect(late.destroyed).toBe(true);
  });

  test('is live once its page has loaded, and the deadline is off', async () => {
    const { guest } = await under.attach();
    guest.emit('did-navigate', {}, ROOM_ADDRESS, 200);
    guest.emit('did-finish-load');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(under.states()).toEqual(['loading', 'live']);
  });

  test('that has not loaded within 20 seconds has failed', async () => {
    await under.attach();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(under.states()).toEqual(['loading']);
    await vi.advanceTimersByTimeAsync(1);
    expect(under.states()).toEqual(['loading', 'failed']);
    expect(under.changes.at(-1)?.failure?.code).toBe('timeout');
  });

  test.each([
    [403, 'refused'],
    [404, 'refused'],
    [503, 'service-problem'],
  ])('whose host responds with %i has failed', async (status, code) => {
    const { guest } = await under.attach();
    guest.emit('did-navigate', {}, ROOM_ADDRESS, status);
    guest.emit('did-finish-load');
    expect(under.states()).toEqual(['loading', 'failed']);
    expect(under.changes.at(-1)?.failure?.code).toBe(code);
  });

  test.each([
    [-105, 'cannot-reach'],
    [-201, 'certificate'],
  ])('that can’t be loaded (%i) has failed', async (error, code) => {
    const { guest } = await under.attach();
    guest.emit('did-fail-load', {}, error, 'text', ROOM_ADDRESS, true);
    // Of the error page, which was loaded well.
    guest.emit('did-finish-load');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(under.states()).toEqual(['loading', 'failed']);
    expect(under.changes.at(-1)?.failure?.code).toBe(code);
  });

  test('that failed to load is live once its page loads after all', async () => {
    const { guest } = await under.attach();
    guest.emit('did-fail-load', {}, -105, 'text', ROOM_ADDRESS, true);
    guest.emit('did-finish-load');
    guest.emit('did-navigate', {}, ROOM_ADDRESS, 200);
    guest.emit('did-finish-load');
    expect(under.states()).toEqual(['loading', 'failed', 'live']);
  });

  test('stays when a frame inside it fails or the page aborts a load itself', async () => {
    const { guest } = await under.attach();
    guest.emit('did-fail-load', {}, -105, 'text', 'https://ads.example/', false);
    guest.emit('did-fail-load', {}, -3, 'text', ROOM_ADDRESS, true);
    expect(under.states()).toEqual(['loading']);
  });

  test('that hangs says so while it is still in the room, and that it came back; its host is not blamed', async () => {
    const { guest } = await under.attach();
    guest.emit('unresponsive');
    guest.emit('did-navigate', {}, ROOM_ADDRESS, 200);
    guest.emit('did-finish-load');
    guest.emit('unresponsive');
    guest.emit('responsive');
    expect(under.changes.map(({ state, failure }) => [state, failure?.code])).toEqual([
      ['loading', undefined],
      ['live', undefined],
      ['live', 'timeout'],
      ['live', undefined],
    ]);
    expect(under.answers).toEqual([
      ['c-1', null],
      ['c-1', null],
    ]);
    guest.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    guest.emit('unresponsive');
    expect(under.states().at(-1)).toBe('crashed');
  });

  test('that crashes is reported as crashed, once', async () => {
    const { guest } = await under.attach();
    guest.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(under.states()).toEqual(['loading', 'crashed']);
    expect(under.changes.at(-1)?.failure?.code).toBe('internal');
  });

  test('is closed with its preview, and its preview closes when it is gone by itself', async () => {
    const first = await under.attach();
    await under.previews.close({ previewId: first.previewId });
    expect(first.guest.destroyed).toBe(true);
    const second = await under.attach();
    second.guest.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(under.changes.map(({ previewId, state }) => [previewId, state])).toEqual([
      [first.previewId, 'loading'],
      [first.previewId, 'closed'],
      [second.previewId, 'loading'],
      [second.previewId, 'closed'],
    ]);
  });

  test('leaves no slot taken and no timer running after 20 visits in a row', async () => {
    for (let visit = 0; visit < 20; visit += 1) (await under.attach()).guest.close();
    expect(vi.getTimerCount()).toBe(0);
    await Promise.all([under.open(), under.open(), under.open(), under.open()]);
  });
});

describe('the picture of a guest that is left', () => {
  const leave = async (picture: FakeContents['picture']): Promise<readonly Snapshot[]> => {
    under.pictures.wanted = true;
    const { guest, previewId } = await under.attach();
    guest.picture = picture;
    guest.emit('did-finish-load');
    const closing = under.previews.close({ previewId });
    await vi.advanceTimersByTimeAsync(2500);
    await closing;
    expect(guest.destroyed).toBe(true);
    return under.pictures.snapshots;
  };

  test('is as small as it is shown, and keeps its shape', async () => {
    const seen = await leave({ width: 1200, height: 600, bytes: (width) => width * 10 });
    expect(seen).toEqual([{ type: 'image/jpeg', bytes: new Uint8Array(4800), width: 480, height: 240 }]);
  });

  test('is never made larger than it was seen', async () => {
    expect(await leave({ width: 200, height: 100, bytes: () => 10 })).toMatchObject([
      { width: 200, height: 100 },
    ]);
  });

  test('is made smaller until it has few bytes', async () => {
    const seen = await leave({ width: 960, height: 640, bytes: (width) => width * 100 });
    expect(seen).toMatchObject([{ width: 336, height: 224 }]);
  });

  test.each([
    ['it never has few bytes', { width: 960, height: 640, bytes: () => 50_000 }],
    ['nothing of it is in view', { width: 0, height: 0, bytes: () => 0 }],
    ['it does not come in time', null],
  ])('is none where %s; it is left all the same', async (_why, picture) => {
    expect(await leave(picture)).toEqual([]);
  });
});
