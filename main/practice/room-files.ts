import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the room page, in memory. */
export interface RoomFile {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** The room page and, by address path, what it refers to. */
export interface RoomFiles {
  readonly page: Uint8Array;
  readonly assets: ReadonlyMap<string, RoomFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A plain file name directly under /assets/: nothing in the page can lead elsewhere. */
const REFERENCE = /(?:src|href)="(\/assets\/([\w-][\w.-]*))"/g;

/**
 * Reads the room page of a built renderer, and the assets that it refers to; nothing else is ever served from disk.
 * It runs on the main thread, which can read from an app archive, and the worker gets the bytes.
 * @param folder holds room/index.html and assets/
 */
export async function readRoomFiles(folder: string): Promise<RoomFiles> {
  const page = await readFile(path.join(folder, 'room/index.html'));
  const references = [...page.toString().matchAll(REFERENCE)];
  const assets = await Promise.all(
    references.map(async ([, address = '', name = '']): Promise<[string, RoomFile]> => {
      const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
      return [address, { bytes: await readFile(path.join(folder, 'assets', name)), type }];
    }),
  );
  return { page, assets: new Map(assets) };
}
