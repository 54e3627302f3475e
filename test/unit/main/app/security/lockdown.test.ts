import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from 'electron';
import { lockDown, lockDownSession } from '../../../../../main/app/security/lockdown.ts';
import {
  asSession,
  FakeContents,
  fakeEvent,
  FakeSession,
  type ContentsType,
} from '../../../../support/fake-electron.ts';
import { EventEmitter } from 'node:events';
import { HOSTILE_ADDRESSES } from './hostile-addresses.ts';

const TYPES: readonly ContentsType[] = [
  'window',
  'webview',
  'browserView',
  'remote',
  'offscreen',
  'backgroundPage',
];
const NAVIGATIONS = ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const;
const GRANTED = 'https://app.example';

let app: EventEmitter;
let granted: WeakMap<object, string>;

beforeEach(() => {
  app = new EventEmitter();
  granted = new WeakMap();
  lockDown(app as unknown as App, (contents) => granted.get(contents) ?? null);
});

function created(type: ContentsType): FakeContents {
  const contents = new FakeContents(type);
  app.emit('web-contents-created', {}, contents);
  return contents;
}

function guest(origin: string | null = GRANTED): FakeContents {
  const contents = created('webview');
  if (origin !== null) granted.set(contents, origin);
  return contents;
}

describe.each(NAVIGATIONS)('the Electron navigation event %s', (name) => {
  test.each(TYPES)('web contents of type %s can’t navigate to any hostile address', (type) => {
    const pages = [created(type), guest()];
    const passed = pages.map((page) => HOSTILE_ADDRESSES.filter((address) => !page.asks(name, address)));
    expect(passed).toEqual([[], []]);
  });

  test('the navigation guard lets a page of Easel navigate within Easel', () => {
    expect(created('window').asks(name, 'app://easel/index.html')).toBe(false);
    expect(created('window').asks(name, 'app://easel/')).toBe(false);
  });

  test('the navigation guard lets a webview navigate only within its granted origin', () => {
    expect(guest().asks(name, `${GRANTED}/room/7?token=x`)).toBe(false);
    expect(guest().asks(name, `${GRANTED}:443/elsewhere`)).toBe(false);
    expect(guest().asks(name, 'app://easel/index.html')).toBe(true);
    expect(guest('http://127.0.0.1:4711').asks(name, 'http://127.0.0.1:4711/room/7')).toBe(false);
    expect(guest('http://127.0.0.1:4711').asks(name, 'http://127.0.0.1:4712/room/7')).toBe(true);
  });

  test('the navigation guard blocks every navigation of a webview that has no grant', () => {
    for (const address of [`${GRANTED}/`, 'app://easel/index.html', 'about:blank']) {
      expect(guest(null).asks(name, address)).toBe(true);
    }
  });
});

test.each(TYPES)('web contents of type %s can’t open windows', (type) => {
  const handler = created(type).windowOpenHandler;
  for (const url of [...HOSTILE_ADDRESSES, 'app://easel/index.html', `${GRANTED}/`]) {
    expect(handler?.({ url })).toEqual({ action: 'deny' });
  }
});

test.each(TYPES)('a page in web contents of type %s can’t prevent its window from closing', (type) => {
  expect(created(type).asks('will-prevent-unload', '')).toBe(true);
});

test.each(TYPES.filter((type) => type !== 'window'))('%s web contents can’t embed a webview', (type) => {
  expect(created(type).asks('will-attach-webview', '', {}, { src: 'about:blank#preview-1' })).toBe(true);
});

test.each(TYPES.filter((type) => type !== 'webview'))('%s web contents can’t use WebRTC UDP', (type) => {
  expect(created(type).webRtcPolicy).toBe('disable_non_proxied_udp');
});

test('WebRTC in a webview reveals no local network addresses', () => {
  expect(guest().webRtcPolicy).toBe('default_public_interface_only');
});

test('Easel never sends a client certificate to a web server', () => {
  const event = fakeEvent();
  const choose = vi.fn();
  app.emit('select-client-certificate', event, null, 'https://x.example/', [{ subjectName: 'Ada' }], choose);
  expect(event.defaultPrevented).toBe(true);
  expect(choose.mock.calls).toEqual([[]]);
});

test('a locked-down session cancels every request to the network or to files', async () => {
  const session = new FakeSession();
  await lockDownSession(asSession(session));
  expect(session.proxy).toEqual({ proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' });
  const patterns = ['http', 'https', 'ws', 'wss', 'file'].map((scheme) => `${scheme}://*/*`);
  expect(session.patterns.get('onBeforeRequest')).toEqual(patterns);
  const callback = vi.fn();
  session.ask('onBeforeRequest', { url: 'https://app.example/' }, callback);
  expect(callback.mock.calls).toEqual([[{ cancel: true }]]);
  expect(session.spellChecker).toBe(false);
  expect(session.ask('permissionCheck', null, 'media', 'app://easel/', {})).toBe(false);
});
