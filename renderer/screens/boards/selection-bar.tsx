import { Copy, Download, Pencil, Trash2, Unlink, X, type LucideIcon } from 'lucide-react';
import {
  copyBoardId,
  copyPaperId,
  editNotes,
  editPaperNotes,
  exportBoards,
  exportPapers,
} from '../../commands/list-commands.ts';
import type { Command } from '../../commands/command.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { deleteBoard, selectAllBoards } from '../../commands/boards-commands.ts';
import { deletePaper, forgetPaper, selectAllPapers } from '../../commands/papers-commands.ts';
import { IconButton } from '../../parts/button.tsx';
import { boardsPicked } from '../../store/boards-slice.ts';
import { isNarrowed, type ListOf } from '../../store/list-slice.ts';
import { hiddenPapers, papersPicked, shownPapers } from '../../store/papers-slice.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { useApp, useList } from '../../store/use-app.ts';
import { formatNumber } from '../../lib/format.ts';
import styles from './selection-bar.module.css';

type Shown = readonly (readonly [command: Command, Icon: LucideIcon])[];

const BARS: Readonly<Record<ListOf, { readonly selectAll: Command; readonly commands: Shown }>> = {
  board: {
    selectAll: selectAllBoards,
    commands: [
      [editNotes, Pencil],
      [copyBoardId, Copy],
      [exportBoards, Download],
      [deleteBoard, Trash2],
    ],
  },
  paper: {
    selectAll: selectAllPapers,
    commands: [
      [editPaperNotes, Pencil],
      [copyPaperId, Copy],
      [exportPapers, Download],
      [forgetPaper, Unlink],
      [deletePaper, Trash2],
    ],
  },
};

export function SelectionBar({ of }: { readonly of: ListOf }) {
  const count = useApp(of === 'board' ? boardsPicked : papersPicked);
  const { picks } = useList(of);
  const papers = useApp((state) => (of === 'paper' ? hiddenPapers(state).length : 0));
  const { query, revision } = useApp((state) => state.boardRows);
  const rankBoards = useApp((state) => state.rankBoards);
  const ids = of === 'board' && picks.kind === 'ids' && query !== null ? [...picks.ids] : [];
  const question = ids.length === 0 ? null : JSON.stringify([query, revision, ids]);
  const [shown] = useAnswer(question, () => rankBoards(ids));
  // Value while the count is loading. Without a search or filter it is 0, because then no board can be hidden.
  const unknown = query !== null && isNarrowed(query) ? null : 0;
  const hiddenBoards = shown?.ok === true ? Math.max(0, ids.length - shown.value.length) : unknown;
  // Number of selected rows that are not in the list. Null while unknown.
  const hidden = question === null ? papers : hiddenBoards;
  const matching = useApp((state) => {
    if (count === 0 || hidden !== 0) return null;
    if (of === 'paper') return shownPapers(state).length;
    return state.boardRows.counting ? null : state.boardRows.matching;
  });
  const { clear } = useApp((state) => (of === 'board' ? state.boardPicking : state.paperPicking));
  const { selectAll, commands } = BARS[of];
  if (count === 0) return null;
  return (
    <div className={`row wrap fixed line-below nowrap ${styles.bar}`} role="group" aria-label="Selection">
      <span data-testid="selected">{selectedShare(count, matching, hidden ?? 0)}</span>
      {matching !== null && count < matching && <CommandButton command={selectAll} variant="quiet" />}
      <span className="rest" />
      {commands.map(([command, Icon]) => (
        <CommandButton key={command.id} command={command} variant="quiet" icon={<Icon size={14} />} />
      ))}
      <IconButton
        label="Clear selection"
        title="Clear selection (Esc)"
        icon={<X size={16} />}
        onClick={() => {
          clear();
          document.querySelector<HTMLElement>('[role$="grid"]')?.focus();
        }}
      />
    </div>
  );
}

/** Describes a selection: "512 of 100,000 selected", "3 selected, 2 not shown". `matching`: row count, or null. */
function selectedShare(selected: number, matching: number | null, hidden = 0): string {
  if (hidden > 0) return `${formatNumber(selected)} selected, ${formatNumber(hidden)} not shown`;
  if (matching === null) return `${formatNumber(selected)} selected`;
  return selected === matching
    ? `All ${formatNumber(matching)} selected`
    : `${formatNumber(selected)} of ${formatNumber(matching)} selected`;
}
