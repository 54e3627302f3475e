import type { ArgsOf } from '../../preload/contract/contract.ts';
import {
  type Exported,
  type Imported,
  type ImportEntry,
  type ImportPlan,
} from '../../preload/contract/connections.ts';
import { counted, listed } from '../lib/format.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import { failureOf, required } from './calls.ts';
import type { SliceContext } from './store.ts';

export interface Importing {
  readonly plan: ImportPlan;
  readonly chosen: readonly number[];
  readonly replace: boolean;
  readonly imported: Imported | null;
}

export function isChoosable({ kind, keys, papers, notes, differences }: ImportEntry): boolean {
  return kind === 'new' || (kind === 'known' && keys + papers + notes + differences.length > 0);
}

const some = (count: number, text: string): readonly string[] => (count === 0 ? [] : [text]);

export function along({
  keys,
  papers,
  notes,
}: Pick<Exported, 'keys' | 'papers' | 'notes'>): readonly string[] {
  return [
    ...some(keys, counted(keys, 'key')),
    ...some(papers, counted(papers, 'paper')),
    ...some(notes, `notes for ${counted(notes, 'board')}`),
  ];
}

export function exportedSentence(exported: Exported): string {
  const noKeys = exported.keys === 0 ? ['no keys'] : [];
  const parts = [counted(exported.connections, 'connection'), ...noKeys, ...along(exported)];
  return `The file contains ${listed(parts)}.`;
}

export function importedSentence(imported: Imported): string {
  const { added, updated, stopped } = imported;
  const parts = [
    ...some(added, `${counted(added, 'connection')} added`),
    ...some(updated, `${counted(updated, 'connection')} updated`),
    ...along(imported),
  ];
  if (parts.length > 0) return `Imported: ${listed(parts)}.`;
  // `parts` may be incomplete, because main does not count items of the connection at which the import stopped.
  return stopped === null ? 'Nothing was imported.' : 'The import was not completed.';
}

export const TAKEN =
  'Easel can open exported connections, notes, lists of papers, cleanup plans and lists of names.';

/** Dialogs that may still need the dropped file, so main must not forget it. */
const KEEPS_DROPPED = new Set<string | undefined>(['dropped-file', 'import']);

export function createTransferSlice({ bridge, set, get, store, attempt, saved }: SliceContext) {
  const forget = (importing: Importing | null): void => {
    if (importing !== null) void bridge.transfer.close({ importId: importing.plan.importId });
  };
  onLocked(store, () => get().closeImport());
  // When the dropped file's dialog closes, main forgets the file, because the user declined it, or main has read it.
  store.subscribe(({ dialog }, { dialog: before }) => {
    if (before?.kind === 'dropped-file' && !KEEPS_DROPPED.has(dialog?.kind))
      void bridge.app.forgetDropped({});
  });
  bridge.on('files.dropped', ({ name, purpose, why }) => {
    const { dialog, openDialog, closeDialog, announce } = get();
    const isOther = dialog !== null && dialog.kind !== 'dropped-file';
    if (isOther || isLocked(get())) return void bridge.app.forgetDropped({});
    if (purpose !== null) return openDialog({ kind: 'dropped-file', name, purpose });
    closeDialog();
    announce(`${name === '' ? 'This file' : name} can’t be opened. ${why === '' ? TAKEN : why}`, 'problem');
  });
  const still = (importId: string): Importing | null => {
    const importing = get().importing;
    return importing?.plan.importId === importId ? importing : null;
  };

  return {
    importing: null as Importing | null,

    exportConnections: (request: ArgsOf<'transfer.export'>) =>
      saved(
        bridge.transfer.export(request),
        (file) => `Saved as ${file.fileName}. ${exportedSentence(file)}`,
      ),

    handOver: (connectionId: string) =>
      attempt(get().exportConnections({ connectionIds: [connectionId], withPapers: true, passphrase: null })),

    /** Opens an import file that the user chooses. If the user cancels, the previous file stays open. */
    openImport: () =>
      failureOf(bridge.transfer.open({ connectionId: get().currentId }), (plan) => {
        // Ignores the opened import file if Easel was locked during the call, because main has closed the file then.
        if (plan === null || isLocked(get())) return;
        forget(get().importing);
        const chosen = plan.entries.filter(isChoosable).map(({ index }) => index);
        set({ importing: { plan, chosen, replace: false, imported: null } });
      }),

    unlockImport: (passphrase: string) => {
      const { importId } = required(get().importing).plan;
      return failureOf(bridge.transfer.unlock({ importId, passphrase }), (plan) => {
        const importing = still(importId);
        if (importing !== null) set({ importing: { ...importing, plan } });
      });
    },

    changeImport: (change: Partial<Pick<Importing, 'chosen' | 'replace'>>) =>
      set(({ importing }) => ({ importing: importing && { ...importing, ...change } })),

    /** Imports `entries` of the opened file, then closes the file. If the import stops early, the file stays open. */
    applyImport: (entries: readonly number[], apiKey: string | null) => {
      const { plan, replace } = required(get().importing);
      const { importId } = plan;
      return failureOf(bridge.transfer.apply({ importId, entries, replace, apiKey }), (imported) => {
        const importing = still(importId);
        if (importing === null) {
          const { stopped } = imported;
          if (stopped === null) return get().announce(importedSentence(imported));
          return get().announce(
            `${importedSentence(imported)} The import stopped at the connection ${stopped.name}.`,
            'problem',
          );
        }
        if (imported.stopped !== null) return set({ importing: { ...importing, imported } });
        get().closeImport();
        const { undo } = imported;
        if (undo === null) get().announce(importedSentence(imported));
        else {
          const run = () =>
            attempt(bridge.boards.undo(undo), ({ boards }) =>
              get().announce(`Import undone. The notes for ${counted(boards, 'board')} have been restored.`),
            );
          get().announceUndo(importedSentence(imported), run, get().currentId);
        }
        if (imported.readyId !== null) void get().go({ kind: 'connection', id: imported.readyId });
      });
    },

    closeImport: () => {
      void bridge.app.forgetDropped({});
      forget(get().importing);
      set({ importing: null });
    },
  };
}
