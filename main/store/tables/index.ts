/** All tables: what the worker serves and what the rest of main may call. */
import type { DatabaseSync } from 'node:sqlite';
import { boardFactsTable, type BoardFactsTable } from './board-facts.ts';
import { connectionsTable, type ConnectionsTable } from './connections.ts';
import { createsTable, type CreatesTable } from './creates.ts';
import { jobsTable, type JobsTable } from './jobs.ts';
import { keysTable, type KeysTable } from './keys.ts';
import { layoutsTable, type LayoutsTable } from './layouts.ts';
import { notesTable, type NotesTable } from './notes.ts';
import { papersTable, type PapersTable } from './papers.ts';
import { settingsTable, type SettingsTable } from './settings.ts';
import { viewsTable, type ViewsTable } from './views.ts';

export interface Tables {
  readonly boardFacts: BoardFactsTable;
  readonly connections: ConnectionsTable;
  readonly creates: CreatesTable;
  readonly jobs: JobsTable;
  readonly keys: KeysTable;
  readonly layouts: LayoutsTable;
  readonly notes: NotesTable;
  readonly papers: PapersTable;
  readonly settings: SettingsTable;
  readonly views: ViewsTable;
}

export function createTables(db: DatabaseSync): Tables {
  return {
    boardFacts: boardFactsTable(db),
    connections: connectionsTable(db),
    creates: createsTable(db),
    jobs: jobsTable(db),
    keys: keysTable(db),
    layouts: layoutsTable(db),
    notes: notesTable(db),
    papers: papersTable(db),
    settings: settingsTable(db),
    views: viewsTable(db),
  };
}
