import { Eye, PanelRight, Plus, RefreshCw, Square, Trash2 } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import {
  createBoard,
  deleteBoard,
  previewBoard,
  refreshBoards,
  stopListing,
} from '../../commands/boards-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { toggleInspector } from '../../commands/frame-commands.ts';
import { later, laterPart } from '../../frame/load-later.ts';
import { FindField } from '../../parts/find-field.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import { useApp } from '../../store/use-app.ts';
import { BoardsFooter, ListingProgress } from './boards-footer.tsx';
import { BoardsGrid } from './boards-grid.tsx';
import styles from './boards-screen.module.css';

const BoardInspector = later((loaded) => loaded.BoardInspector);
const ColumnsMenu = later((loaded) => loaded.ColumnsMenu);
const MoreMenu = later((loaded) => loaded.MoreMenu);
const BoardsNotices = laterPart((loaded) => loaded.BoardsNotices);
const SelectionBar = laterPart((loaded) => loaded.SelectionBar);
const UnresolvedStrip = laterPart((loaded) => loaded.UnresolvedStrip);

/** All boards of the connection in front. */
export function BoardsScreen() {
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
          <UnresolvedStrip kind="board" />
          <BoardsNotices />
          <SelectionBar />
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

function BoardsToolbar() {
  const find = useApp((state) => state.boardFind);
  const findBoards = useApp((state) => state.findBoards);
  const listing = useApp((state) => state.boards?.phase === 'loading');
  const creating = useApp((state) => state.boardCreating);
  return (
    <Toolbar
      title="Boards"
      filters={
        <FindField
          label="Find in id, label, note, tag, customer, fields"
          value={find}
          onChange={findBoards}
        />
      }
    >
      <Suspense fallback={<span className={styles.menuPlace} />}>
        <ColumnsMenu />
      </Suspense>
      {listing ? (
        <CommandButton
          command={stopListing}

          iconOnly
          icon={<Square size={13} />}
        />
      ) : (
        <CommandButton
          command={refreshBoards}

          iconOnly
          icon={<RefreshCw size={15} />}
        />
      )}
      <CommandButton command={deleteBoard} iconOnly icon={<Trash2 size={15} />} />
      <CommandButton command={previewBoard} icon={<Eye size={15} />} />
      <CommandButton command={createBoard} variant="primary" busy={creating} icon={<Plus size={15} />} />
      <Suspense fallback={<span className={styles.menuPlace} />}>
        <MoreMenu />
      </Suspense>
      <CommandButton
        command={toggleInspector}

        iconOnly
        icon={<PanelRight size={15} />}
      />
    </Toolbar>
  );
}

const FilterLine = later((loaded) => loaded.FilterLine);

/** The line below the toolbar; its place is there before it is, so that the rows do not jump. */
export function FilterBar() {
  return (
    <div className={styles.filters}>
      <Suspense>
        <FilterLine />
      </Suspense>
    </div>
  );
}

const OverviewPanel = later((loaded) => loaded.OverviewPanel);

/** The overview where it was opened; another connection's counts are none of this one's. */
export function Overview() {
  const open = useApp((state) => state.boardOverviewOpen);
  const connectionId = useApp((state) => state.boardsOf);
  if (!open || connectionId === null) return null;
  return (
    <Suspense>
      <OverviewPanel key={connectionId} />
    </Suspense>
  );
}
