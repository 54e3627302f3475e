import type { LinkCopied, Paper } from '../../preload/contract/papers.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

/** What stands above the grid until it is dismissed. */
export type PapersNotice =
  /** How the delete of one ended. */
  | { readonly kind: 'delete'; readonly text: string }
  /** Its identifier may be known nowhere else, so the paper can be taken back. */
  | { readonly kind: 'forgotten'; readonly paper: Paper };

export interface PaperSort {
  readonly column: 'name' | 'identifier' | 'source' | 'remembered';
  readonly descending: boolean;
}

const ORDERS: Readonly<Record<PaperSort['column'], (a: Paper, b: Paper) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }),
  identifier: (a, b) => a.identifier.localeCompare(b.identifier),
  source: (a, b) => (a.source ?? '').localeCompare(b.source ?? ''),
  remembered: (a, b) => a.rememberedAt - b.rememberedAt,
};

/** The papers whose name or identifier contains `find`, letter case ignored, sorted; ties stay newest first. */
export function arrangedPapers(
  papers: readonly Paper[] | null,
  find: string,
  sort: PaperSort,
): readonly Paper[] {
  const sought = find.trim().toLowerCase();
  const order = ORDERS[sort.column];
  const direction = sort.descending ? -1 : 1;
  return (papers ?? [])
    .filter((paper) => `${paper.name}\n${paper.identifier}`.toLowerCase().includes(sought))
    .sort((a, b) => direction * order(a, b) || b.rememberedAt - a.rememberedAt);
}

/** The identifier to select once `removed` is gone from the list: the one after it, else the one before it. */
function selectedAfterRemoval(shown: readonly Paper[], removed: string): string | null {
  const at = shown.findIndex((paper) => paper.identifier === removed);
  return (shown[at + 1] ?? shown[at - 1])?.identifier ?? null;
}

/** How a paper is called where it may have no name. */
export function paperTitle(paper: Paper): string {
  return paper.name === '' ? paper.identifier : paper.name;
}

const NOTHING_READ = {
  /** Whose register is open; null before the first. */
  papersOf: null as string | null,
  /** The register on this computer; null until it is read. */
  papers: null as readonly Paper[] | null,
  /** Why the register could not be read or changed; the papers read before stay. */
  papersFailure: null as Failure | null,
  paperFind: '',
  /** Identifier of the current row. */
  paperSelected: null as string | null,
  papersNotice: null as PapersNotice | null,
};

