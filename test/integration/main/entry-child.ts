/**
 * The entry of main from its source, in plain Node, as far as it comes before Electron is ready: an Electron that is
 * ready only where it is asked to show something. Says what was shown, and what a service at an address comes to then.
 */
import { registerHooks } from 'node:module';
import { clientFor, codeOf } from '../service/servers.ts';

/** What the test asks for, as JSON in the environment. */
export interface Entry {
  readonly isPackaged: boolean;
  /** False leaves the entry out: what a service would come to without it. */
  readonly starts: boolean;
  /** Of a service that is asked afterwards; null for none. */
  readonly origin: string | null;
}

const { isPackaged, starts, origin } = JSON.parse(process.env['EASEL_ENTRY'] ?? '') as Entry;
const say = (said: object): void => void process.stdout.write(`${JSON.stringify(said)}\n`);

/** Whatever is asked of it, it gives itself. */
const inert: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : inert),
  apply: () => inert,
  construct: () => inert as object,
});
const removed: string[] = [];
const electron = {
  app: {
    isPackaged,
    enableSandbox: () => undefined,
    requestSingleInstanceLock: () => true,
    on: () => undefined,
    commandLine: { removeSwitch: (name: string) => removed.push(name) },
    whenReady: () => (origin === null ? Promise.resolve() : new Promise(() => undefined)),
    getVersion: () => '0.0.0',
    getPath: (): never => {
      throw new Error('Easel starts');
    },
    exit: (code: number) => process.exit(code),
  },
  dialog: {
    showErrorBox: (title: string, sentence: string) => say({ title, sentence, removed }),
    showMessageBox: () => Promise.resolve({ response: 0 }),
  },
};
Object.assign(globalThis, { electronOfTest: { inert, ...electron } });
const OTHERS =
  'BrowserWindow ClipboardItem Menu Notification clipboard ipcMain nativeTheme net powerMonitor protocol screen session shell systemPreferences webContents';
const source = [
  'const { app, dialog, inert } = globalThis.electronOfTest;',
  'export { app, dialog };',
  ...OTHERS.split(' ').map((name) => `export const ${name} = inert;`),
].join('\n');
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(name, context),
});

if (starts) await import('../../../main/index.ts');
if (origin !== null) {
  const { api, close } = clientFor(origin);
  say({ code: codeOf(await api.listBoards({ limit: 1, offset: 0 })) });
  await close();
  process.exit(0);
}
