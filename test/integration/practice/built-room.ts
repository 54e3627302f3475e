import path from 'node:path';
import { build } from 'vite';

const RENDERER = path.resolve(import.meta.dirname, '../../../renderer');

/** Builds only the page of the practice service's rooms, into `folder`. */
export async function buildRoom(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: RENDERER,
    base: '/',
    logLevel: 'silent',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'chrome140',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: { room: path.join(RENDERER, 'room/index.html') } },
    },
  });
}
