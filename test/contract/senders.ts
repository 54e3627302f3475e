/** Fake IPC events: one from a trusted sender, and eight from untrusted senders. */
import { FakeContents, type BrowserWindow } from '../support/fake-electron.ts';

export interface FakeInvokeEvent {
  readonly type: 'frame';
  readonly sender: FakeContents;
  readonly senderFrame: unknown;
}

export function goodSender({ webContents }: BrowserWindow): FakeInvokeEvent {
  return { type: 'frame', sender: webContents, senderFrame: webContents.mainFrame };
}

const fromGuest = (type: 'webview' | 'window'): FakeInvokeEvent => {
  const sender = new FakeContents(type);
  return { type: 'frame', sender, senderFrame: sender.mainFrame };
};

const atAddress = (window: BrowserWindow, origin: string): FakeInvokeEvent => {
  Object.assign(window.webContents.mainFrame, { origin, url: `${origin}/index.html` });
  return goodSender(window);
};

/** Simulates a disposed frame. As in Electron, reading its properties throws an error. */
function fromDisposedFrame(window: BrowserWindow): FakeInvokeEvent {
  const get = (): never => {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed');
  };
  const frame = new Proxy({}, { get });
  Object.assign(window.webContents, { mainFrame: frame });
  return { ...goodSender(window), senderFrame: frame };
}

export const BAD_SENDERS: readonly {
  readonly name: string;
  readonly make: (window: BrowserWindow) => FakeInvokeEvent;
}[] = [
  {
    name: 'a frame that has navigated away',
    make: (window) => ({ ...goodSender(window), senderFrame: null }),
  },
  {
    name: 'a frame inside the page',
    make: (window) => {
      const { mainFrame } = window.webContents;
      return { ...goodSender(window), senderFrame: { ...mainFrame, parent: mainFrame } };
    },
  },
  {
    name: 'a top frame that is not the window’s current one',
    make: (window) => ({ ...goodSender(window), senderFrame: { ...window.webContents.mainFrame } }),
  },
  { name: 'a webview in the main window', make: () => fromGuest('webview') },
  { name: 'a page of another window', make: () => fromGuest('window') },
  {
    name: 'a page of another origin in the main window',
    make: (window) => atAddress(window, 'https://evil.example'),
  },
  {
    name: 'an address that only begins like Easel’s own',
    make: (window) => atAddress(window, 'app://easel.evil.example'),
  },
  { name: 'a frame that is disposed', make: fromDisposedFrame },
];
