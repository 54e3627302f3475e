/** Stand-ins for Electron's desktop modules: dialogs, clipboard, notifications, power monitor, screens. */
import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Cancels every dialog. As with the real Electron, a spec can replace a function. */
export const dialog = {
  showMessageBox: (
    ...asked: readonly unknown[]
  ): Promise<{ readonly response: number; readonly checkboxChecked: boolean }> => {
    const { cancelId = 0 } = asked.at(-1) as { readonly cancelId?: number };
    return Promise.resolve({ response: cancelId, checkboxChecked: false });
  },
  showErrorBox: (title: string, content: string): void => {
    process.stderr.write(`${title}: ${content}\n`);
  },
  showOpenDialog: (): Promise<{ canceled: boolean; filePaths: string[] }> =>
    Promise.resolve({ canceled: true, filePaths: [] }),
  showSaveDialog: (): Promise<{ canceled: boolean; filePath: string }> =>
    Promise.resolve({ canceled: true, filePath: '' }),
};

export const shell = {
  shown: [] as string[],
  showItemInFolder: (file: string): void => void shell.shown.push(file),
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
let clipboardMarks: readonly string[] = [];

/** Clipboard of the main process, in memory. Pages use Chromium's own clipboard. Writes end later, as in Electron. */
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

/** Reports that the user is active. A spec can replace `getSystemIdleTime` or emit events such as `lock-screen`. */
class PowerMonitor extends EventEmitter {
  getSystemIdleState(): string {
    return 'active';
  }
  getSystemIdleTime(): number {
    return 0;
  }
}
export const powerMonitor = new PowerMonitor();

export const systemPreferences = { canPromptTouchID: (): boolean => false };

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };

export const screen = { getDisplayMatching: (): typeof display => display };

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return false;
  }
}
