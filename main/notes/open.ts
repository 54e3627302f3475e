import type { Core } from '../ipc/core.ts';
import type { Implementations } from '../lib/implementation.ts';
import type { Sharing } from '../team/types.ts';
import { customerCalls } from './customers.ts';
import { noteCalls, Notes } from './notes.ts';
import { viewCalls, Views } from './views.ts';

export interface NotesModule {
  readonly notes: Notes;
  readonly calls: Pick<Implementations, 'notes' | 'views' | 'customers'>;
}

export function openNotes(core: Core, sharing: Sharing): NotesModule {
  const { store, signals } = core;
  const notes = new Notes({
    ...core,
    table: store.notes,
    facts: store.boardFacts,
    sharing,
    onChange: (connectionId) => void signals.notesChanged.tell(connectionId),
  });
  return {
    notes,
    calls: {
      notes: noteCalls(notes),
      views: viewCalls(new Views({ ...core, sharing })),
      customers: customerCalls(core),
    },
  };
}
