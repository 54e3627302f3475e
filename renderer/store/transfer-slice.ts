/** Connections exported to a file and imported from one. Passphrases only pass through. */
import type { EaselBridge, ArgsOf } from '../../preload/contract/contract.ts';
import type { Exported, Imported, ImportEntry, ImportPlan } from '../../preload/contract/connections.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import { given } from './given.ts';
import type { Slice } from './store.ts';

/** An opened file, and what was imported from it so far. */
export interface Importing {
  readonly plan: ImportPlan;
  readonly chosen: readonly number[];
  /** Everything imported from this file; the problems are those of the last try. */
  readonly imported: Imported | null;
}

export interface TransferSlice {
  readonly importing: Importing | null;

  /** Main lets the person choose where to save; the value is null when they chose nowhere. */
  readonly exportConnections: (request: ArgsOf<'transfer.export'>) => Promise<Result<Exported | null>>;
  /** Main lets the person choose a file and reads it; on cancel, an earlier file stays open. */
  readonly openImport: () => Promise<Failure | null>;
  readonly unlockImport: (passphrase: string) => Promise<Failure | null>;
  readonly chooseEntries: (chosen: readonly number[]) => void;
  readonly applyImport: (entries: readonly number[]) => Promise<Failure | null>;
  /** Forgets the file, here and in main. */
  readonly closeImport: () => void;
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

export function createTransferSlice(bridge: EaselBridge): Slice<TransferSlice> {
  return (set, get, api) => {
    const forget = (importing: Importing | null): void => {
      if (importing !== null) void bridge.transfer.close({ importId: importing.plan.importId });
    };
    onLocked(api, () => get().closeImport());
    /** The file that is open now, if it is still this one. */
    const still = (importId: string): Importing | null => {
      const importing = get().importing;
      return importing?.plan.importId === importId ? importing : null;
    };

    return {
      importing: null,

      exportConnections: (request) => bridge.transfer.export(request),

      openImport: async () => {
        const opened = await bridge.transfer.open({});
        if (!opened.ok) return opened.error;
        const plan = opened.value;
        // Locked while the person was choosing: main has dropped it as well.
        if (plan === null || isLocked(get())) return null;
        forget(get().importing);
        set({ importing: { plan, chosen: choosable(plan), imported: null } });
        return null;
      },

      unlockImport: async (passphrase) => {
        const { importId } = given(get().importing).plan;
        const unlocked = await bridge.transfer.unlock({ importId, passphrase });
        if (!unlocked.ok) return unlocked.error;
        const importing = still(importId);
        if (importing === null) return null;
        // Entries that the keys make worth importing are chosen as well; deselected ones stay so.
        const before = choosable(importing.plan);
        const more = choosable(unlocked.value).filter((index) => !before.includes(index));
        set({ importing: { ...importing, plan: unlocked.value, chosen: [...importing.chosen, ...more] } });
        return null;
      },

      chooseEntries: (chosen) =>
        set(({ importing }) => (importing === null ? {} : { importing: { ...importing, chosen } })),

      applyImport: async (entries) => {
        const { importId } = given(get().importing).plan;
        const applied = await bridge.transfer.apply({ importId, entries });
        if (!applied.ok) return applied.error;
        const importing = still(importId);
        if (importing !== null)
          set({ importing: { ...importing, imported: together(importing.imported, applied.value) } });
        return null;
      },

      closeImport: () => {
        forget(get().importing);
        set({ importing: null });
      },
    };
  };
}
