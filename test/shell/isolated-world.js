/** Code for the isolated world of a window's documents. Provides Electron's APIs, then runs the preload script. */
import { createBridge } from './bridge.js';
import { watchInput } from './input-watch.js';

/** @typedef {(this: unknown, event: { sender: unknown, ports: unknown[] }, ...args: unknown[]) => void} Listener */

function createIpcRenderer() {
  const scope = /** @type {any} */ (globalThis);
  /** @type {(text: string) => void} */
  const send = scope.__shellSend;
  // Hides `__shellSend`, so that no other script can send messages to the main process.
  delete scope.__shellSend;
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {Map<string, Listener[]>} */
  const listeners = new Map();
  let lastId = 0;

  /** @param {string} channel @param {Listener} listener @returns {unknown} */
  function remove(channel, listener) {
    const known = listeners.get(channel) ?? [];
    listeners.set(
      channel,
      known.filter((item) => item !== listener),
    );
    return ipcRenderer;
  }

  /** @param {string} channel @param {Listener} listener @returns {unknown} */
  function add(channel, listener) {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcRenderer;
  }

  /** @type {Record<string, unknown>} */
  const ipcRenderer = {
    /** @type {(channel: string, ...args: unknown[]) => Promise<unknown>} */
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        send(JSON.stringify({ kind: 'invoke', id, channel, args: JSON.stringify(args) }));
      }),
    /** @type {(channel: string, listener: Listener) => unknown} */
    on: add,
    removeListener: remove,
  };

  /** @type {Map<string, (message: any) => void>} */
  const shellHandlers = new Map();
  scope.__shellDeliver = (/** @type {string} */ text) => {
    const message = JSON.parse(text);
    if (message.kind === 'reply') {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.ok) call?.resolve(message.value);
      else call?.reject(new Error(message.value));
    } else if (message.kind === 'message') {
      for (const listener of listeners.get(message.channel) ?? [])
        listener.call(ipcRenderer, { sender: ipcRenderer, ports: [] }, ...message.args);
    } else {
      shellHandlers.get(message.kind)?.(message);
    }
  };

  return {
    ipcRenderer,
    /** @param {Record<string, unknown>} message */
    toShell: (message) => send(JSON.stringify(message)),
    shellHandlers,
  };
}

/**
 * Relays messages between `<webview>` elements and the main process.
 *
 * @param {ReturnType<typeof createBridge>} bridge
 * @param {ReturnType<typeof createIpcRenderer>} ipc
 */
function relayWebviews(bridge, ipc) {
  bridge.handle('webview', (message) => ipc.toShell({ kind: 'webview', ...message }));
  ipc.shellHandlers.set('webview', (message) => bridge.ask('webview-event', message));
}

/**
 * @param {{ hostsWebviews: boolean }} options @param {(require: unknown, module: unknown, exports: unknown, process:
 * unknown, global: unknown, filename: string, dirname: string) => void} preload
 */
export function startIsolatedWorld(options, preload) {
  const element = document.createElement('div');
  window.dispatchEvent(new MouseEvent('__shellHandshake', { relatedTarget: element }));
  const bridge = createBridge(element, 'to-preload', 'to-page');
  const ipc = createIpcRenderer();
  if (options.hostsWebviews) relayWebviews(bridge, ipc);
  // Sends input by the channel of IPC calls, so that a key press arrives before the call that it causes.
  watchInput((name, input) => {
    ipc.toShell({ kind: 'input', name, input });
    return false;
  });

  // `getPathForFile` returns a placeholder. The main process replaces it in messages, because only it knows the path.
  /** @type {File[]} */
  const files = [];
  /** @type {any} */ (globalThis).__shellFile = (/** @type {number} */ index) => files[index];

  const electron = {
    ipcRenderer: ipc.ipcRenderer,
    webUtils: { getPathForFile: (/** @type {File} */ file) => `shell-file:${files.push(file) - 1};` },
    contextBridge: {
      /** @type {(key: string, api: unknown) => void} */
      exposeInMainWorld: (key, api) => {
        bridge.ask('expose', { key, api });
      },
    },
  };
  const require = (/** @type {string} */ name) => {
    if (['electron', 'electron/renderer', 'electron/common'].includes(name)) return electron;
    throw new Error(`module not found: ${name}`);
  };
  const process = { type: 'renderer', sandboxed: true, contextIsolated: true, env: {} };
  const module = { exports: {} };
  try {
    preload.call(module.exports, require, module, module.exports, process, globalThis, '', '');
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    ipc.toShell({ kind: 'preload-error', message, stack });
  }
}
