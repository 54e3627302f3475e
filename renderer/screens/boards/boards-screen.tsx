import { Eye, PanelRight, Plus, RefreshCw, Square, Trash2, X } from 'lucide-react';
import { useEffect } from 'react';
import type { BoardRow } from '../../../preload/contract/domain.ts';
import {
  createBoard,
  deleteBoard,
  openBoard,
  previewBoard,
  refreshBoards,
  stopListing,
} from '../../commands/boards-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { toggleInspector } from '../../commands/frame-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { DataGrid } from '../../parts/data-grid/data-grid.tsx';
import type { GridColumn } from '../../parts/data-grid/grid-column.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { FindField } from '../../parts/find-field.tsx';
import { EmptyRows, ListScreen, ResultStrip } from '../../parts/list-screen.tsx';
import { ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { Toolbar, ToolbarSpace } from '../../parts/toolbar.tsx';
import { UnknownsStrip } from '../../parts/unknowns-strip.tsx';
import { keyOfRow, rowAt } from '../../store/row-pages.ts';
import { useApp, useAppStore } from '../../store/use-app.ts';
import { BoardInspector } from './board-inspector.tsx';
import { BoardsFooter, ListingProgress } from './boards-footer.tsx';
import { MoreMenu } from './export/more-menu.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { Overview } from './overview/overview.tsx';
import styles from './boards-screen.module.css';
import { deletedSentence } from '../../parts/deleted-sentence.ts';

const COLUMNS: readonly GridColumn<BoardRow>[] = [
  {
    id: 'id',
    title: 'Id',
    width: 'minmax(120px, 290px)',
    sortable: true,
    cell: (row) =>
      row.id === null ? (
        <span className={styles.noId}>came without an id</span>
      ) : (
        <code className="sensitive">{row.id}</code>
      ),
  },
  {
    id: 'created',
    title: 'Created',
    width: 'minmax(110px, 1fr)',
    sortable: true,
    cell: (row) => <ServiceMoment time={row.created} />,
  },
];

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
        </>
      }
      grid={<BoardsGrid />}
      footer={<BoardsFooter />}
      inspector={<BoardInspector />}
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
      <MoreMenu />
      <CommandButton
        command={toggleInspector}
        variant="quiet"
        iconOnly
        icon={<PanelRight size={15} aria-hidden />}
      />
    </Toolbar>
  );
}

function BoardsGrid(): React.JSX.Element {
  const store = useAppStore();
  const rows = useApp((state) => state.boardRows);
  const selection = useApp((state) => state.boardSelection);
  const query = useApp((state) => state.boardQuery);
  const { showBoards, selectBoard, sortBoards } = store.getState();
  return (
    <DataGrid
      name="Boards"
      columns={COLUMNS}
      total={rows.matching}
      rowAt={(rank) => rowAt(rows, rank)}
      keyOf={keyOfRow}
      activeRank={selection?.rank ?? null}
      selectedKey={selection?.row == null ? null : keyOfRow(selection.row)}
      sort={{ column: query.order.by, descending: query.order.descending }}
      onSort={(column) => sortBoards(column === 'id' ? 'id' : 'created')}
      arrangement={JSON.stringify(query)}
      onRange={showBoards}
      onSelect={selectBoard}
      onOpen={() => void runCommand(openBoard, store)}
      empty={<NoBoards />}
    />
  );
}

/** Why the grid has no rows. It never says that there are no boards unless that is known. */
function NoBoards(): React.JSX.Element {
  const boards = useApp((state) => state.boards);
  const find = useApp((state) => state.boardQuery.find);
  const findBoards = useApp((state) => state.findBoards);
  const notice = useApp((state) => state.boardsNotice?.kind);
  const nothingCame = boards?.phase === 'failed' && boards.rows === 0;
  if (nothingCame || notice === 'list-failed' || notice === 'rows-failed') {
    return <EmptyRows>The boards could not be listed.</EmptyRows>;
  }
  if (boards === null || boards.phase === 'never' || boards.phase === 'loading') {
    return <EmptyRows>Listing the boards…</EmptyRows>;
  }
  if (find !== '') {
    return (
      <EmptyRows action={<Button onClick={() => findBoards('')}>Clear find</Button>}>
        No board matches.
      </EmptyRows>
    );
  }
  if (boards.rows > 0) return <EmptyRows>Loading the rows…</EmptyRows>;
  if (boards.phase === 'done' && boards.completeness === 'complete') {
    return (
      <EmptyRows action={<CommandButton command={createBoard} />}>This account has no boards.</EmptyRows>
    );
  }
  return (
    <EmptyRows action={<CommandButton command={refreshBoards} />}>
      No boards came so far. There may be some that the listing did not reach.
    </EmptyRows>
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
    </>
  );
}