/** Papers of the current connection: the register on this computer, for the service can't list them. */
export function createPapersSlice({ bridge, set, get }: SliceContext) {
  const opened = (): string => given(get().papersOf);

  /** Opens a register, or none, and drops everything of the previous one. */
  const turnTo = (papersOf: string | null) => set({ ...NOTHING_READ, papersOf });

  /** Readings started, and the newest whose answer no longer counts. */
  let begun = 0;
  let settled = 0;

  async function read(connectionId: string): Promise<void> {
    begun += 1;
    const mine = begun;
    const result = await bridge.papers.list({ connectionId });
    if (get().papersOf !== connectionId || mine <= settled) return;
    settled = mine;
    set(result.ok ? { papers: result.value, papersFailure: null } : { papersFailure: result.error });
  }

  /** The list was changed here: a reading under way may miss it, so it is read again. */
  function changed(connectionId: string): void {
    if (settled === begun) return;
    settled = begun;
    void read(connectionId);
  }

  /** Makes a call that answers with a new paper, shows it and says so. */
  async function kept(
    done: string,
    ask: (connectionId: string) => Promise<Result<Paper>>,
  ): Promise<Result<Paper>> {
    const connectionId = opened();
    const result = await ask(connectionId);
    if (!result.ok) return result;
    const paper = result.value;
    if (get().papersOf === connectionId) {
      set((state) => ({
        papers: [paper, ...(state.papers ?? []).filter((each) => each.identifier !== paper.identifier)],
        // It must not be hidden.
        paperFind: '',
        paperSelected: paper.identifier,
        papersNotice: null,
      }));
      changed(connectionId);
    }
    get().announce(`Paper ${paperTitle(paper)} ${done}`);
    return result;
  }

  /** Takes a paper that is no longer in the register off the list, and selects the next one. */
  function drop(connectionId: string, identifier: string): void {
    if (get().papersOf !== connectionId) return;
    set((state) => ({
      papers: state.papers?.filter((paper) => paper.identifier !== identifier) ?? null,
      paperSelected:
        state.paperSelected === identifier
          ? selectedAfterRemoval(arrangedPapers(state.papers, state.paperFind, state.paperSort), identifier)
          : state.paperSelected,
    }));
    changed(connectionId);
  }

  return {
    ...NOTHING_READ,
    paperSort: { column: 'remembered', descending: true } as PaperSort,

    /** Turns to a connection's register. */
    openPapers: async (connectionId: string) => {
      if (get().papersOf === connectionId) return;
      turnTo(connectionId);
      await read(connectionId);
    },

    /** Lets go of everything that was read; `openPapers` reads it anew. */
    closePapers: () => turnTo(null),

    reloadPapers: () => read(opened()),

    findPapers: (text: string) => set({ paperFind: text }),

    /** Sorts by a column, or turns the order around when it is sorted by it already. */
    sortPapers: (column: PaperSort['column']) =>
      set(({ paperSort }) => ({
        paperSort: {
          column,
          descending: paperSort.column === column ? !paperSort.descending : column === 'remembered',
        },
      })),

    selectPaper: (identifier: string) => set({ paperSelected: identifier }),

    /** Creates a paper at the service and remembers it; it is selected afterwards. */
    createPaper: (name: string, templateId: string | null) =>
      kept('created', (connectionId) => bridge.papers.create({ connectionId, name, templateId })),

    /** Remembers a paper by what was pasted, an identifier or a room address; it is selected afterwards. */
    addPaper: (pasted: string, name: string) =>
      kept('added', (connectionId) => bridge.papers.add({ connectionId, pasted, name })),

    /** Calls a paper something else on this computer. */
    renamePaper: (identifier: string, name: string) => {
      const connectionId = opened();
      return failureOf(bridge.papers.rename({ connectionId, identifier, name }), (renamed) => {
        if (get().papersOf !== connectionId) return;
        set(({ papers }) => ({
          papers: papers?.map((paper) => (paper.identifier === identifier ? renamed : paper)) ?? null,
        }));
        changed(connectionId);
        get().announce(`Renamed to ${renamed.name}`);
      });
    },

    /** A job was to delete a paper of the open register: `text` says how that ended. After `gone` the next one is selected. */
    paperDeleteEnded: (text: string, gone: string | null) => {
      if (gone !== null) drop(opened(), gone);
      set({ papersNotice: { kind: 'delete', text } });
    },

    /** Takes a paper out of the register; it stays at the service. */
    forgetPaper: async (identifier: string) => {
      const connectionId = opened();
      const paper = get().papers?.find((each) => each.identifier === identifier);
      if (paper === undefined) return;
      const result = await bridge.papers.forget({ connectionId, identifier });
      if (!result.ok) {
        if (get().papersOf === connectionId) set({ papersFailure: result.error });
        return;
      }
      drop(connectionId, identifier);
      if (get().papersOf === connectionId) set({ papersNotice: { kind: 'forgotten', paper } });
      get().announce('Removed from this computer. The paper is still at the service.');
    },

    /** Puts a join link for one person on the clipboard. */
    copyJoinLink: async (identifier: string, displayName: string): Promise<Result<LinkCopied>> => {
      const result = await bridge.previews.copyLink({ connectionId: opened(), identifier, displayName });
      if (result.ok) get().announce(`Join link for ${result.value.displayName} copied`);
      return result;
    },

    dismissPapersNotice: () => set({ papersNotice: null }),
    dismissPapersFailure: () => set({ papersFailure: null }),
  };
}
