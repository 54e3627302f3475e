import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openThread } from '../lib/threads/rpc.ts';
import type { About, PracticeThread } from './run.ts';
import type { RoomFile, RoomFiles } from './server.ts';

/** A running practice service. Everything in it ends with it. */
export interface PracticeService extends About {
  /** Ends the service, its port and its memory. May be called again. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a complete whiteboard service in a worker thread: papers, boards, access tokens and live rooms, on this
 * computer only.
 * @param roomFolder of the built renderer: see `readRoomFiles`
 * @param worker its entry
 * @throws when the room's files can't be read or the worker can't start: both are faults of the build
 */
export async function startPractice(roomFolder: string, worker: URL): Promise<PracticeService> {
  const data = await readRoomFiles(roomFolder);
  const thread = openThread<PracticeThread>({ url: worker, name: 'The practice service', data });
  return { ...(await thread.of('practice').about()), stop: () => thread.end() };
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
