import { classNames } from '../../parts/class-names.ts';
import { clockTime, counted, formatNumber, relativeTime } from '../../lib/format.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { useApp } from '../../store/use-app.ts';
import styles from './boards-screen.module.css';
import { listingShare, listingStatus, notUnderstood, whyIncomplete } from './listing-status.ts';
import { useMatching } from './use-matching.ts';

export function BoardsFooter() {
  const boards = useApp((state) => state.boards);
  const { asked, matching, counting, undated } = useMatching();
  const now = useNow();
  if (boards === null) return null;
  const why = whyIncomplete(boards);
  const odd = notUnderstood(boards);
  const { onItsWay, vanished } = boards;
  return (
    <>
      {asked && <span>{counting ? 'Counting…' : `${counted(matching, 'board')} found`}</span>}
      {asked && undated > 0 && (
        <span title="Their creation date is unknown, so a filter by age leaves them out.">
          {formatNumber(undated)} undated left out
        </span>
      )}
      <span className={styles.status} data-testid="listing-status">
        {listingStatus(boards)}
      </span>
      {why !== null && (
        <span className="ellipsis" title={why}>
          {why}
        </span>
      )}
      {odd !== null && (
        <span className="warning" title="Easel couldn’t read these, so they are left out.">
          {odd}
        </span>
      )}
      {onItsWay > 0 && <span title="Changed here, not listed yet.">{formatNumber(onItsWay)} on the way</span>}
      {vanished > 0 && (
        <span title="Missing from the last complete list.">{formatNumber(vanished)} vanished</span>
      )}
      {boards.asOf !== null && (
        <span
          className={classNames('push', boards.phase === 'failed' && 'warning')}
          title={`Loaded ${relativeTime(boards.asOf, now)}`}
        >
          As of {clockTime(boards.asOf, now)}
        </span>
      )}
    </>
  );
}

/** Progress of a listing. Indeterminate if the service sends no total. */
export function ListingProgress() {
  const boards = useApp((state) => state.boards);
  if (boards?.phase !== 'loading') return null;
  const share = listingShare(boards);
  return (
    <progress
      className={`fixed wide ${styles.progress}`}
      aria-label="Loading boards"
      value={share ?? undefined}
    />
  );
}
