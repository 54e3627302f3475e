import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { allowPreviewClipboard, denyPermissions } from '../../../../../main/app/security/permissions.ts';
import {
  asContents,
  asSession,
  FakeContents,
  fakeEvent,
  FakeSession,
} from '../../../../support/fake-electron.ts';

const require = createRequire(import.meta.url);

/** Names of all permissions in Electron 45. */
const PERMISSIONS = `
  ar automatic-fullscreen background-fetch background-sync captured-surface-control clipboard-read
  clipboard-sanitized-write deprecated-sync-clipboard-read display-capture fileSystem fullscreen geolocation
  geolocation-approximate hand-tracking hid idle-detection keyboardLock local-fonts local-network
  local-network-access loopback-network media mediaKeySystem midi midiSysex nfc notifications openExternal
  payment-handler periodic-background-sync persistent-storage pointerLock screen-wake-lock sensors serial
  smart-card speaker-selection storage-access system-wake-lock top-level-storage-access usb vr
  web-app-installation web-printing window-management unknown`
  .trim()
  .split(/\s+/u);

const APP = 'https://app.example';

test.each(['setPermissionRequestHandler', 'setPermissionCheckHandler'])(
  'this test covers every permission that Electron’s types list for %s',
  (handler) => {
    const file = path.join(path.dirname(require.resolve('electron/package.json')), 'electron.d.ts');
    const line = new RegExp(`${handler}\\(handler:.*permission: ([^,)]+)`, 'u').exec(
      readFileSync(file, 'utf8'),
    );
    const union = [...(line?.[1] ?? '').matchAll(/'([^']+)'/gu)].map(([, name]) => name ?? '');
    expect(union.sort()).toEqual([...PERMISSIONS].sort());
  },
);

function previewOf(live: 'before' | 'live' | 'destroyed', mayRead = () => true) {
  const session = new FakeSession('preview-1');
  const guest = new FakeContents('webview', session);
  guest.destroyed = live === 'destroyed';
  const now = live === 'before' ? null : asContents(guest);
  allowPreviewClipboard(asSession(session), { appOrigin: APP, mayRead }, () => now);
  return { session, contents: guest, origin: `${APP}/`, isMainFrame: true };
}

type Context = Omit<ReturnType<typeof previewOf>, 'contents'> & { readonly contents: FakeContents | null };

function contexts(): Readonly<Record<string, Context>> {
  const main = new FakeSession();
  denyPermissions(asSession(main));
  const live = previewOf('live');
  const contents = new FakeContents('webview', live.session);
  return {
    'the main window': { ...live, session: main, contents: new FakeContents(), origin: 'app://easel/' },
    'a live guest, top frame, own origin': live,
    'a frame inside a live guest': { ...live, isMainFrame: false },
    'a live guest for another origin': { ...live, origin: 'https://evil.example/' },
    'a guest before it is attached': previewOf('before'),
    'a guest after its end': previewOf('destroyed'),
    'another guest in the session': { ...live, contents },
    'no contents': { ...live, contents: null },
  };
}

function ask(
  handler: 'permissionRequest' | 'permissionCheck',
  permission: string,
  context: Context,
): unknown {
  const { session, contents, origin, isMainFrame } = context;
  if (handler === 'permissionCheck') {
    return session.ask(handler, contents, permission, origin, { isMainFrame, requestingUrl: origin });
  }
  const answers: unknown[] = [];
  session.ask(handler, contents, permission, (granted: unknown) => answers.push(granted), {
    isMainFrame,
    requestingUrl: `${origin}room/7?token=x`,
  });
  // A permission handler must answer once and synchronously, because only its first answer counts (CVE-2026-34771).
  expect(answers).toHaveLength(1);
  return answers[0];
}

test('only the top frame of a live room gets permissions, and only for the clipboard', () => {
  const granted: string[] = [];
  for (const [name, context] of Object.entries(contexts())) {
    for (const permission of PERMISSIONS) {
      for (const handler of ['permissionRequest', 'permissionCheck'] as const) {
        const answer = ask(handler, permission, context);
        expect(typeof answer).toBe('boolean');
        if (answer === true) granted.push(`${handler} ${permission} ${name}`);
      }
    }
  }
  expect(granted.sort()).toEqual([
    'permissionCheck clipboard-read a live guest, top frame, own origin',
    'permissionCheck clipboard-sanitized-write a live guest, top frame, own origin',
    'permissionRequest clipboard-read a live guest, top frame, own origin',
    'permissionRequest clipboard-sanitized-write a live guest, top frame, own origin',
  ]);
});

test('Electron’s permission handlers allow a room to read the clipboard only while main allows it', () => {
  let mayRead = false;
  const live = previewOf('live', () => mayRead);
  for (const answer of [false, true, false]) {
    mayRead = answer;
    expect(ask('permissionCheck', 'clipboard-read', live)).toBe(answer);
    expect(ask('permissionRequest', 'clipboard-read', live)).toBe(answer);
  }
});

describe.each(['the main window', 'a preview'])('the Electron session of %s', (whose) => {
  function makeSession(): FakeSession {
    const session = new FakeSession();
    if (whose === 'the main window') denyPermissions(asSession(session));
    return whose === 'a preview' ? previewOf('live').session : session;
  }

  test.each(['select-hid-device', 'select-serial-port', 'select-usb-device', 'will-download'])(
    'the Electron session cancels the event %s',
    (name) => {
      const event = fakeEvent();
      makeSession().emit(name, event);
      expect(event.defaultPrevented).toBe(true);
    },
  );

  test('the Electron session denies all devices, device pairing and screen capture', () => {
    const session = makeSession();
    for (const deviceType of ['hid', 'serial', 'usb']) {
      expect(session.ask('devicePermission', { deviceType, origin: APP })).toBe(false);
    }
    const answers: unknown[] = [];
    session.ask('bluetoothPairing', { pairingKind: 'confirm' }, (answer: unknown) => answers.push(answer));
    expect(answers).toEqual([{ confirmed: false }]);
    expect(session.handlers.get('displayMedia')).toBeNull();
  });
});
