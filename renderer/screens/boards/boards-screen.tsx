import { Copy, Download, Eye, PanelRight, Pencil, Plus, RefreshCw, Square, Trash2, X } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { copyBoardId, editNotes, exportBoards } from '../../commands/board-list-commands.ts';
import {
  createBoard,
  deleteBoard,
  previewBoard,
  refreshBoards,
  stopListing,
} from '../../commands/boards-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { toggleInspector } from '../../commands/frame-commands.ts';
import { later } from '../../frame/load-later.ts';
import { IconButton } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { FindField } from '../../parts/find-field.tsx';
import { ListScreen, ResultStrip } from '../../parts/list-screen.tsx';
import { Toolbar, ToolbarSpace } from '../../parts/toolbar.tsx';
import { UnknownsStrip } from '../../parts/unknowns-strip.tsx';
import { useApp } from '../../store/use-app.ts';
import { BoardsFooter, ListingProgress } from './boards-footer.tsx';
import { BoardsGrid } from './boards-grid.tsx';
import styles from './boards-screen.module.css';
import { FilterBar } from './filters/filter-bar.tsx';
import { Overview } from './overview/overview.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { deletedSentence } from '../../parts/deleted-sentence.ts';

const BoardInspector = later((loaded) => loaded.BoardInspector);
const ColumnsMenu = later((loaded) => loaded.ColumnsMenu);
const MoreMenu = later((loaded) => loaded.MoreMenu);

/** All boards of the connection in front. */
export function BoardsScreen(): React.JSX.Element {
  const connectionId = useApp((state) => state.currentId);
  const openBoards = useApp((state) => state.openBoards);
  useEffect(() => {
    if (connectionId !== null) void openBoards(connectionId);
  }, [connectionId, openBoards]);

  return (
    <ListScreen
      label="Boards"
      inspectorLabel="Board details"
      toolbar={
        <>
          <BoardsToolbar />
          <ListingProgress />
          <FilterBar />
        </>
      }
      notices={
        <>
          <Overview />
          <UnknownsStrip kind="board" />
          <BoardsNotices />
          <SelectionBar
            actions={
              <>
                <CommandButton command={editNotes} variant="quiet" icon={<Pencil size={14} aria-hidden />} />
                <CommandButton
                  command={copyBoardId}
                  variant="quiet"
                  iconOnly
                  icon={<Copy size={14} aria-hidden />}
                />
                <CommandButton
                  command={exportBoards}
                  variant="quiet"
                  icon={<Download size={14} aria-hidden />}
                />
                <CommandButton
                  command={deleteBoard}
                  variant="quiet"
                  icon={<Trash2 size={14} aria-hidden />}
                />
              </>
            }
          />
        </>
      }
      grid={<BoardsGrid />}
      footer={<BoardsFooter />}
      inspector={
        <Suspense>
          <BoardInspector />
        </Suspense>
      }
    />
  );
}

function BoardsToolbar(): React.JSX.Element {
  const find = useApp((state) => state.boardFind);
  const findBoards = useApp((state) => state.findBoards);
  const listing = useApp((state) => state.boards?.phase === 'loading');
  const creating = useApp((state) => state.boardCreating);
  return (
    <Toolbar label="Boards">
      <h1>Boards</h1>
      <FindField label="Find in id, label, note, tag, customer" value={find} onChange={findBoards} />
      <ToolbarSpace />
      <Suspense fallback={<span className={styles.menuPlace} />}>
        <ColumnsMenu />
      </Suspense>
      {listing ? (
        <CommandButton
          command={stopListing}
          variant="quiet"
          iconOnly
          icon={<Square size={13} aria-hidden />}
        />
      ) : (
        <CommandButton
          command={refreshBoards}
          variant="quiet"
          iconOnly
          icon={<RefreshCw size={15} aria-hidden />}
        />
      )}
      <CommandButton command={deleteBoard} variant="quiet" iconOnly icon={<Trash2 size={15} aria-hidden />} />
      <CommandButton command={previewBoard} icon={<Eye size={15} aria-hidden />} />
      <CommandButton
        command={createBoard}
        variant="primary"
        busy={creating}
        icon={<Plus size={15} aria-hidden />}
      />
      <Suspense fallback={<span className={styles.menuPlace} />}>
        <MoreMenu />
      </Suspense>
      <CommandButton
        command={toggleInspector}
        variant="quiet"
        iconOnly
        icon={<PanelRight size={15} aria-hidden />}
      />
    </Toolbar>
  );
}

function BoardsNotices(): React.JSX.Element | null {
  const boards = useApp((state) => state.boards);
  const notice = useApp((state) => state.boardsNotice);
  const refresh = useApp((state) => state.refreshBoards);
  const dismiss = useApp((state) => state.dismissBoardsNotice);
  const failed = boards?.phase === 'failed' ? boards.failure : null;
  return (
    <>
      {failed !== null && <FailureNotice look="strip" failure={failed} onRetry={() => void refresh()} />}
      {(notice?.kind === 'rows-failed' || notice?.kind === 'list-failed') && (
        <FailureNotice
          look="strip"
          failure={notice.failure}
          onRetry={() => void refresh()}
          onDismiss={dismiss}
        />
      )}
      {notice?.kind === 'create-failed' && (
        <FailureNotice look="strip" failure={notice.failure} onDismiss={dismiss} />
      )}
      {notice?.kind === 'deleted' && (
        <ResultStrip
          action={<IconButton label="Dismiss" icon={<X size={16} aria-hidden />} onClick={dismiss} />}
        >
          {deletedSentence(`Board ${notice.boardId}`, notice.deleted)}
        </ResultStrip>
      )}
      {notice?.kind === 'not-deleted' && (
        <ResultStrip
          action={<IconButton label="Dismiss" icon={<X size={16} aria-hidden />} onClick={dismiss} />}
        >
          {notice.text}
        </ResultStrip>
      )}
    </>
  );
}
