/** Runs the preload script in plain Node, to test which events it accepts as a click or key press of the user. */
import { registerHooks } from 'node:module';
import type { Press } from '../../preload/contract/call.ts';

export interface PageEvent {
  readonly type: 'keydown' | 'pointerdown';
  readonly key?: string;
  readonly ctrlKey?: boolean;
  readonly target: { readonly tagName: string; readonly type?: string };
}

const CALL = 'app.info';
let bridge: ReturnType<typeof load> | null = null;

/** Loads the preload script on the first call. A process can load it only once. */
export function bridgeAlone() {
  bridge ??= load();
  return bridge;
}

async function load() {
  const listeners = new Map<string, (event: object) => void>();
  let sent: Press | null = null;
  let call: () => unknown = () => undefined;
  Object.assign(globalThis, {
    CALL_NAMES: [CALL],
    EVENT_NAMES: [],
    window: {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    },
    electronOfBridge: {
      contextBridge: {
        exposeInMainWorld: (_name: string, { app }: { app: { info: () => unknown } }) => (call = app.info),
      },
      ipcRenderer: {
        invoke: (_channel: string, _name: string, _args: unknown, press: Press) => (sent = press),
      },
      webUtils: {},
    },
  });
  const source = 'export const { contextBridge, ipcRenderer, webUtils } = globalThis.electronOfBridge;';
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'electron'
        ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
        : next(name, context),
  });
  await import('../../preload/bridge.ts');
  hooks.deregister();
  Reflect.deleteProperty(globalThis, 'window');
  return {
    happens: ({ target, ...event }: PageEvent): void =>
      listeners.get(event.type)?.({
        ...event,
        isTrusted: true,
        timeStamp: performance.now(),
        target,
        composedPath: () => [target],
        getModifierState: () => false,
      }),
    press: (): Press => {
      call();
      if (sent === null) throw new Error('the preload sent no press');
      return sent;
    },
  };
}
