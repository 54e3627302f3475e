import { unlogged } from '../activity/entries.ts';
import type { Core } from '../ipc/core.ts';
import type { Implementations } from '../lib/implementation.ts';
import type { Sharing } from '../team/copies.ts';
import { customerCalls } from './customers.ts';
import { Notes } from './notes.ts';
import { viewCalls, Views } from './views.ts';

export function openNotes(core: Core, sharing: Sharing) {
  const notes = new Notes({ ...core, table: core.store.notes, facts: core.store.boardFacts, sharing });
  const calls: Pick<Implementations, 'notes' | 'views' | 'customers'> = {
    notes: { export: { run: (args) => notes.export(args), log: unlogged } },
    views: viewCalls(new Views({ ...core, sharing })),
    customers: customerCalls(core),
  };
  return { notes, calls };
}
