import { EventEmitter } from 'node:events';

export interface FakeEvent {
  defaultPrevented: boolean;
  preventDefault: () => void;
  readonly url: string;
}

export function fakeEvent(url = ''): FakeEvent {
  const event: FakeEvent = {
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
    url,
  };
  return event;
}

class FakeApp extends EventEmitter {
  hasQuit = false;
  getVersion(): string {
    return '0.0.0';
  }
  quit(): void {
    const event = fakeEvent();
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.hasQuit = true;
  }
}
export const app = new FakeApp();

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  static supported = true;
  static isSupported(): boolean {
    return Notification.supported;
  }
  readonly options: { readonly title: string; readonly body: string };
  constructor(options: { readonly title: string; readonly body: string }) {
    super();
    this.options = options;
  }
  show(): void {
    Notification.shown.push(this);
  }
}

/** Records shown dialogs. File dialogs return the path `chosen`; null cancels them. */
export const dialog = {
  asked: [] as (readonly unknown[])[],
  chosen: null as string | null,
  response: 0,
  showMessageBox: (...asked: readonly unknown[]): Promise<unknown> => {
    dialog.asked.push(asked);
    return Promise.resolve({ response: dialog.response, checkboxChecked: false });
  },
  showOpenDialog: (...asked: readonly unknown[]): Promise<unknown> => {
    dialog.asked.push(asked);
    return Promise.resolve({
      canceled: dialog.chosen === null,
      filePaths: dialog.chosen === null ? [] : [dialog.chosen],
    });
  },
  showSaveDialog: (...asked: readonly unknown[]): Promise<unknown> => {
    dialog.asked.push(asked);
    return Promise.resolve({ canceled: dialog.chosen === null, filePath: dialog.chosen ?? '' });
  },
};

export const shell = {
  shown: [] as string[],
  showItemInFolder: (file: string): void => void shell.shown.push(file),
};

/** Calls `taking` for each write of text. Tests replace `taking` to delay or refuse the text. */
export const clipboard = {
  text: '',
  taking: (): Promise<void> => Promise.resolve(),
  /** Other clipboard formats, which Easel wrote together with the text. */
  marks: {} as Readonly<Record<string, string>>,
  writeText: async (text: string): Promise<void> => {
    await clipboard.taking();
    clipboard.text = text;
    clipboard.marks = {};
  },
  write: async ([item]: readonly ClipboardItem[]): Promise<void> => {
    const { 'text/plain': text = '', ...others } = item?.contents ?? {};
    const read = Object.entries(others).map(async ([type, content]) => [
      type,
      typeof content === 'string' ? content : await content.text(),
    ]);
    const marks: unknown = Object.fromEntries(await Promise.all(read));
    await clipboard.writeText(text as string);
    clipboard.marks = marks as typeof clipboard.marks;
  },
};

export class ClipboardItem {
  readonly contents: Readonly<Record<string, string | Blob>>;
  constructor(contents: Readonly<Record<string, string | Blob>>) {
    this.contents = contents;
  }
}

class FakePowerMonitor extends EventEmitter {
  idleSeconds = 0;
  idleState: 'active' | 'idle' | 'locked' | 'unknown' = 'active';
  #listens = false;
  #hearsShutdown = false;

  constructor() {
    super();
    this.on('newListener', (event) => {
      if (this.#listens && event === 'shutdown') this.#hearsShutdown = true;
      this.#listens = true;
    });
  }
  startOver(): void {
    for (const name of this.eventNames()) if (name !== 'newListener') this.removeAllListeners(name);
    this.#listens = false;
    this.#hearsShutdown = false;
  }
  /** Emits `shutdown` only as Electron does on Linux: not if the first listener was for this event. */
  shutDown(): void {
    if (this.#hearsShutdown) this.emit('shutdown');
  }
  getSystemIdleTime(): number {
    return this.idleSeconds;
  }
  getSystemIdleState(): 'active' | 'idle' | 'locked' | 'unknown' {
    return this.idleState;
  }
}
export const powerMonitor = new FakePowerMonitor();

/** Fake Touch ID: `exists` if available, `says` is the user's answer, and `reasons` records the displayed prompts. */
export const touchId = { exists: false, says: true, reasons: [] as string[] };
export const systemPreferences = {
  canPromptTouchID: (): boolean => touchId.exists,
  promptTouchID: (reason: string): Promise<void> => {
    touchId.reasons.push(reason);
    return touchId.says ? Promise.resolve() : Promise.reject(new Error('cancelled'));
  },
};
