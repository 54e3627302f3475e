/** What people note about boards, and the views they saved: opened, and as a page asks for them. */
import { unlogged } from '../activity/entries.ts';
import type { Core } from '../ipc/core.ts';
import type { CallsOf, Implementations } from '../ipc/implementation.ts';
import { Notes } from './notes.ts';
import { Views } from './views.ts';

export interface NotesModule {
  readonly notes: Notes;
  readonly calls: Pick<Implementations, 'notes' | 'views'>;
}

export function openNotes(core: Core): NotesModule {
  const { store, signals } = core;
  const notes = new Notes({
    ...core,
    table: store.notes,
    facts: store.boardFacts,
    onChange: (connectionId) => void signals.notesChanged.tell(connectionId),
  });
  return {
    notes,
    calls: { notes: noteCalls(notes), views: viewCalls(new Views(core)) },
  };
}

export function noteCalls(notes: Notes): CallsOf<'notes'> {
  return { export: { run: (args) => notes.export(args), log: unlogged } };
}

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
