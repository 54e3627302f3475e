import * as modules from './modules.ts';

const electron: Readonly<Record<string, unknown>> = { ...modules };

export { electron as default, electron as 'module.exports' };
export * from './modules.ts';
