/** Opens the two threads that store data: the database `easel.db`, and the boards. */
import path from 'node:path';
import { openStore, type Store } from './database.ts';
import { openMirror, type Mirror } from './mirror/mirror.ts';

export interface Stores {
  readonly store: Store;
  readonly mirror: Mirror;
}

export async function openStores(
  userData: string,
  workerOf: (thread: 'store' | 'mirror') => URL,
): Promise<Stores> {
  const file = path.join(userData, 'easel.db');
  const opening = openStore(file, { now: Date.now(), workerUrl: workerOf('store') });
  const mirror = openMirror({
    folder: path.join(userData, 'boards'),
    mainDatabase: file,
    workerUrl: workerOf('mirror'),
  });
  const store = await opening.catch(async (error: unknown) => {
    await mirror.close();
    throw error;
  });
  return { store, mirror };
}
