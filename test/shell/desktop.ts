/**
 * What a desktop gives an app, without a desktop: dialogs, clipboard, notifications, the power supply, screens.
 */
import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { showMessageBox } from './message-box.ts';

/**
 * Cancels everything, but for message boxes of a headed shell. A spec replaces the function it needs, as with real Electron:
 * `app.evaluate(({ dialog }) => { dialog.showSaveDialog = async () => ({ canceled: false, filePath: '…' }) })`.
 */
export const dialog = {
  showMessageBox,
  showErrorBox: (title: string, content: string): void => {
    process.stderr.write(`${title}: ${content}\n`);
  },
  showOpenDialog: (): Promise<{ canceled: boolean; filePaths: string[] }> =>
    Promise.resolve({ canceled: true, filePaths: [] }),
  showSaveDialog: (): Promise<{ canceled: boolean; filePath: string }> =>
    Promise.resolve({ canceled: true, filePath: '' }),
};

type ClipboardContent = string | Blob;

export class ClipboardItem {
  readonly contents: Readonly<Record<string, ClipboardContent>>;
  readonly types: string[];

  constructor(contents: Readonly<Record<string, ClipboardContent>>) {
    this.contents = contents;
    this.types = Object.keys(contents);
  }
}

let clipboardText = '';
/** The formats that were written beside the text. */
let clipboardMarks: readonly string[] = [];

/** Text and the names of other formats, in memory: pages have Chromium's clipboard, which is another one. As in Electron, writing takes time. */
export const clipboard = {
  writeText: async (text: string): Promise<void> => {
    await nextTurn();
    clipboardText = text;
    clipboardMarks = [];
  },
  write: async ([item]: readonly ClipboardItem[]): Promise<void> => {
    const text = item?.contents['text/plain'];
    await clipboard.writeText(typeof text === 'string' ? text : '');
    clipboardMarks = item?.types.filter((type) => type !== 'text/plain') ?? [];
  },
  readText: (): Promise<string> => Promise.resolve(clipboardText),
  clear: (): Promise<void> => {
    clipboardText = '';
    clipboardMarks = [];
    return Promise.resolve();
  },
  has: (format: string): Promise<boolean> =>
    Promise.resolve(clipboardMarks.includes(format) || (format === 'text/plain' && clipboardText !== '')),
};

/**
 * A person who is always there. A spec replaces `getSystemIdleTime` or `getSystemIdleState`, and emits `lock-screen`,
 * `suspend` and the like, as with real Electron.
 */
class PowerMonitor extends EventEmitter {
  getSystemIdleState(): string {
    return 'active';
  }
  getSystemIdleTime(): number {
    return 0;
  }
}
export const powerMonitor = new PowerMonitor();

class SystemPreferences extends EventEmitter {
  canPromptTouchID(): boolean {
    return false;
  }
  promptTouchID(): Promise<void> {
    return Promise.reject(new Error('The Chromium shell has no Touch ID'));
  }
}
export const systemPreferences = new SystemPreferences();

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };

class Screen extends EventEmitter {
  getAllDisplays(): (typeof display)[] {
    return [display];
  }
}
export const screen = new Screen();

type NotificationOptions = { readonly title?: string; readonly body?: string };

/** Shows nothing, and keeps what it would have shown. */
export class Notification extends EventEmitter {
  /** What was shown, oldest first: specs read it here, and click with `emit('click')`. */
  static readonly shown: Notification[] = [];
  static isSupported(): boolean {
    return true;
  }

  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: NotificationOptions = {}) {
    super();
    this.title = title;
    this.body = body;
  }
  show(): void {
    Notification.shown.push(this);
    this.emit('show');
  }
  close(): void {
    this.emit('close');
  }
}
