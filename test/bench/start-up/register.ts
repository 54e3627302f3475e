/** Preload script that resolves the module `electron` to the stub. */
import { registerHooks } from 'node:module';

const STUB = new URL('./electron-stub.js', import.meta.url).href;

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: STUB, shortCircuit: true } : next(name, context),
});
