import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openThread } from '../lib/threads/rpc.ts';
import type { PracticeThread } from './worker.ts';
import type { RoomFile, RoomFiles } from './server.ts';

/** Starts the practice service in a worker thread, on this computer only. Rejects if its built files are missing. */
export async function startPractice(roomFolder: string, worker: URL) {
  const data = await readRoomFiles(roomFolder);
  const thread = openThread<PracticeThread>({ url: worker, name: 'The practice service', data });
  const { about, setOutage, issueKey, keepOnly } = thread.of('practice');
  return { ...(await about()), setOutage, issueKey, keepOnly, stop: () => thread.end() };
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const REFERENCE = /(?:src|href)="(\/assets\/([\w-][\w.-]*))"/g;

/** Reads the files of the room page in the main thread, because workers can't read Electron's app archive. */
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
