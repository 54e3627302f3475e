import { createRequire } from 'node:module';
import type { Configuration } from 'electron-builder';

/** electron-builder's reader, resolved from its own dependency. */
type ConfigModule = {
  getConfig(projectDir: string, file: string): Promise<Configuration>;
};
const isConfigModule = (value: unknown): value is ConfigModule =>
  typeof value === 'object' && value !== null && 'getConfig' in value;

const library: unknown = createRequire(createRequire(import.meta.url).resolve('electron-builder'))(
  'app-builder-lib/out/util/config/config.js',
);
if (!isConfigModule(library)) throw new Error('electron-builder has moved its configuration reader');

/** Reads a project's electron-builder.yml like electron-builder. */
export const readConfiguration = (root: string): Promise<Configuration> =>
  library.getConfig(root, 'electron-builder.yml');
