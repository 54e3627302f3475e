/** The system's message box: headed a small window of its own, which no page of the app can reach; headless nobody's. */
import { BrowserWindow } from './browser-window.ts';
import { browser } from './shell.ts';

interface Box {
  readonly message?: string;
  readonly detail?: string;
  readonly buttons?: readonly string[];
  readonly defaultId?: number;
  readonly cancelId?: number;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly response: number;
  readonly checkboxChecked: boolean;
}

/** Escape, closing the window and the signal are answered as `cancelId`; headless so is everything. */
export function showMessageBox(first: unknown, second?: unknown): Promise<Answer> {
  const box = (second ?? first ?? {}) as Box;
  const { cancelId = 0, signal } = box;
  const cancelled = { response: cancelId, checkboxChecked: false };
  if (!browser().headed || signal?.aborted === true) return Promise.resolve(cancelled);
  const window = new BrowserWindow({ width: 480, height: 260, title: 'Easel' });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  window.on('closed', () => resolve(cancelled));
  signal?.addEventListener('abort', () => window.destroy());
  void window
    .loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(pageOf(box))}`)
    .then(() => window.webContents.executeJavaScript(answerOf(cancelId)))
    .then((response) => {
      resolve({ response: Number(response), checkboxChecked: false });
      window.destroy();
    })
    // Closed before it was answered.
    .catch(() => undefined);
  return promise;
}

/** Waits in the box's page for a press of a button, or Escape. */
const answerOf = (cancelId: number): string => `new Promise((answer) => {
  addEventListener('click', ({ target }) => target.dataset.index && answer(target.dataset.index));
  addEventListener('keydown', ({ key }) => key === 'Escape' && answer(${cancelId}));
})`;

function pageOf({ message = '', detail = '', buttons = ['OK'], defaultId = 0 }: Box): string {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const shown = buttons.map(
    (label, index) =>
      `<button data-index="${index}"${index === defaultId ? ' autofocus' : ''}>${escaped(label)}</button>`,
  );
  return `<!doctype html><title>Easel</title><meta name="color-scheme" content="light dark"><style>
body { font: 14px system-ui; margin: 20px } h1 { font-size: 15px; margin: 0 0 8px } p { white-space: pre-wrap; margin: 0 }
footer { position: fixed; right: 20px; bottom: 16px; display: flex; gap: 8px } button { font: inherit; padding: 4px 12px }
</style><h1>${escaped(message)}</h1><p>${escaped(detail)}</p><footer>${shown.join('')}</footer>`;
}
