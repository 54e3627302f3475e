import { expect, test, afterEach, beforeEach, describe, vi } from 'vitest';
import {
  isConnectionLost,
  isGuestRequestAllowed,
  crashed,
  noAnswer,
  notLoaded,
  notResponding,
  refusedByRoom,
} from '../../../../main/previews/guest-rules.ts';
import { HOSTILE_ADDRESSES } from '../security/hostile-addresses.ts';
import fc from 'fast-check';
import { sessions } from '../../../support/fake-electron.ts';
import { figureOf } from '../../../support/figure.ts';
import { guestsUnderTest, ROOM_ADDRESS, type GuestsUnderTest, type Loose } from './guests-under-test.ts';

const APP = 'https://app.example';
const PRACTICE = 'http://127.0.0.1:4711';

test.each([
  `${APP}/room/7?token=x`,
  'https://cdn.example/x.js',
  'wss://live.example/socket',
  'data:image/png;base64,AA==',
  `blob:${APP}/1f0e`,
  'about:blank',
  'HTTPS://app.example/',
])('a room may load %s', (address) => {
  expect(isGuestRequestAllowed(address, APP, false)).toBe(true);
});

test.each([`${PRACTICE}/room/7?token=x`, 'ws://127.0.0.1:4711/live', 'https://cdn.example/'])(
  'the room of the practice service may load %s',
  (address) => {
    expect(isGuestRequestAllowed(address, PRACTICE, false)).toBe(true);
  },
);

const PLAIN_ELSEWHERE = [
  'http://127.0.0.1/',
  'http://127.0.0.1:4712/',
  'ws://127.0.0.1:4712/',
  'http://127.0.0.1:47110/',
  'http://localhost:4711/',
  'http://[::1]:4711/',
  'http://0.0.0.0:4711/',
  'http://127.0.0.1.evil.example:4711/',
  'http://127.0.0.1:4711@evil.example/',
  'http://evil.example:4711/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2130706434:4711/',
];

test.each(PLAIN_ELSEWHERE)('no room may load %s', (address) => {
  expect(isGuestRequestAllowed(address, APP, false)).toBe(false);
  expect(isGuestRequestAllowed(address, PRACTICE, false)).toBe(false);
});

test('a room on https loads nothing unencrypted, not even from its own host', () => {
  expect(isGuestRequestAllowed('http://app.example/', APP, false)).toBe(false);
  expect(isGuestRequestAllowed('ws://app.example/', APP, false)).toBe(false);
});

test.each([
  ['wss://app.example/live', 'net::ERR_CONNECTION_REFUSED', true],
  ['https://app.example/x.js', 'net::ERR_NAME_NOT_RESOLVED', true],
  ['https://app.example/', 'net::ERR_INTERNET_DISCONNECTED', true],
  ['https://app.example/x.js', 'net::ERR_ABORTED', false],
  ['https://app.example/x.js', 'net::ERR_BLOCKED_BY_CLIENT', false],
  ['https://cdn.example/x.js', 'net::ERR_CONNECTION_REFUSED', false],
  ['not an address', 'net::ERR_CONNECTION_REFUSED', false],
])('%s that fails by %s tells of a lost connection to the app host: %s', (address, error, isLost) => {
  expect(isConnectionLost(address, error, APP)).toBe(isLost);
});

/** What a room may load after all: it is encrypted, or held by the page itself. */
const HARMLESS = /^\s*(?:https|wss|data|blob|about):/i;

test('of all hostile addresses a room loads only what is encrypted or its own', () => {
  const others = HOSTILE_ADDRESSES.filter((address) => !HARMLESS.test(address));
  expect(others.length).toBeGreaterThanOrEqual(40);
  expect(others.filter((address) => isGuestRequestAllowed(address, APP, false))).toEqual([]);
  expect(others.filter((address) => isGuestRequestAllowed(address, PRACTICE, false))).toEqual([]);
});

test('the page of a room comes from its own origin only', () => {
  const pages = [`${APP}/room/7?token=x`, `${PRACTICE}/room/7`, 'HTTPS://app.example/', `blob:${APP}/1f0e`];
  const others = [
    'data:text/html,x',
    'about:blank',
    'about:srcdoc',
    'https://cdn.example/',
    'wss://app.example/',
  ];
  const allowed = [...pages, ...others, ...HOSTILE_ADDRESSES].filter((each) =>
    isGuestRequestAllowed(each, APP, true),
  );
  expect(allowed).toEqual([pages[0], pages[2]]);
  expect(isGuestRequestAllowed(`${PRACTICE}/room/7`, PRACTICE, true)).toBe(true);
});

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

/** Everything that a guest may run with, whatever was asked for. */
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

let under: GuestsUnderTest;

beforeEach(() => {
  under = guestsUnderTest();
});
afterEach(() => under.checkSilence());

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
const preferenceNames = [
  ...Object.keys(GOLDEN),
  'preload',
  'preloadURL',
  'partition',
  'session',
  'enableBlinkFeatures',
  'disableBlinkFeatures',
  'additionalArguments',
  'nodeIntegrationInServiceWorker',
  'enableWebSQL',
  'offscreen',
  'safeDialogs',
  'v8CacheOptions',
  'webgl',
  'images',
  'textAreasAreResizable',
  'enablePreferredSizeMode',
  'transparent',
  'backgroundThrottling',
  'defaultFontFamily',
  'enableDeprecatedPaste',
];
const paramNames = [
  'instanceId',
  'partition',
  'allowpopups',
  'nodeintegration',
  'nodeintegrationinsubframes',
  'disablewebsecurity',
  'plugins',
  'preload',
  'blinkfeatures',
  'disableblinkfeatures',
  'httpreferrer',
  'useragent',
  'webpreferences',
  'guestinstance',
];

