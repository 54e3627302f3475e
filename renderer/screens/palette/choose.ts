/** What happens when an entry of the palette is chosen. */
import { runCommand } from '../../commands/run.ts';
import type { AppStore } from '../../store/store.ts';
import type { PaletteEntry } from './entries.ts';

/** Closes the palette and does what the entry says; an entry that is off keeps it open. */
export async function choose(entry: PaletteEntry, store: AppStore): Promise<void> {
  const state = store.getState();
  if (entry.kind === 'command' && entry.reason !== null) return;
  state.closeDialog();
  switch (entry.kind) {
    case 'command':
      return runCommand(entry.command, store);
    case 'connection':
      return state.go({ kind: 'connection', id: entry.connection.id });
    case 'paper':
      await state.go({ kind: 'screen', screen: 'papers' });
      return state.selectPaper(entry.identifier);
    case 'board':
      return state.go({ kind: 'board', id: entry.id });
  }
}
