/** Boards of a selection: exported to a file in the background, copied to the clipboard, or summed up. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { BoardExport, BoardSelection } from '../../preload/contract/boards.ts';
import { counted, formatNumber } from '../lib/format.ts';
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

export type CopyAs = ArgsOf<'boards.copy'>['as'];

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

export function createBoardExportSlice({ bridge, set, get }: SliceContext) {
  /** The connection whose boards are on show. */
  const inFront = (): string => given(get().boardsOf);

  function take(state: BoardExport): void {
    const before = get().boardExport;
    // An event of a dismissed export, or of one that ended before its start was answered: ignored.
    if (before?.exportId === state.exportId && before.state !== 'running') return;
    set({ boardExport: state });
    const ended = exportSentence(state);
    // Its own dialog says it already.
    if (ended !== null && get().dialog?.kind !== 'export-boards')
      get().announce(ended, state.state === 'failed' ? 'problem' : 'done');
  }

  bridge.on('boards.exporting', take);

  return {
    /** The running export, or the last one until it is dismissed. */
    boardExport: null as BoardExport | null,

    /** Main lets the person choose a file; when they chose none, nothing happens. */
    exportBoards: (request: Omit<ArgsOf<'boards.export'>, 'connectionId'>) =>
      failureOf(bridge.boards.export({ connectionId: inFront(), ...request }), (started) => {
        if (started !== null) take(started);
      }),

    /** What these boards are, counted by main. */
    summarizeBoards: (selection: BoardSelection) =>
      bridge.boards.summary({ connectionId: inFront(), selection }),

    cancelBoardExport: async () => {
      const running = get().boardExport;
      if (running?.state !== 'running') return;
      get().raise(await failureOf(bridge.boards.cancelExport({ exportId: running.exportId })));
    },

    dismissBoardExport: () =>
      set(({ boardExport }) => (boardExport?.state === 'running' ? {} : { boardExport: null })),

    /** Puts something of these boards on the clipboard and says so; a failure is raised. */
    copyBoards: async (selection: BoardSelection, as: CopyAs) => {
      const copied = await bridge.boards.copy({ connectionId: inFront(), selection, as });
      if (copied.ok) get().announce(copiedSentence(as, copied.value.boards), 'copied');
      else get().raise(copied.error);
    },
  };
}
