import { expect, test } from 'vitest';
import { isGuestRequestAllowed } from '../../../../main/previews/guest-requests.ts';
import { HOSTILE_ADDRESSES } from '../security/hostile-addresses.ts';

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

test('a room on https loads nothing plain, not even from its own host', () => {
  expect(isGuestRequestAllowed('http://app.example/', APP, false)).toBe(false);
  expect(isGuestRequestAllowed('ws://app.example/', APP, false)).toBe(false);
});

/** What a room may load after all: it is encrypted, or held by the page itself. */
const HARMLESS = /^\s*(?:https|wss|data|blob|about):/i;

test('of all hostile addresses a room loads only what is encrypted or its own', () => {
  const others = HOSTILE_ADDRESSES.filter((address) => !HARMLESS.test(address));
  expect(others.length).toBeGreaterThanOrEqual(40);
  expect(others.filter((address) => isGuestRequestAllowed(address, APP, false))).toEqual([]);
  expect(others.filter((address) => isGuestRequestAllowed(address, PRACTICE, false))).toEqual([]);
});

test('the page of a room comes from its own origin and from nowhere else', () => {
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
