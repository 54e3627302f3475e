/** Builds only the page of the practice service's rooms, into a temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';

const RENDERER = path.resolve(import.meta.dirname, '../../../renderer');

export interface BuiltRoom {
  /** Folder of the built room page, for the option `roomFiles` of startPractice. */
  readonly folder: string;
  remove(): Promise<void>;
}

export async function buildRoom(): Promise<BuiltRoom> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'easel-room-'));
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
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
