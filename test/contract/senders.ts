/** Who may call, and eight who may not, as the events that `ipcMain` would hand over. */
import { FakeContents, type BrowserWindow } from '../support/fake-electron.ts';

export interface FakeInvokeEvent {
  readonly type: 'frame';
  readonly sender: FakeContents;
  readonly senderFrame: unknown;
}

export function goodSender({ webContents }: BrowserWindow): FakeInvokeEvent {
  return { type: 'frame', sender: webContents, senderFrame: webContents.mainFrame };
}

/** What Electron does with a frame whose page is gone: reading it throws. */
function disposedFrame(): object {
  const dispose = (): never => {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed');
  };
  return new Proxy({}, { get: dispose });
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
  {
    name: 'a webview in the main window',
    make: () => {
      const guest = new FakeContents('webview');
      return { type: 'frame', sender: guest, senderFrame: guest.mainFrame };
    },
  },
  {
    name: 'a page of another window',
    make: () => {
      const other = new FakeContents('window');
      return { type: 'frame', sender: other, senderFrame: other.mainFrame };
    },
  },
  {
    name: 'a page of another origin in the main window',
    make: (window) => {
      Object.assign(window.webContents.mainFrame, {
        origin: 'https://evil.example',
        url: 'https://evil.example/',
      });
      return goodSender(window);
    },
  },
  {
    name: 'an address that only begins like Easel’s own',
    make: (window) => {
      Object.assign(window.webContents.mainFrame, {
        origin: 'app://easel.evil.example',
        url: 'app://easel.evil.example/index.html',
      });
      return goodSender(window);
    },
  },
  {
    name: 'a frame that is disposed',
    make: (window) => {
      const frame = disposedFrame();
      Object.assign(window.webContents, { mainFrame: frame });
      return { ...goodSender(window), senderFrame: frame };
    },
  },
];
