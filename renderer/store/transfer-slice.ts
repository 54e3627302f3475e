/** Connections exported to a file and imported from one. Passphrases only pass through. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Imported, ImportEntry, ImportPlan } from '../../preload/contract/connections.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

/** An opened file, and what was imported from it so far. */
export interface Importing {
  readonly plan: ImportPlan;
  readonly chosen: readonly number[];
  /** Everything imported from this file; the problems are those of the last try. */
  readonly imported: Imported | null;
}

/** Whether importing this entry changes anything on this computer. */
export function isChoosable({ kind, keys, papers, notes }: ImportEntry): boolean {
  return kind === 'new' || kind === 'update' || (kind === 'same' && keys + papers + notes > 0);
}

function choosable(plan: ImportPlan): readonly number[] {
  return plan.entries.filter(isChoosable).map(({ index }) => index);
}

function together(before: Imported | null, now: Imported): Imported {
  return {
    added: (before?.added ?? 0) + now.added,
    updated: (before?.updated ?? 0) + now.updated,
    keys: (before?.keys ?? 0) + now.keys,
    papers: (before?.papers ?? 0) + now.papers,
    notes: (before?.notes ?? 0) + now.notes,
    problems: now.problems,
  };
}

export function createTransferSlice({ bridge, set, get, store }: SliceContext) {
  const forget = (importing: Importing | null): void => {
    if (importing !== null) void bridge.transfer.close({ importId: importing.plan.importId });
  };
  onLocked(store, () => get().closeImport());
  /** The file that is open now, if it is still this one. */
  const still = (importId: string): Importing | null => {
    const importing = get().importing;
    return importing?.plan.importId === importId ? importing : null;
  };

  return {
    importing: null as Importing | null,

    /** Main lets the person choose where to save; the value is null when they chose nowhere. */
    exportConnections: (request: ArgsOf<'transfer.export'>) => bridge.transfer.export(request),

    /** Main lets the person choose a file and reads it; on cancel, an earlier file stays open. */
    openImport: () =>
      failureOf(bridge.transfer.open({}), (plan) => {
        // Locked while the person was choosing: main has dropped it as well.
        if (plan === null || isLocked(get())) return;
        forget(get().importing);
        set({ importing: { plan, chosen: choosable(plan), imported: null } });
      }),

    unlockImport: (passphrase: string) => {
      const { importId } = given(get().importing).plan;
      return failureOf(bridge.transfer.unlock({ importId, passphrase }), (plan) => {
        const importing = still(importId);
        if (importing === null) return;
        // Entries that the keys make worth importing are chosen as well; deselected ones stay so.
        const before = choosable(importing.plan);
        const more = choosable(plan).filter((index) => !before.includes(index));
        set({ importing: { ...importing, plan, chosen: [...importing.chosen, ...more] } });
      });
    },

    chooseEntries: (chosen: readonly number[]) =>
      set(({ importing }) => (importing === null ? {} : { importing: { ...importing, chosen } })),

    applyImport: (entries: readonly number[]) => {
      const { importId } = given(get().importing).plan;
      return failureOf(bridge.transfer.apply({ importId, entries }), (applied) => {
        const importing = still(importId);
        if (importing !== null)
          set({ importing: { ...importing, imported: together(importing.imported, applied) } });
      });
    },

    /** Forgets the file, here and in main. */
    closeImport: () => {
      forget(get().importing);
      set({ importing: null });
    },
  };
}
