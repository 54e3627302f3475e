/** Connections exported to a file and imported from one. Passphrases only pass through. */
import type { MergeChoice } from '../../preload/contract/boards.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Exported, Imported, ImportEntry, ImportPlan } from '../../preload/contract/connections.ts';
import { counted, listed } from '../parts/format.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import { failureOf, given } from './calls.ts';
import { firstChoice } from './merge-choice.ts';
import type { SliceContext } from './store.ts';

/** An opened file, and what was imported from it so far. */
export interface Importing {
  readonly plan: ImportPlan;
  readonly chosen: readonly number[];
  /** Whose side wins where both differ, by the index of an entry. */
  readonly choices: Readonly<Record<number, MergeChoice>>;
  /** Everything imported from this file; the problems are those of the last try. */
  readonly imported: Imported | null;
}

/** Whether importing this entry changes anything on this computer. */
export function isChoosable({ kind, keys, papers, notes, views, merge }: ImportEntry): boolean {
  const more = keys + papers + notes + views + merge.differing;
  return kind === 'new' || kind === 'update' || (kind === 'same' && more > 0);
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
    views: (before?.views ?? 0) + now.views,
    readyId: before?.readyId ?? now.readyId,
    problems: now.problems,
  };
}

/** What goes along with connections; what there is none of is left out. */
export function along(moved: Pick<ImportEntry, 'keys' | 'papers' | 'notes' | 'views'>): readonly string[] {
  const { keys, papers, notes, views } = moved;
  return [
    ...(keys === 0 ? [] : [counted(keys, 'key')]),
    ...(papers === 0 ? [] : [counted(papers, 'paper')]),
    ...(notes === 0 ? [] : [`the notes of ${counted(notes, 'board')}`]),
    ...(views === 0 ? [] : [counted(views, 'view')]),
  ];
}

/** The content of an export, without the name of its file. */
export function exportedSentence(exported: Exported): string {
  const noKeys = exported.keys === 0 ? ['no keys'] : [];
  const parts = [counted(exported.connections, 'connection'), ...noKeys, ...along(exported)];
  return `It contains ${listed(parts)}.`;
}

/** The result of an import, over all tries. */
export function importedSentence(imported: Imported): string {
  const { added, updated } = imported;
  const parts = [
    ...(added === 0 ? [] : [`${counted(added, 'connection')} added`]),
    ...(updated === 0 ? [] : [`${counted(updated, 'connection')} changed`]),
    ...along(imported),
  ];
  return parts.length === 0 ? 'Nothing was imported.' : `Imported: ${listed(parts)}.`;
}

/** What can be dropped onto the window. */
export const TAKEN =
  'Easel opens exported connections, notes, lists of papers, cleanup plans and lists of names.';

export function createTransferSlice({ bridge, set, get, store }: SliceContext) {
  const forget = (importing: Importing | null): void => {
    if (importing !== null) void bridge.transfer.close({ importId: importing.plan.importId });
  };
  onLocked(store, () => get().closeImport());
  bridge.on('files.dropped', ({ name, purpose, why }) => {
    const { dialog, openDialog, announce } = get();
    if (dialog !== null || isLocked(get())) return;
    if (purpose !== null) openDialog({ kind: 'dropped-file', name, purpose });
    else
      announce(
        `${name === '' ? 'What you dropped' : name} can’t be opened. ${why === '' ? TAKEN : why}`,
        'problem',
      );
  });
  /** The file that is open now, if it is still this one. */
  const still = (importId: string): Importing | null => {
    const importing = get().importing;
    return importing?.plan.importId === importId ? importing : null;
  };

  return {
    importing: null as Importing | null,

    /** Main lets the person choose where to save; the value is null when they chose nowhere. */
    exportConnections: (request: ArgsOf<'transfer.export'>) => bridge.transfer.export(request),

    /** One connection for a colleague, with all that is written about it and no key. */
    handOver: async (connectionId: string) => {
      const request = { connectionIds: [connectionId], withPapers: true, passphrase: null };
      const exported = await bridge.transfer.export(request);
      if (!exported.ok) return get().raise(exported.error);
      if (exported.value === null) return;
      get().announce(`Saved as ${exported.value.fileName}. ${exportedSentence(exported.value)}`);
    },

    /** Main lets the person choose a file and reads it; on cancel, an earlier file stays open. */
    openImport: () =>
      failureOf(bridge.transfer.open({}), (plan) => {
        // Locked while the person was choosing: main has dropped it as well.
        if (plan === null || isLocked(get())) return;
        forget(get().importing);
        const choices = Object.fromEntries(
          plan.entries.map(({ index, merge }) => [index, firstChoice(merge)]),
        );
        set({ importing: { plan, chosen: choosable(plan), choices, imported: null } });
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

    chooseSides: (index: number, choice: MergeChoice) =>
      set(({ importing }) =>
        importing === null
          ? {}
          : { importing: { ...importing, choices: { ...importing.choices, [index]: choice } } },
      ),

    /** Imports these; a file without problems is closed, and work goes on in a new connection that has a key. */
    applyImport: (entries: readonly number[], apiKey: string | null) => {
      const { plan, choices: sides } = given(get().importing);
      const { importId } = plan;
      const choices = entries.flatMap((index) => {
        const choice = sides[index];
        return choice === undefined ? [] : [{ index, ...choice }];
      });
      return failureOf(bridge.transfer.apply({ importId, entries, apiKey, choices }), (applied) => {
        const importing = still(importId);
        if (importing === null) return;
        const imported = together(importing.imported, applied);
        if (applied.problems.length > 0) return set({ importing: { ...importing, imported } });
        get().closeImport();
        get().announce(importedSentence(imported));
        if (imported.readyId !== null) void get().go({ kind: 'connection', id: imported.readyId });
      });
    },

    /** Forgets the file, here and in main. */
    closeImport: () => {
      forget(get().importing);
      set({ importing: null });
    },
  };
}
