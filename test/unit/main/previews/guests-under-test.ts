import { createLog } from '../../../../main/lib/log/log.ts';
import type { Policy } from '../../../../main/ipc/policy/policy.ts';
import { allowPreviewClipboard } from '../../../../main/app/security/permissions.ts';
import { Guests } from '../../../../main/previews/guest.ts';
import {
  asWindow,
  BrowserWindow,
  FakeContents,
  fakeEvent,
  onNewSession,
  sessions,
  type FakeSession,
} from '../../../support/fake-electron.ts';
import { previewsUnderTest } from './previews-under-test.ts';

export type Loose = Record<string, unknown>;

export interface GuestsSetting {
  readonly allowDevTools?: boolean;
  readonly rules?: Partial<Policy>;
}

export type GuestsUnderTest = ReturnType<typeof guestsUnderTest>;

export function guestsUnderTest({ allowDevTools = false, rules = {} }: GuestsSetting = {}) {
  sessions.length = 0;
  onNewSession.run = () => undefined;
  const under = previewsUnderTest(rules);
  const guests = new Guests({
    allowClipboardAlone: allowPreviewClipboard,
    previews: () => under.previews,
    log: createLog((line) => under.lines.push(line)),
    allowDevTools,
  });
  const window = new BrowserWindow();
  guests.guard(asWindow(window));

  /** Simulates a page that attaches a webview. Returns true if Easel refused the webview. */
  const ask = (params: Loose, preferences: Loose = {}): boolean =>
    window.webContents.asks('will-attach-webview', '', preferences, params);
  const arrive = (guest: FakeContents): void =>
    void window.webContents.emit('did-attach-webview', fakeEvent(), guest);
  const attach = async () => {
    const { previewId, placeholder } = await under.open();
    const params: Loose = { src: placeholder };
    if (ask(params)) throw new Error('the webview was refused');
    const session = sessions.find(({ partition }) => partition === params['partition']) as FakeSession;
    const guest = new FakeContents('webview', session);
    arrive(guest);
    return { guest, session, previewId };
  };
  return { ...under, guests, ask, arrive, attach, window, page: window.webContents };
}

export function answerOf(session: FakeSession, name: string, details: Loose): unknown {
  const answers: unknown[] = [];
  session.ask(name, details, (answer: unknown) => answers.push(answer));
  if (answers.length !== 1) throw new Error(`${name} answered ${answers.length} times`);
  return answers[0];
}

export function mayWrite(session: FakeSession, guest: FakeContents): unknown {
  return session.ask('permissionCheck', guest, 'clipboard-sanitized-write', 'https://app.example/', {
    isMainFrame: true,
  });
}
