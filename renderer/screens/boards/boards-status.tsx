import { Fragment } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import type { Health } from '../../../preload/contract/service.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { isWarned, PART_NAMES, partOf } from '../../lib/health-wording.ts';
import { PartWords } from '../../parts/part-words.tsx';
import { counted, clockTime, duration, formatNumber, relativeTime } from '../../lib/format.ts';
import { RoomTitle } from '../../parts/room-title.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { createBoard, refreshBoards } from '../../commands/boards-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { classNames } from '../../parts/class-names.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { UNCONFIRMED } from './boards-grid.tsx';
import { UnresolvedStrip } from '../../parts/unresolved-strip.tsx';
import { SelectionBar } from './selection-bar.tsx';
import styles from './boards-screen.module.css';
import { creatingSince } from '../../store/board-detail-slice.ts';
import { isShort, STALE_MS } from '../../store/boards-slice.ts';
import { isNarrowed } from '../../store/list-slice.ts';
import type { BoardsState } from '../../../preload/contract/boards.ts';

export function BoardsNotices() {
  const boards = useApp((state) => state.boards);
  const notice = useApp((state) => state.boardsNotice);
  const creating = useApp(creatingSince);
  const hasUnknown = useApp(({ unresolved }) => unresolved.some(({ kind }) => kind === 'board'));
  const { refreshBoards: refresh, dismissBoardsNotice: dismiss } = useActions();
  const failed = boards?.phase === 'failed' ? boards.failure : null;
  // True if the outage banner explains the failure, so that no notice is needed.
  const isShown = useApp(({ health }) => failed !== null && isShownByOutage(health, failed));
  return (
    <>
      <UnresolvedStrip kind="board" />
      {creating !== null && <Creating since={creating} />}
      {failed !== null && !isShown && (
        <FailureNotice look="strip" failure={failed} onRetry={() => void refresh()} />
      )}
      {notice !== null && !(hasUnknown && notice.failure.code === 'outcome-unknown') && (
        <FailureNotice
          look="strip"
          failure={notice.failure}
          // Offers no retry after a failed create, because a second request could create a second board.
          onRetry={notice.kind === 'create-failed' ? undefined : () => void refresh()}
          onDismiss={dismiss}
        />
      )}
      {boards !== null && boards.unreadable.length > 0 && (
        <details className="info-strip short">
          <summary>{notUnderstood(boards)}. Show raw data</summary>
          <pre className="sensitive">{boards.unreadable.join('\n')}</pre>
        </details>
      )}
      {boards?.differences.map(({ what, boards: count, id }) => (
        <p key={what} className="info-strip anywhere sensitive" role="status">
          {count === 1 ? <RoomTitle name="" id={id} /> : counted(count, 'board')}:{' '}
          {UNCONFIRMED[what === 'deleted' ? 'still-listed' : 'not-listed'][1]}
        </p>
      ))}
      <SelectionBar of="board" />
    </>
  );
}

function Creating({ since }: { readonly since: number }) {
  const giveUp = useApp((state) => state.giveUpBoard);
  const elapsed = useNow('second') - since;
  if (elapsed < 1000) return null;
  return (
    <div className="row snug fixed line-below" role="group" aria-label="New board">
      <p className="grow">Creating… {duration(elapsed)}</p>
      <Button onClick={() => void giveUp()}>Cancel</Button>
    </div>
  );
}

export function isShownByOutage(health: Health | null, { code, retryAfterSeconds }: Failure): boolean {
  const { state, failure } = partOf(health, 'board-api');
  // False for certificate errors and waiting times, because the outage banner does not explain these.
  const isFullyShown = retryAfterSeconds === undefined && code !== 'certificate';
  return state === 'trouble' && failure?.code === code && isFullyShown;
}

export function NoBoards() {
  const boards = useApp((state) => state.boards);
  const find = useApp((state) => state.lists.board.query.find);
  const filtered = useApp((state) => state.lists.board.query.filters.length > 0);
  const clear = useApp((state) => state.boardList.clear);
  const notice = useApp((state) => state.boardsNotice?.kind);
  const failedEmpty = boards?.phase === 'failed' && boards.rows === 0;
  if (failedEmpty || notice === 'list-failed' || notice === 'rows-failed') {
    return <Empty>Boards couldn’t be loaded.</Empty>;
  }
  const isUnknown = boards === null || boards.phase === 'never';
  if (isUnknown || (boards.phase === 'loading' && boards.rows === 0)) return <LoadingRows />;
  if (find !== '' || filtered) {
    return (
      <Empty
        drawing="none-found"
        action={<Button onClick={clear}>{filtered ? 'Clear filters' : 'Clear search'}</Button>}
      >
        No boards match the search or filters.
      </Empty>
    );
  }
  if (boards.rows > 0) return <LoadingRows />;
  if (boards.phase === 'done' && boards.completeness === 'complete') {
    return (
      <Empty drawing="board" action={<CommandButton command={createBoard} />}>
        This account has no boards.
      </Empty>
    );
  }
  const unreadable = notUnderstood(boards);
  return (
    <Empty drawing="board" action={<CommandButton command={refreshBoards} />}>
      {unreadable === null
        ? 'No boards found, but the list may be incomplete.'
        : `No boards found. ${unreadable}.`}
    </Empty>
  );
}

