/** Saved views and the export of notes, as a page asks for them. */
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Notes } from './notes.ts';
import type { Views } from './views.ts';

export function viewCalls(views: Views): CallsOf<'views'> {
  return {
    list: { run: (args) => views.list(args) },
    save: { run: (view) => views.save(view), log: unlogged },
    remove: { run: (args) => views.remove(args), log: unlogged },
    layout: { run: (args) => views.layout(args) },
    setColumns: { run: (args) => views.setColumns(args), log: unlogged },
    keepLast: { run: (args) => views.keepLast(args), log: unlogged },
  };
}

export function noteCalls(notes: Notes): CallsOf<'notes'> {
  return { export: { run: (args) => notes.export(args), log: unlogged } };
}
