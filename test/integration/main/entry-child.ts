/** Runs the main process's entry file in plain Node with a fake Electron. Prints the displayed texts as JSON. */
import { registerHooks } from 'node:module';
import { clientFor, codeOf } from '../service/servers.ts';

/** Options of a run, which the parent process passes as JSON in the environment variable `EASEL_ENTRY`. */
export interface Entry {
  readonly isPackaged: boolean;
  /** True to load Easel's entry file. If false, the run shows how Node behaves without Easel. */
  readonly starts: boolean;
  readonly origin: string | null;
  /** User data folder. If set, Electron refuses the single-instance lock, as if another Easel were running. */
  readonly userData?: string;
}

const { isPackaged, starts, origin, userData } = JSON.parse(process.env['EASEL_ENTRY'] ?? '') as Entry;
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** Object that returns itself when a property is read, and when it is called or constructed. */
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
    requestSingleInstanceLock: () => userData === undefined,
    on: () => undefined,
    commandLine: { removeSwitch: (name: string) => removed.push(name) },
    whenReady: () => (origin === null ? Promise.resolve() : new Promise(() => undefined)),
    getVersion: () => '0.0.0',
    getPath: (): string => {
      if (userData === undefined) throw new Error('Easel starts');
      return userData;
    },
    quit: () => process.exit(0),
    exit: (code: number) => process.exit(code),
  },
  dialog: {
    showErrorBox: (title: string, sentence: string) => print({ title, sentence, removed }),
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
  print({ code: codeOf(await api.listBoards({ limit: 1, offset: 0 })) });
  await close();
  process.exit(0);
}
