/** Exports of the Chromium shell's `electron` module, for `require` and `import` in the main process. */
import * as modules from './modules.ts';

/** Default export of the `electron` module, and also the result of `require('electron')`. */
const electron: Readonly<Record<string, unknown>> = { ...modules };

export { electron as default, electron as 'module.exports' };
export * from './modules.ts';
