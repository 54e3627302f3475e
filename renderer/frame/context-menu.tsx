/** The menu of what the pointer or the keyboard is on: right click, Shift+F10 or the menu key. */
import { useEffect, useState } from 'react';
import {
  copySubject,
  exportActivityCsv,
  exportActivityJson,
  onlyThisActivity,
  showBoardActivity,
  showPaperActivity,
  previewSubject,
  showSubject,
} from '../commands/activity-commands.ts';
import {
  copyBoardId,
  copyCurl,
  copyLink,
  copyRows,
  editNotes,
  exportBoards,
  copyPaperCurl,
  copyPaperId,
  copyPaperRows,
  editPaperNotes,
  exportPapers,
} from '../commands/list-commands.ts';
import {
  deleteBoard,
  openBoard,
  previewBoard,
  renameBoard,
  showBoardCode,
} from '../commands/boards-commands.ts';
import type { Command } from '../commands/command.ts';
import type { CommandGroups } from '../commands/command-menu.tsx';
import { exportConnections, handOver, moveDown, moveUp, stageKey } from '../commands/keys-commands.ts';
import {
  classPackFromTemplate,
  copyJoinLink,
  showPaperCode,
  deletePaper,
  forgetPaper,
  makeJoinLinks,
  newPaperFromTemplate,
  openPaper,
  previewPaper,
  renamePaper,
} from '../commands/papers-commands.ts';
import { leaveAllPreviews, leavePreview } from '../commands/previews-commands.ts';
import { disabledReason, runCommand } from '../commands/run.ts';
import { Menu, type MenuGroup } from '../parts/menu.tsx';
import { boardsPicked } from '../store/board-selection.ts';
import { papersPicked } from '../store/papers-slice.ts';
import type { AppState, AppStore } from '../store/store.ts';
import { useAppStore } from '../store/use-app.ts';
import styles from './context-menu.module.css';

/** What can be done with a row of each screen. */
const OF_ROWS: Readonly<Partial<Record<AppState['screen'], CommandGroups>>> = {
  boards: [
    ['Board', [previewBoard, openBoard, renameBoard, editNotes]],
    ['Copy', [copyBoardId, copyRows, copyCurl, showBoardCode, copyLink]],
    ['More', [exportBoards, showBoardActivity, deleteBoard]],
  ],
  papers: [
    ['Paper', [previewPaper, openPaper, renamePaper, newPaperFromTemplate, classPackFromTemplate]],
    ['Copy', [copyJoinLink, makeJoinLinks, copyPaperId, copyPaperRows, copyPaperCurl, showPaperCode]],
    ['More', [editPaperNotes, exportPapers, showPaperActivity, forgetPaper, deletePaper]],
  ],
  previews: [['Preview', [leavePreview, leaveAllPreviews]]],
  activity: [
    ['Line', [previewSubject, showSubject, onlyThisActivity, copySubject]],
    ['File', [exportActivityCsv, exportActivityJson]],
  ],
  keys: [['Connection', [stageKey, handOver, exportConnections, moveUp, moveDown]]],
};

/** What is about the row at the pointer alone is left out while several are picked: the rest is about all of them. */
const OF_ONE: ReadonlySet<Command> = new Set([
  showBoardCode,
  previewBoard,
  openBoard,
  renameBoard,
  showBoardActivity,
  previewPaper,
  openPaper,
  renamePaper,
  newPaperFromTemplate,
  copyJoinLink,
  makeJoinLinks,
  classPackFromTemplate,
  copyPaperCurl,
  showPaperCode,
  showPaperActivity,
  deletePaper,
]);

interface Opened {
  readonly left: number;
  readonly top: number;
  readonly groups: readonly MenuGroup[];
}

/** The menu while it is open. A row is chosen by the press that opens it, where the list does that. */
export function ContextMenu() {
  const store = useAppStore();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [point, setPoint] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const open = (event: Event, target: Element, left: number, top: number): void => {
      const groups = groupsAt(target, store);
      if (groups === null) return;
      event.preventDefault();
      setOpened({ left, top, groups });
    };
    const onPress = (event: MouseEvent): void => {
      if (event.target instanceof Element) open(event, event.target, event.clientX, event.clientY);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      const focused = document.activeElement;
      const row = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '') ?? focused;
      if (row === null) return;
      const { left, bottom } = row.getBoundingClientRect();
      open(event, row, left + 24, bottom);
    };
    document.addEventListener('contextmenu', onPress, { signal });
    document.addEventListener('keydown', onKey, { signal });
    return () => listening.abort();
  }, [store]);

  if (opened === null) return null;
  const { left, top, groups } = opened;
  return (
    <>
      <span key={`${left} ${top}`} ref={setPoint} className={styles.point} style={{ left, top }} />
      {point !== null && (
        <Menu label="What can be done" anchor={point} groups={groups} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

/** What can be done where the pointer is; null where there is nothing of Easel's own. */
function groupsAt(target: Element, store: AppStore): readonly MenuGroup[] | null {
  const state = store.getState();
  if (state.dialog !== null || target.closest('input, textarea, [popover], dialog, webview') !== null)
    return null;
  const own = target.closest('aside li, [data-rows] li');
  if (own !== null) return ofButtons(own);
  if (target.closest('aside') !== null) return null;
  const isRow = target.closest(
    '[role="row"][data-rank], [role="grid"], [role="treegrid"], [role="tab"], [role="option"]',
  );
  const groups = isRow === null ? undefined : OF_ROWS[state.screen];
  if (groups === undefined) return null;
  const picked = state.screen === 'papers' ? papersPicked(state) : boardsPicked(state);
  const several = (state.screen === 'boards' || state.screen === 'papers') && picked > 1;
  return groups.map(([, commands]) => ({
    title: null,
    entries: commands
      .filter((command) => !several || !OF_ONE.has(command))
      .map((command) => ({
        id: command.id,
        label: command.label,
        keys: command.keys[0],
        disabledReason: disabledReason(command, state),
        onChoose: () => void runCommand(command, store),
      })),
  }));
}

/** A row with buttons of its own, such as a job's, has these in its menu. */
function ofButtons(row: Element): readonly MenuGroup[] | null {
  const buttons = [...row.querySelectorAll<HTMLElement>('button')].filter((each) => each.checkVisibility());
  if (buttons.length === 0) return null;
  const entries = buttons.map((button, at) => ({
    id: String(at),
    label: button.getAttribute('aria-label') ?? button.innerText.trim(),
    disabledReason: button.ariaDisabled === 'true' ? button.title : null,
    onChoose: () => button.click(),
  }));
  return [{ title: null, entries }];
}
