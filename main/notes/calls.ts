/** Saved views and notes in files, as a page asks for them. */
import { noted } from '../boards/calls.ts';
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Notes } from './notes.ts';
import type { Views } from './views.ts';

export function viewCalls(views: Views): CallsOf<'views'> {
  return {
    list: { run: ({ connectionId }) => views.list(connectionId) },
    save: { run: (view) => views.save(view), log: unlogged },
    remove: { run: ({ connectionId, id }) => views.remove(connectionId, id), log: unlogged },
    columns: { run: ({ connectionId }) => views.columns(connectionId) },
    setColumns: {
      run: ({ connectionId, columns }) => views.setColumns(connectionId, columns),
      log: unlogged,
    },
  };
}

export function noteCalls(notes: Notes): CallsOf<'notes'> {
  return {
    export: { run: ({ connectionId, format }) => notes.export(connectionId, format), log: unlogged },
    open: { run: ({ connectionId }) => notes.open(connectionId) },
    apply: {
      run: ({ importId, takeTheirs }) => notes.apply(importId, takeTheirs),
      log: (_args, result) => (result.ok ? noted('', 'Imported', result.value.boards) : null),
    },
  };
}
