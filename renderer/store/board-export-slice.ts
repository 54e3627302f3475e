/** Boards exported to a file in the background, or copied to the clipboard. */
import type { EaselBridge, ArgsOf } from '../../preload/contract/contract.ts';
import type { BoardExport, BoardSelection } from '../../preload/contract/boards.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { counted, formatNumber } from '../parts/format.ts';
import { given } from './given.ts';
import type { Slice } from './store.ts';

export type CopyAs = ArgsOf<'boards.copy'>['as'];

/** The options of an export, besides the current connection. */
export interface ExportRequest {
  readonly selection: BoardSelection;
  readonly format: 'csv' | 'json';
  readonly fields: readonly string[];
}

export interface BoardExportSlice {
  /** The running export, or the last one until it is dismissed. */
  readonly boardExport: BoardExport | null;

  /** Main lets the person choose a file; when they chose none, nothing happens. */
  readonly exportBoards: (request: ExportRequest) => Promise<Failure | null>;
  readonly cancelBoardExport: () => Promise<void>;
  readonly dismissBoardExport: () => void;
  /** Puts something of these boards on the clipboard and says so; a failure is raised. */
  readonly copyBoards: (selection: BoardSelection, as: CopyAs) => Promise<void>;
}

const COPIED: Readonly<Record<CopyAs, readonly [one: string, many: string]>> = {
  ids: ['the board id', 'board ids'],
  rows: ['the row', 'rows'],
  curl: ['the cURL line', 'cURL lines'],
  links: ['the link', 'links'],
};

/** "Copied the board id.", "Copied 12 board ids." */
export function copiedSentence(as: CopyAs, boards: number): string {
  const [one, many] = COPIED[as];
  return boards === 1 ? `Copied ${one}.` : `Copied ${formatNumber(boards)} ${many}.`;
}

/** How an export ended, in one sentence; null while it runs. */
export function exportSentence(state: BoardExport): string | null {
  const written = counted(state.written, 'board');
  switch (state.state) {
    case 'running':
      return null;
    case 'done':
      return `Exported ${written} to ${state.fileName}.`;
    case 'cancelled':
      return 'Export cancelled. No file was saved.';
    case 'failed':
      return `The export to ${state.fileName} failed.`;
  }
}

/** The slice of exports and copies. */
export function createBoardExportSlice(bridge: EaselBridge): Slice<BoardExportSlice> {
  return (set, get) => {
    /** The connection whose boards are on show. */
    const inFront = (): string => given(get().boardsOf);

    function take(state: BoardExport): void {
      const before = get().boardExport;
      // An event of a dismissed export, or of one that ended before its start was answered: ignored.
      if (before?.exportId === state.exportId && before.state !== 'running') return;
      set({ boardExport: state });
      const ended = exportSentence(state);
      if (ended !== null) get().announce(ended);
    }

    bridge.on('boards.exporting', take);

    return {
      boardExport: null,

      exportBoards: async (request) => {
        const started = await bridge.boards.export({ connectionId: inFront(), ...request });
        if (!started.ok) return started.error;
        if (started.value !== null) take(started.value);
        return null;
      },

      cancelBoardExport: async () => {
        const running = get().boardExport;
        if (running?.state !== 'running') return;
        const cancelled = await bridge.boards.cancelExport({ exportId: running.exportId });
        if (!cancelled.ok) get().raise(cancelled.error);
      },

      dismissBoardExport: () =>
        set(({ boardExport }) => (boardExport?.state === 'running' ? {} : { boardExport: null })),

      copyBoards: async (selection, as) => {
        const copied = await bridge.boards.copy({ connectionId: inFront(), selection, as });
        if (copied.ok) get().announce(copiedSentence(as, copied.value.boards));
        else get().raise(copied.error);
      },
    };
  };
}
