/** Loaded first by `--require`. Resolves `electron` to the Chromium shell, and adds Electron's fields to `process`. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const ELECTRON_NAMES = new Set(['electron', 'electron/main', 'electron/common']);
const ELECTRON_URL = new URL('./electron.ts', import.meta.url).href;

// Does nothing in worker threads. Node loads this file in them too, but in Electron they are plain Node threads.
if (isMainThread) {
  registerHooks({
    resolve: (name, context, next) =>
      ELECTRON_NAMES.has(name) ? { url: ELECTRON_URL, shortCircuit: true } : next(name, context),
  });

  const packageFile = path.join(import.meta.dirname, '../../node_modules/electron/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  Object.defineProperty(process.versions, 'electron', {
    value: version,
    enumerable: true,
    configurable: true,
  });
  Object.defineProperty(process, 'type', { value: 'browser', enumerable: true, configurable: true });
  Object.defineProperty(process, 'resourcesPath', {
    value: path.join(import.meta.dirname, 'bin'),
    enumerable: true,
    configurable: true,
  });
}