function LoadingRows() {
  return (
    <Empty>
      <span className={styles.late}>Loading…</span>
    </Empty>
  );
}

export function BoardsFooter() {
  const boards = useApp((state) => state.boards);
  const { query, undated } = useApp((state) => state.boardRows);
  const now = useNow();
  const health = useApp((state) => state.health);
  const part = partOf(health, 'board-api');
  const refresh = useApp((state) => state.refreshBoards);
  const news = useApp((state) => state.boardsNews);
  if (boards === null) return null;
  const reason = whyIncomplete(boards);
  const unreadable = notUnderstood(boards);
  const { unconfirmed, vanished } = boards;
  // False for a short list, because Easel refreshes short lists automatically.
  const isOld = boards.phase === 'done' && now - (boards.asOf ?? now) >= STALE_MS && !isShort(boards);
  return (
    <>
      {query !== null && isNarrowed(query) && undated > 0 && (
        <span title="A filter by age leaves out boards without a creation date.">
          {formatNumber(undated)} left out: no creation date
        </span>
      )}
      <span className={styles.status} data-testid="listing-status">
        {listingStatus(boards)}
      </span>
      {reason !== null && (
        <span className="ellipsis" title={reason}>
          {reason}
        </span>
      )}
      {unreadable !== null && (
        <span className="warning" title="The list leaves out items that Easel couldn’t read.">
          {unreadable}
        </span>
      )}
      {unconfirmed > 0 && (
        <span title="Boards that Easel created or deleted. The service’s list doesn’t show these changes yet.">
          {formatNumber(unconfirmed)} not confirmed
        </span>
      )}
      {vanished > 0 && news == null && (
        <span title="Boards missing from the service’s most recent complete list.">
          {formatNumber(vanished)} no longer listed
        </span>
      )}
      {isWarned(part) && (
        <span className="warning">
          {PART_NAMES['board-api']} <PartWords part={part} />
        </span>
      )}
      <News />
      {boards.asOf !== null && (
        <span
          className={classNames('push', boards.phase === 'failed' && 'warning')}
          title={`List loaded ${relativeTime(boards.asOf, now)}`}
        >
          List as of {clockTime(boards.asOf, now)}
          {isOld && `, ${relativeTime(boards.asOf, now)}`}
        </span>
      )}
      {isOld && (
        <button type="button" className="link" onClick={() => void refresh()}>
          Refresh
        </button>
      )}
    </>
  );
}

function News() {
  const news = useApp((state) => state.boardsNews);
  const show = useApp((state) => state.showNews);
  const now = useNow();
  if (news == null) return null;
  const counts = {
    added: `${formatNumber(news.added)} new`,
    gone: `${formatNumber(news.gone)} no longer listed`,
  };
  const shown = (['added', 'gone'] as const).filter((what) => news[what] > 0);
  return (
    <span role="status" className="fixed nowrap">
      {shown.map((what, at) => (
        <Fragment key={what}>
          {at > 0 && ', '}
          <button type="button" className="link" onClick={() => show(what)}>
            {counts[what]}
          </button>
        </Fragment>
      ))}{' '}
      since {clockTime(news.since, now)}
    </span>
  );
}

export function ListingProgress() {
  const boards = useApp((state) => state.boards);
  if (boards?.phase !== 'loading') return null;
  const { loaded, total } = boards;
  return (
    <progress
      className={`fixed wide ${styles.progress}`}
      aria-label="Loading boards"
      value={total ? loaded / total : undefined}
    />
  );
}

/** Describes how complete the boards list is: "1,240 loaded, complete", "312 loaded so far…". */
export function listingStatus(state: BoardsState): string {
  const { phase, preparing, loaded, total, asOf, rows, completeness } = state;
  if (phase === 'loading') {
    if (preparing) return 'Preparing…';
    if (loaded === 0) return 'Loading…';
    return `${formatNumber(loaded)}${total === null ? '' : ` of ${formatNumber(total)}`} loaded so far…`;
  }
  // Before the first listing, the list may contain boards from an earlier run of Easel. Then `asOf` is set.
  if (phase === 'never' && asOf === null) return 'Not loaded yet';
  return `${formatNumber(rows)} loaded, ${completeness === 'complete' ? 'complete' : 'may be incomplete'}`;
}

/** Returns why the boards list may be incomplete. Null if it is complete, or if the reason is shown elsewhere. */
export function whyIncomplete(state: BoardsState): string | null {
  if (state.phase === 'never' || state.phase === 'loading' || state.completeness === 'complete') return null;
  if (state.phase === 'failed') return 'Loading failed.';
  if (state.phase === 'cancelled') return 'Loading stopped.';
  if (state.notUnderstood > 0) return null;
  const message = state.failure?.serviceMessage ?? '';
  if (message !== '') return `The service ended the list with the message “${message}”.`;
  return 'Easel couldn’t confirm that the list is complete.';
}

export function notUnderstood({ notUnderstood: items }: BoardsState): string | null {
  return items === 0 ? null : `${counted(items, 'item')} couldn’t be read`;
}
