/** The one way in for webviews, over a recording fake of Electron; nothing that it says may hold the token. */
import { createLog } from '../../../../main/log/log.ts';
import type { Policy } from '../../../../main/policy/policy.ts';
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
import { CANARY_TOKEN, previewsUnderTest, type PreviewsUnderTest } from './previews-under-test.ts';

/** The real address of every room that is opened here: a secret. */
export const ROOM_ADDRESS = `https://app.example/room/p-7?token=${CANARY_TOKEN}`;

export type Loose = Record<string, unknown>;

export interface GuestsUnderTest extends PreviewsUnderTest {
  readonly guests: Guests;
  readonly lines: string[];
  /** Asks for a webview as Electron would, and says whether it was refused. */
  readonly ask: (params: Loose, preferences?: Loose) => boolean;
  /** Emits that a guest is attached, as Electron does after a webview was let in. */
  readonly arrive: (guest: FakeContents) => void;
  /** Opens a preview and lets its guest arrive. */
  readonly attach: () => Promise<{
    readonly guest: FakeContents;
    readonly session: FakeSession;
    readonly previewId: string;
  }>;
  /** Easel's own page. */
  readonly page: FakeContents;
  readonly states: () => readonly string[];
  /** Throws when the token stands in anything that was told or logged. */
  readonly checkSilence: () => void;
}

export interface GuestsSetting {
  readonly hasPreviews?: boolean;
  readonly allowDevTools?: boolean;
  /** Of the organisation's policy. */
  readonly rules?: Partial<Policy>;
}

export function guestsUnderTest({
  hasPreviews = true,
  allowDevTools = false,
  rules = {},
}: GuestsSetting = {}): GuestsUnderTest {
  sessions.length = 0;
  onNewSession.run = () => undefined;
  const under = previewsUnderTest(rules);
  const lines: string[] = [];
  const guests = new Guests({
    previews: () => (hasPreviews ? under.previews : null),
    log: createLog({ write: (line) => lines.push(line) }),
    allowDevTools,
  });
  const window = new BrowserWindow();
  guests.guard(asWindow(window));

  const ask: GuestsUnderTest['ask'] = (params, preferences = {}) =>
    window.webContents.asks('will-attach-webview', '', preferences, params);
  const arrive: GuestsUnderTest['arrive'] = (guest) =>
    void window.webContents.emit('did-attach-webview', fakeEvent(), guest);
  return {
    ...under,
    guests,
    lines,
    ask,
    arrive,
    attach: async () => {
      const { previewId, placeholder } = await under.open();
      const params: Loose = { src: placeholder };
      const session = ask(params)
        ? undefined
        : sessions.find(({ partition }) => partition === params['partition']);
      if (session === undefined) throw new Error('the webview was not let in');
      const guest = new FakeContents('webview', session);
      arrive(guest);
      return { guest, session, previewId };
    },
    page: window.webContents,
    states: () => under.changes.map((change) => change.state),
    checkSilence: () => {
      const said = JSON.stringify([lines, under.changes]);
      if (said.includes(CANARY_TOKEN.slice(0, 12))) throw new Error('the token was told or logged');
    },
  };
}
