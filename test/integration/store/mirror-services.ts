/** A writer and a reader over the same files, beside a main database, for one test at a time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BoardQuery } from '../../../preload/contract/boards.ts';
import { createReader, type MirrorReader } from '../../../main/store/mirror/reader.ts';
import { createWriter, type MirrorWriter } from '../../../main/store/mirror/writer.ts';
import { openFile } from '../../../main/store/open.ts';
import { createTables, type Tables } from '../../../main/store/tables/index.ts';
import { NOW } from './mirror-parts.ts';

/** What a list shows at first. */
export const PLAIN: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

export interface MirrorServices {
  readonly folder: string;
  readonly writer: MirrorWriter;
  readonly reader: MirrorReader;
  readonly tables: Tables;
  /** Epoch ms. */
  now: number;
  /** Work that is left to do between calls. */
  readonly planned: (() => void)[];
  readonly later: (work: () => void) => void;
  readonly doOne: () => void;
  readonly doTheRest: () => void;
  /** As when local notes have changed. */
  readonly noted: (connectionId: string) => void;
  readonly close: () => void;
}

export function openMirrorServices(): MirrorServices {
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-mirror-'));
  const planned: (() => void)[] = [];
  const mainDatabase = path.join(folder, 'easel.db');
  const main = openFile(mainDatabase, NOW).db;
  main.exec('PRAGMA synchronous = OFF');
  const later = (work: () => void): void => void planned.push(work);
  const options = { folder, mainDatabase, now: (): number => services.now, later };
  const writer = createWriter(options);
  const reader = createReader(options);
  const services: MirrorServices = {
    folder,
    writer,
    reader,
    tables: createTables(main),
    now: NOW,
    planned,
    later,
    doOne: () => planned.shift()?.(),
    doTheRest: () => {
      while (planned.length > 0) services.doOne();
    },
    noted: (connectionId) => {
      writer.notesChanged(connectionId);
    },
    close: () => {
      reader.close();
      writer.close();
      main.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return services;
}
