import { History, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import type { BoardRow } from '../../../preload/contract/boards.ts';
import { showBoardActivity } from '../../commands/activity-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { IdProperty, Inspector, Property, Quiet } from '../../parts/inspector/inspector.tsx';
import { Instant, Moment } from '../../parts/relative-time/relative-time.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { absoluteTime, counted } from '../../lib/format.ts';
import { Presence } from '../../parts/presence.tsx';
import { SmallPicture } from '../../parts/picture.tsx';
import { boardsPicked, isElsewhere, keyOfRow, rowAt } from '../../store/boards-slice.ts';
import type { AppState } from '../../store/store.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { UNCONFIRMED } from './boards-grid.tsx';
import styles from './boards-screen.module.css';
import { LocalNotes } from './notes/local-notes.tsx';

export function BoardInspector() {
  const count = useApp(boardsPicked);
  const row = useApp(currentRow);
  const detail = useApp((state) => state.boardDetail);
  const isHidden = useApp(isElsewhere);
  const { viewBoard, viewBoardAgain: refresh } = useActions();
  const boardId = count > 1 ? null : (row?.id ?? null);
  useEffect(() => {
    if (boardId !== null) viewBoard(boardId);
  }, [boardId, viewBoard]);

  if (count > 1) return <Quiet>{counted(count, 'board')} selected.</Quiet>;
  if (row === null) return <Quiet>Select a board to see its details.</Quiet>;
  const { id, unusableId } = row;
  if (id === null)
    return (
      <Quiet>
        {unusableId === undefined ? 'This board has no id' : 'This board has an unusable id: '}
        {unusableId !== undefined && <code className="sensitive">{unusableId}</code>}. It can’t be opened or
        deleted.
      </Quiet>
    );
  const shown = detail !== null && detail.boardId === id ? detail : null;
  return (
    <Inspector
      label="Board details"
      title={<RoomTitle name={row.local?.label} id={id} />}
      summary={
        <>
          {/* CSS delays this text, because the results of a new search may still contain the board. */}
          {isHidden && <p className={`muted ${styles.late}`}>The list doesn’t currently show this board.</p>}
          <Presence id={id} isNote />
          <SmallPicture id={id} size="wide" />
          <dl className="column-3">
            <IdProperty label="Id" id={id} what="board id" />
            <Property label="Created">
              <Moment time={shown?.view?.created ?? row.created} />
            </Property>
            {row.vanishedAt !== null && (
              <Property label="No longer listed">
                Not listed by the service since <Instant at={row.vanishedAt} />. Easel keeps the notes.
              </Property>
            )}
            {row.unconfirmed !== undefined && (
              <Property label="Change not confirmed">{UNCONFIRMED[row.unconfirmed][1]}</Property>
            )}
            {(row.madeHere || row.previewedAt !== null) && (
              <Property label="On this computer">
                {row.madeHere && <p>Created with Easel</p>}
                {row.previewedAt !== null && (
                  <>
                    Previewed <Instant at={row.previewedAt} />
                  </>
                )}
              </Property>
            )}
            {shown?.view != null && (
              <Property label="Details loaded">{absoluteTime(shown.view.fetchedAt)}</Property>
            )}
          </dl>
          {shown?.failure != null ? (
            <FailureNotice failure={shown.failure} onRetry={refresh} retrying={shown.loading} />
          ) : (
            <div className="wrap">
              <Button icon={<RefreshCw size={14} />} busy={shown?.loading ?? false} onClick={refresh}>
                {shown?.view == null ? 'Loading…' : 'Refresh'}
              </Button>
              <CommandButton command={showBoardActivity} icon={<History size={14} />} />
            </div>
          )}
          <LocalNotes key={id} of="board" id={id} local={row.local} />
        </>
      }
      fields={shown?.view?.otherFields ?? null}
      raw={shown?.view?.raw ?? null}
      without="The board’s details haven’t been loaded yet."
    />
  );
}

/** Returns the selected board's row: from the list if it is there, otherwise the older copy in the selection. */
function currentRow({ boardSelection, boardRows }: AppState): BoardRow | null {
  const row = boardSelection?.row ?? null;
  if (boardSelection === null || row === null) return null;
  const listed = rowAt(boardRows, boardSelection.rank);
  return listed !== undefined && keyOfRow(listed) === keyOfRow(row) ? listed : row;
}
