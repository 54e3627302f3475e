import { Eye, PanelRight, Plus, RefreshCw, Square, Trash2 } from 'lucide-react';
import {
  createBoard,
  deleteBoard,
  previewBoard,
  refreshBoards,
  stopListing,
} from '../../commands/boards-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { toggleInspector } from '../../commands/frame-commands.ts';
import { laterPart } from '../../frame/load-later.ts';
import { FindField } from '../../parts/find-field.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Toolbar } from '../../parts/pane.tsx';
import { creatingSince } from '../../store/board-detail-slice.ts';
import { useApp, useOpenList } from '../../store/use-app.ts';
import { BoardsGrid } from './boards-grid.tsx';
import styles from './boards-screen.module.css';

const ColumnsMenu = laterPart((loaded) => loaded.ColumnsMenu);
const BoardInspector = laterPart((loaded) => loaded.BoardInspector);
const BoardsFooter = laterPart((loaded) => loaded.BoardsFooter);
const BoardsNotices = laterPart((loaded) => loaded.BoardsNotices);
const FilterLine = laterPart((loaded) => loaded.FilterLine);
const ListingProgress = laterPart((loaded) => loaded.ListingProgress);
const GallerySwitch = laterPart((loaded) => loaded.GallerySwitch);
const MoreMenu = laterPart((loaded) => loaded.MoreMenu);

export function BoardsScreen() {
  useOpenList(useApp((state) => state.openBoards));
  return (
    <ListScreen
      label="Boards"
      inspectorLabel="Board details"
      toolbar={
        <>
          <BoardsToolbar />
          <ListingProgress />
        </>
      }
      filters={<FilterLine of="board" />}
      notices={<BoardsNotices />}
      grid={<BoardsGrid />}
      footer={<BoardsFooter />}
      inspector={<BoardInspector />}
    />
  );
}

function BoardsToolbar() {
  const find = useApp((state) => state.lists.board.find);
  const findBoards = useApp((state) => state.boardList.find);
  const listing = useApp((state) => state.boards?.phase === 'loading');
  const creating = useApp((state) => creatingSince(state) !== null);
  return (
    <Toolbar
      title="Boards"
      filters={
        <FindField
          label="Find in id, label, note, tag, customer or field"
          value={find}
          onChange={findBoards}
        />
      }
    >
      <span className={`row ${styles.menu}`}>
        <ColumnsMenu of="board" />
      </span>
      <span className="row folds">
        <GallerySwitch />
      </span>
      {listing ? (
        <CommandButton command={stopListing} className="folds" iconOnly icon={<Square size={13} />} />
      ) : (
        <CommandButton command={refreshBoards} className="folds" iconOnly icon={<RefreshCw size={15} />} />
      )}
      <CommandButton command={deleteBoard} iconOnly icon={<Trash2 size={15} />} />
      <CommandButton command={previewBoard} className="folds" icon={<Eye size={15} />} />
      <CommandButton command={createBoard} variant="primary" busy={creating} icon={<Plus size={15} />} />
      <span className={`row ${styles.menu}`}>
        <MoreMenu />
      </span>
      <CommandButton command={toggleInspector} iconOnly icon={<PanelRight size={15} />} />
    </Toolbar>
  );
}
