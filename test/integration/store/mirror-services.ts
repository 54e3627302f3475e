import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RowQuery } from '../../../preload/contract/boards.ts';
import { BoardStore } from '../../../main/store/mirror/board-store.ts';
import { openFile } from '../../../main/store/open.ts';
import { createTables, type Tables } from '../../../main/store/tables/index.ts';
import { NOW } from './mirror-parts.ts';

export const PLAIN: RowQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

export interface MirrorServices {
  readonly folder: string;
  readonly boards: BoardStore;
  readonly tables: Tables;
  /** Current time for the store, in ms since 1970. */
  now: number;
  /** Tells the board store that a connection's notes have changed. */
  readonly noted: (connectionId: string) => void;
  readonly close: () => void;
}

export function openMirrorServices(): MirrorServices {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-mirror-'));
  const mainDatabase = path.join(folder, 'easel.db');
  const main = openFile(mainDatabase, NOW).db;
  main.exec('PRAGMA synchronous = OFF');
  const boards = new BoardStore({ folder, mainDatabase, now: () => services.now });
  const services: MirrorServices = {
    folder,
    boards,
    tables: createTables(main),
    now: NOW,
    noted: (connectionId) => boards.notesChanged(connectionId),
    close: () => {
      boards.close();
      main.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return services;
}
