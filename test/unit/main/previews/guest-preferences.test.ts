import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessions } from '../../../support/fake-electron.ts';
import { guestsUnderTest, ROOM_ADDRESS, type GuestsUnderTest, type Loose } from './guests-under-test.ts';

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

describe('whatever a page asks for', () => {
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

  test('in 400 combinations a guest gets Easel’s preferences or does not start', async () => {
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
          under.previews.close({ previewId });
        },
      ),
      { numRuns: 400, seed: 20_260_701 },
    );
    expect(started).toBeGreaterThanOrEqual(200);
    expect(refused).toBeGreaterThanOrEqual(50);
  });

  test.each(preferenceNames)('the preference %s is Easel’s, not the page’s', async (name) => {
    for (const asked of [true, false, 'evil']) {
      const { previewId, placeholder } = await under.open();
      const preferences: Loose = { [name]: asked };
      under.ask({ src: placeholder }, preferences);
      expect(preferences).toEqual({ ...GOLDEN, partition: sessions.at(-1)?.partition });
      under.previews.close({ previewId });
    }
  });

  test('developer tools are there only outside packaged builds', async () => {
    under = guestsUnderTest({ allowDevTools: true });
    const { placeholder } = await under.open();
    const preferences: Loose = {};
    under.ask({ src: placeholder }, preferences);
    expect(preferences).toMatchObject({ ...GOLDEN, devTools: true });
  });
});