describe('whatever a page requests', () => {
  const record = (names: readonly string[]): fc.Arbitrary<Loose> =>
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 12 })), value), {
        maxLength: 30,
      })
      .map((entries) => {
        const made: Loose = {};
        for (const [name, item] of entries) {
          Object.defineProperty(made, name, {
            value: item,
            enumerable: true,
            writable: true,
            configurable: true,
          });
        }
        return made;
      });
  const source = fc.oneof(
    { weight: 3, arbitrary: fc.constant('granted') },
    { weight: 1, arbitrary: fc.constantFrom('', 'about:blank', ROOM_ADDRESS, 'https://evil.example/') },
    { weight: 1, arbitrary: fc.string() },
  );

  test('a guest gets Easel’s preferences in 400 combinations, or doesn’t start', async ({ task }) => {
    let started = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        record(preferenceNames),
        record(paramNames),
        source,
        async (preferences, params, src) => {
          const { previewId, placeholder } = await under.open();
          params['src'] = src === 'granted' ? placeholder : src;
          const instance = params['instanceId'];
          const isRefused = under.ask(params, preferences);
          expect(isRefused).toBe(src !== 'granted');
          if (isRefused) {
            refused += 1;
            expect(params['src']).toBe(src);
          } else {
            started += 1;
            const partition = sessions.at(-1)?.partition;
            expect(preferences).toEqual({ ...GOLDEN, partition });
            expect(params).toEqual({
              ...(instance === undefined ? {} : { instanceId: instance }),
              src: ROOM_ADDRESS,
              partition,
            });
          }
          await under.previews.close({ previewId });
        },
      ),
      { numRuns: 400, seed: 20_260_701 },
    );
    expect(started).toBeGreaterThanOrEqual(200);
    expect(refused).toBeGreaterThanOrEqual(50);
    figureOf(task, `${started + refused} combinations: ${started} safe, ${refused} not started, 0 unsafe`);
  });

  test.each(preferenceNames)('the preference %s is set by Easel, not by the page', async (name) => {
    for (const asked of [true, false, 'evil']) {
      const { previewId, placeholder } = await under.open();
      const preferences: Loose = { [name]: asked };
      under.ask({ src: placeholder }, preferences);
      expect(preferences).toEqual({ ...GOLDEN, partition: sessions.at(-1)?.partition });
      await under.previews.close({ previewId });
    }
  });

  test('developer tools exist only outside packaged builds', async () => {
    under = guestsUnderTest({ allowDevTools: true });
    const { placeholder } = await under.open();
    const preferences: Loose = {};
    under.ask({ src: placeholder }, preferences);
    expect(preferences).toMatchObject({ ...GOLDEN, devTools: true });
  });
});

const FAILURES = {
  'no answer': noAnswer(APP),
  'an expired certificate': notLoaded(APP, -201),
  'a refused connection': notLoaded(APP, -102),
  'a way elsewhere': notLoaded(APP, -20),
  'a page that forbids frames': notLoaded(APP, -27),
  'a page that hangs': notResponding(APP),
  'status 403': refusedByRoom(APP, 403),
  'status 404': refusedByRoom(APP, 404),
  'status 500': refusedByRoom(APP, 500),
  'a crash': crashed(APP),
};

test.each(Object.entries(FAILURES))(
  '%s is described in two sentences that name only the host',
  (_name, failure) => {
    expect(failure.message).toMatch(/\.$/);
    expect(failure.nextStep).toMatch(/\.$/);
    expect(failure.message).toContain('app.example');
    expect(JSON.stringify(failure)).not.toMatch(/:\/\/|token=|\/room\//);
  },
);

test('each has the code that the interface branches on', () => {
  const codes = Object.fromEntries(Object.entries(FAILURES).map(([name, { code }]) => [name, code]));
  expect(codes).toEqual({
    'no answer': 'timeout',
    'an expired certificate': 'certificate',
    'a refused connection': 'cannot-reach',
    'a way elsewhere': 'redirected',
    'a page that forbids frames': 'refused',
    'a page that hangs': 'timeout',
    'status 403': 'refused',
    'status 404': 'refused',
    'status 500': 'service-problem',
    'a crash': 'internal',
  });
});

test.each([
  [-199, 'cannot-reach'],
  [-200, 'certificate'],
  [-299, 'certificate'],
  [-300, 'cannot-reach'],
  [-105, 'cannot-reach'],
])('network error %i is %s', (code, expected) => {
  expect(notLoaded(APP, code)).toMatchObject({ code: expected, details: [`Network error: ${code}`] });
});

test('a token that was refused or has expired is told from a room that is gone', () => {
  for (const status of [401, 403]) expect(refusedByRoom(APP, status).nextStep).toContain('has expired');
  expect(refusedByRoom(APP, 404).nextStep).toContain('may have been deleted');
});

test('a port is named with its host', () => {
  expect(noAnswer('http://127.0.0.1:4711').message).toContain('127.0.0.1:4711');
});

test('the status is in the sentence and in the data', () => {
  expect(refusedByRoom(APP, 410)).toMatchObject({ status: 410 });
  expect(refusedByRoom(APP, 410).message).toContain('410');
});
