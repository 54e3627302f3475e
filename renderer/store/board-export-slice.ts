import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { BoardSelection, LocalChange } from '../../preload/contract/boards.ts';
import type { Events } from '../../preload/contract/events.ts';
import { capital, counted } from '../lib/format.ts';
import { failureOf, required } from './calls.ts';
import type { ListOf } from './list-slice.ts';
import type { SliceContext } from './store.ts';
import { sendEdit, type Editing } from './team-slice.ts';

export type CopyAs = ArgsOf<'boards.copy'>['as'];

const COPIED: Readonly<Record<CopyAs, string>> = { ids: 'id', rows: 'row', curl: 'cURL line', links: 'link' };

export function copiedSentence(as: CopyAs, rows: number): string {
  return `${counted(rows, COPIED[as])} copied.`;
}

export function exportedSentence({ items, fileName }: FileWritten, one: string, many?: string): string {
  return `Exported ${counted(items, one, many)} to ${fileName}.`;
}

function notesOf(boards: number, of: ListOf = 'board'): string {
  return `notes for ${counted(boards, of)}`;
}

function labelledAs(selection: BoardSelection, change: LocalChange): string | null {
  const { label, ...rest } = change;
  const isOne = selection.kind === 'ids' && selection.ids.length === 1;
  if (!isOne || label === undefined || Object.keys(rest).length > 0) return null;
  return label === '' ? 'Label removed.' : `Label changed to “${label}”.`;
}

type SeenTexts = NonNullable<ArgsOf<'boards.annotate'>['seen']>;

export function createBoardExportSlice({ bridge, get, set, attempt, saved, save }: SliceContext) {
  const inFront = (): string => required(get().boardsOf);
  bridge.on('boards.exporting', (exporting) => set({ exporting }));

  return {
    exporting: null as Events['boards.exporting'] | null,

    exportBoards: async (request: Omit<ArgsOf<'boards.export'>, 'connectionId'>) => {
      set({ exporting: null });
      const exported = bridge.boards.export({ connectionId: inFront(), ...request });
      const written = await saved(exported, (file) => exportedSentence(file, 'board'));
      if (!written.ok && written.error.code === 'cancelled')
        get().announce('Export cancelled. No file was saved.');
      return written;
    },

    cancelExport: () => bridge.boards.cancelExport({}),

    copyBoards: (selection: BoardSelection, as: CopyAs) =>
      attempt(bridge.boards.copy({ connectionId: inFront(), selection, as }), ({ boards }) =>
        get().announce(copiedSentence(as, boards), 'copied'),
      ),

    annotate: (of: ListOf, selection: BoardSelection, change: LocalChange, editing?: Editing<SeenTexts>) => {
      const connectionId = of === 'board' ? inFront() : required(get().papersOf);
      const send = (seen?: SeenTexts) =>
        failureOf(
          bridge.boards.annotate({ connectionId, selection, change, ...(seen && { seen }) }),
          ({ boards, undoId }) => {
            const undo = () =>
              attempt(bridge.boards.undo({ connectionId, undoId }), (undone) =>
                get().announce(`Change undone. The ${notesOf(undone.boards, of)} have been restored.`),
              );
            get().announceUndo(
              labelledAs(selection, change) ?? `${capital(notesOf(boards, of))} changed.`,
              undo,
              connectionId,
            );
            if (of === 'board' && ('customer' in change || 'addTags' in change || 'removeTags' in change))
              void get().readBoardNames();
            if (change.protected === true) void get().warnOfRuns(of, connectionId, boards === 1);
          },
        );
      const [id] = selection.kind === 'ids' ? selection.ids : [];
      if (editing === undefined || id === undefined) return send();
      return sendEdit(get, connectionId, { kind: of, id }, send, editing);
    },

    exportNotes: () =>
      save(
        bridge.notes.export({ connectionId: inFront() }),
        ({ boards, fileName }) => `Exported ${notesOf(boards)} to ${fileName}.`,
      ),
  };
}
