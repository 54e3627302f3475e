import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { Deleted } from '../../preload/contract/boards.ts';
import type { LinkCopied, Paper } from '../../preload/contract/papers.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { arrangedPapers, selectedAfterRemoval, type PaperSort } from './paper-order.ts';
import { given } from './given.ts';
import type { Slice } from './store.ts';

/** What stands above the grid until it is dismissed. */
export type PapersNotice =
  | { readonly kind: 'deleted'; readonly name: string; readonly deleted: Deleted }
  | { readonly kind: 'not-deleted'; readonly text: string }
  /** Its identifier may be known nowhere else, so the paper can be taken back. */
  | { readonly kind: 'forgotten'; readonly paper: Paper };

export interface PapersSlice {
  /** Whose register is open; null before the first. */
  readonly papersOf: string | null;
  /** The register on this computer; null until it is read. */
  readonly papers: readonly Paper[] | null;
  /** Why the register could not be read or changed; the papers read before stay. */
  readonly papersFailure: Failure | null;
  readonly paperFind: string;
  readonly paperSort: PaperSort;
  /** Identifier of the current row. */
  readonly paperSelected: string | null;
  readonly papersNotice: PapersNotice | null;

  /** Turns to a connection's register. */
  readonly openPapers: (connectionId: string) => Promise<void>;
  /** Lets go of everything that was read; `openPapers` reads it anew. */
  readonly closePapers: () => void;
  readonly reloadPapers: () => Promise<void>;
  readonly findPapers: (text: string) => void;
  /** Sorts by a column, or turns the order around when it is sorted by it already. */
  readonly sortPapers: (column: PaperSort['column']) => void;
  readonly selectPaper: (identifier: string) => void;
  /** Creates a paper at the service and remembers it; it is selected afterwards. */
  readonly createPaper: (name: string, templateId: string | null) => Promise<Result<Paper>>;
  /** Remembers a paper by what was pasted, an identifier or a room address; it is selected afterwards. */
  readonly addPaper: (pasted: string, name: string) => Promise<Result<Paper>>;
  /** Calls a paper something else on this computer. */
  readonly renamePaper: (identifier: string, name: string) => Promise<Failure | null>;
  /** A job has deleted this paper of the open register: the next row is selected. */
  readonly paperDeleted: (identifier: string, deleted: Deleted) => void;
  /** A job could not delete one; `text` says which, and why. */
  readonly paperNotDeleted: (text: string) => void;
  /** Takes a paper out of the register; it stays at the service. */
  readonly forgetPaper: (identifier: string) => Promise<void>;
  /** Puts a join link for one person on the clipboard. */
  readonly copyJoinLink: (identifier: string, displayName: string) => Promise<Result<LinkCopied>>;
  readonly dismissPapersNotice: () => void;
  readonly dismissPapersFailure: () => void;
}

/** How a paper is called where it may have no name. */
export function paperTitle(paper: Paper): string {
  return paper.name === '' ? paper.identifier : paper.name;
}

const NOTHING_READ = {
  papersOf: null,
  papers: null,
  papersFailure: null,
  paperFind: '',
  paperSelected: null,
  papersNotice: null,
} as const;

/** Papers of the current connection: the register on this computer, for the service can't list them. */
export function createPapersSlice(bridge: EaselBridge): Slice<PapersSlice> {
  return (set, get) => {
    const opened = (): string => given(get().papersOf);

    /** Opens a register, or none, and drops everything of the previous one. */
    function turnTo(papersOf: string | null): void {
      set({ ...NOTHING_READ, papersOf });
    }

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

    /** Shows a paper that is new in the register: the find text must not hide it. */
    function keep(connectionId: string, paper: Paper): void {
      if (get().papersOf !== connectionId) return;
      set((state) => ({
        papers: [paper, ...(state.papers ?? []).filter((each) => each.identifier !== paper.identifier)],
        paperFind: '',
        paperSelected: paper.identifier,
        papersNotice: null,
      }));
      changed(connectionId);
    }

    /** Makes a call that answers with a new paper, shows it and says so. */
    async function kept(
      done: string,
      ask: (connectionId: string) => Promise<Result<Paper>>,
    ): Promise<Result<Paper>> {
      const connectionId = opened();
      const result = await ask(connectionId);
      if (!result.ok) return result;
      keep(connectionId, result.value);
      get().announce(`Paper ${paperTitle(result.value)} ${done}`);
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

    /** How a paper is called that may be in the register no more. */
    function titleOf(identifier: string): string {
      const paper = get().papers?.find((each) => each.identifier === identifier);
      return paper === undefined ? identifier : paperTitle(paper);
    }

    return {
      ...NOTHING_READ,
      paperSort: { column: 'remembered', descending: true },

      async openPapers(connectionId) {
        if (get().papersOf === connectionId) return;
        turnTo(connectionId);
        await read(connectionId);
      },

      closePapers: () => turnTo(null),

      async reloadPapers() {
        await read(opened());
      },

      findPapers: (text) => set({ paperFind: text }),

      sortPapers: (column) =>
        set(({ paperSort }) => ({
          paperSort: {
            column,
            descending: paperSort.column === column ? !paperSort.descending : column === 'remembered',
          },
        })),

      selectPaper: (identifier) => set({ paperSelected: identifier }),

      createPaper: (name, templateId) =>
        kept('created', (connectionId) => bridge.papers.create({ connectionId, name, templateId })),

      addPaper: (pasted, name) =>
        kept('added', (connectionId) => bridge.papers.add({ connectionId, pasted, name })),

      async renamePaper(identifier, name) {
        const connectionId = opened();
        const renamed = await bridge.papers.rename({ connectionId, identifier, name });
        if (!renamed.ok) return renamed.error;
        if (get().papersOf !== connectionId) return null;
        set(({ papers }) => ({
          papers: papers?.map((paper) => (paper.identifier === identifier ? renamed.value : paper)) ?? null,
        }));
        changed(connectionId);
        get().announce(`Renamed to ${renamed.value.name}`);
        return null;
      },

      paperDeleted(identifier, deleted) {
        const name = titleOf(identifier);
        drop(opened(), identifier);
        set({ papersNotice: { kind: 'deleted', name, deleted } });
      },

      paperNotDeleted: (text) => set({ papersNotice: { kind: 'not-deleted', text } }),

      async forgetPaper(identifier) {
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

      async copyJoinLink(identifier, displayName) {
        const result = await bridge.previews.copyLink({ connectionId: opened(), identifier, displayName });
        if (result.ok) get().announce(`Join link for ${result.value.displayName} copied`);
        return result;
      },

      dismissPapersNotice: () => set({ papersNotice: null }),
      dismissPapersFailure: () => set({ papersFailure: null }),
    };
  };
}
