/** All tables: what the worker serves and what the rest of main may call. */
import type { DatabaseSync } from 'node:sqlite';
import { connectionsTable, type ConnectionsTable } from './connections.ts';
import { createsTable, type CreatesTable } from './creates.ts';
import { keysTable, type KeysTable } from './keys.ts';
import { papersTable, type PapersTable } from './papers.ts';
import { settingsTable, type SettingsTable } from './settings.ts';

export interface Tables {
  readonly connections: ConnectionsTable;
  readonly creates: CreatesTable;
  readonly keys: KeysTable;
  readonly papers: PapersTable;
  readonly settings: SettingsTable;
}

export function createTables(db: DatabaseSync): Tables {
  return {
    connections: connectionsTable(db),
    creates: createsTable(db),
    keys: keysTable(db),
    papers: papersTable(db),
    settings: settingsTable(db),
  };
}
