import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { RowQuery } from '../../../preload/contract/boards.ts';
import { BoardStore } from '../../../main/store/mirror/board-store.ts';
import { openFile } from '../../../main/store/open.ts';
import { createTables } from '../../../main/store/tables/index.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { NOW } from './mirror-parts.ts';

export const PLAIN: RowQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

export type MirrorServices = ReturnType<typeof openMirrorServices>;

export function openMirrorServices() {
  const folder = freshFolder();
  const mainDatabase = path.join(folder, 'easel.db');
  const main = openFile(mainDatabase, NOW).db;
  main.exec('PRAGMA synchronous = OFF');
  const clock = { now: NOW };
  const boards = new BoardStore({ folder, mainDatabase, now: () => clock.now });
  onTestFinished(() => {
    boards.close();
    main.close();
  });
  return {
    folder,
    boards,
    tables: createTables(main),
    clock,
    noted: (connectionId: string) => boards.notesChanged(connectionId),
  };
}
