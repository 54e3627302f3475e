import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  isGuestRequestAllowed,
  noAnswer,
  notLoaded,
  refusedByRoom,
} from '../../../../main/previews/guest-rules.ts';
import { sessions } from '../../../support/fake-electron.ts';
import { HOSTILE_ADDRESSES } from '../app/security/hostile-addresses.ts';
import { guestsUnderTest, type Loose } from './guests-under-test.ts';
import { ROOM_ADDRESS } from './previews-under-test.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

const APP = 'https://app.example';
const PRACTICE = 'http://127.0.0.1:4711';

test.each([
  [APP, 'HTTPS://cdn.example/x.js', true],
  [APP, 'wss://live.example/socket', true],
  [APP, `blob:${APP}/1f0e`, true],
  [APP, 'http://app.example/', false],
  [APP, `${PRACTICE}/`, false],
  [PRACTICE, `${PRACTICE}/room/7?token=x`, true],
  [PRACTICE, 'ws://127.0.0.1:4711/live', true],
  [PRACTICE, 'http://127.0.0.1:4712/', false],
  [PRACTICE, 'http://127.0.0.1:4711@evil.example/', false],
])('a webview with the origin %s may request %s: %s', (app, address, allowed) => {
  expect(isGuestRequestAllowed(address, app, false)).toBe(allowed);
});

test('a webview can’t request an address whose scheme is not on the list of allowed schemes', () => {
  const others = HOSTILE_ADDRESSES.filter((each) => !/^\s*(?:https|wss|data|blob|about):/i.test(each));
  expect(others.filter((address) => isGuestRequestAllowed(address, APP, false))).toEqual([]);
  expect(others.filter((address) => isGuestRequestAllowed(address, PRACTICE, false))).toEqual([]);
});

test('the main frame of a webview can load a page only from the origin of its room', () => {
  const pages = [`${APP}/room/7?token=x`, 'HTTPS://app.example/'];
  const others = [`blob:${APP}/1f0e`, `${PRACTICE}/room/7`, 'wss://app.example/', ...HOSTILE_ADDRESSES];
  const allowed = [...pages, ...others].filter((each) => isGuestRequestAllowed(each, APP, true));
  expect(allowed).toEqual(pages);
  expect(isGuestRequestAllowed(`${PRACTICE}/room/7`, PRACTICE, true)).toBe(true);
});

const GOLDEN = {
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  plugins: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  webviewTag: false,
  disableDialogs: true,
  disablePopups: true,
  javascript: true,
  devTools: false,
};
const PREFERENCES = `${Object.keys(GOLDEN).join(' ')} preload preloadURL partition session enableBlinkFeatures
  disableBlinkFeatures additionalArguments nodeIntegrationInServiceWorker enableWebSQL offscreen safeDialogs webgl`;
const PARAMS = `instanceId partition allowpopups nodeintegration nodeintegrationinsubframes disablewebsecurity plugins
  preload blinkfeatures disableblinkfeatures httpreferrer useragent webpreferences guestinstance`;

const value = fc.oneof(
  fc.boolean(),
  fc.constantFrom<unknown>(
    'true',
    '1',
    '',
    null,
    undefined,
    0,
    'persist:x',
    '/evil.js',
    ['--no-sandbox'],
    {},
  ),
  fc.string({ maxLength: 8 }),
);
const record = (names: string): fc.Arbitrary<Loose> => {
  const name = fc.oneof(fc.constantFrom(...names.split(/\s+/u)), fc.string({ maxLength: 12 }));
  // Uses Object.fromEntries, because only it and `JSON.parse` make `__proto__` an own property.
  return fc.array(fc.tuple(name, value), { maxLength: 30 }).map((entries) => Object.fromEntries(entries));
};
const source = fc.oneof(
  { weight: 3, arbitrary: fc.constant('granted') },
  { weight: 1, arbitrary: fc.constantFrom('', 'about:blank', ROOM_ADDRESS, 'https://evil.example/') },
  { weight: 1, arbitrary: fc.string() },
);

test('a webview always gets Easel’s own web preferences, whatever the page requests', async () => {
  const under = guestsUnderTest();
  let started = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(record(PREFERENCES), record(PARAMS), source, async (preferences, params, src) => {
      const { previewId, placeholder } = await under.open();
      params['src'] = src === 'granted' ? placeholder : src;
      const { instanceId } = params;
      const isRefused = under.ask(params, preferences);
      expect(isRefused).toBe(src !== 'granted');
      if (isRefused) {
        refused += 1;
        expect(params['src']).toBe(src);
      } else {
        started += 1;
        const partition = sessions.at(-1)?.partition;
        expect(preferences).toEqual({ ...GOLDEN, partition });
        const instance = instanceId === undefined ? {} : { instanceId };
        expect(params).toEqual({ ...instance, src: ROOM_ADDRESS, partition });
      }
      await under.previews.close({ previewId });
    }),
    { numRuns: 400, seed: 20_260_701 },
  );
  expect(started).toBeGreaterThanOrEqual(200);
  expect(refused).toBeGreaterThanOrEqual(50);
  under.checkSilence();
});

test('a webview has developer tools only if main allows developer tools', async () => {
  const under = guestsUnderTest({ allowDevTools: true });
  const { placeholder } = await under.open();
  const preferences: Loose = {};
  under.ask({ src: placeholder }, preferences);
  expect(preferences).toMatchObject({ ...GOLDEN, devTools: true });
});

test.each([
  ['no answer', noAnswer(APP), 'timeout', 'app address'],
  ['the first certificate error', notLoaded(APP, -200), 'certificate', ''],
  ['an HTTP error', notLoaded(APP, -300), 'cannot-reach', ''],
  ['a redirect to another origin', notLoaded(APP, -20), 'redirected', 'app address'],
  ['a response that forbids embedding', notLoaded(APP, -27), 'refused', 'allow embedding'],
  ['status 401', refusedByRoom(APP, 401), 'refused', 'may have expired'],
  ['status 404', refusedByRoom(APP, 404), 'refused', 'may have been deleted'],
  ['status 500', refusedByRoom(APP, 500), 'service-problem', 'in a few minutes'],
])('if a room can’t be opened, the message names only its host: %s', (_name, failure, code, next) => {
  expect(failure.code).toBe(code);
  expect(failure.message).toMatch(/app\.example.*\.$/);
  expect(failure.nextStep).toMatch(/\.$/);
  expect(failure.nextStep).toContain(next);
  expect(JSON.stringify(failure)).not.toMatch(/:\/\/|token=|\/room\//);
});
