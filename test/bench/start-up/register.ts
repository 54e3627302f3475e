/** Loaded before main: makes `import 'electron'` give the stub that lies beside this file. */
import { registerHooks } from 'node:module';

const STUB = new URL('./electron-stub.js', import.meta.url).href;

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: STUB, shortCircuit: true } : next(name, context),
});
