import { EventEmitter } from 'node:events';
import { shellEvent } from './events.ts';
import type { WebContents } from './web-contents.ts';

type Handler = (event: unknown, ...args: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }
  handlerOf(channel: string): Handler | undefined {
    return this.#handlers.get(channel);
  }
}

export const ipcMain = new IpcMain();

/** Message from the isolated world to the main process, sent by the function `__shellSend`. */
export type PageMessage =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: string }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack?: string };

async function answer(
  sender: WebContents,
  message: PageMessage & { readonly kind: 'invoke' },
): Promise<void> {
  const { id, channel } = message;
  // Discards replies for an earlier document, because the numbers of calls start at 1 in each document.
  const asking = sender.document();
  try {
    const handler = ipcMain.handlerOf(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    const event = shellEvent({ sender, senderFrame: sender.mainFrame });
    const value = await handler(event, ...(JSON.parse(message.args) as unknown[]));
    sender.deliver({ kind: 'reply', id, ok: true, value }, asking);
  } catch (error) {
    const value = `Error invoking remote method '${channel}': ${String(error)}`;
    sender.deliver({ kind: 'reply', id, ok: false, value }, asking);
  }
}

export function receive(sender: WebContents, message: PageMessage): void {
  switch (message.kind) {
    case 'invoke':
      void answer(sender, message);
      break;
    case 'preload-error': {
      const error = Object.assign(new Error(message.message), { stack: message.stack });
      const preload = sender.preferences.preload ?? '';
      if (!sender.emit('preload-error', shellEvent(), preload, error)) {
        process.stderr.write(`Unable to load preload script: ${preload}\n${error.stack ?? error.message}\n`);
      }
      break;
    }
  }
}
