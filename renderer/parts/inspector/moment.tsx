import type { ServiceTime } from '../../../preload/contract/boards.ts';
import { absoluteTime, momentOf, relativeTime } from '../format.ts';
import { useNow } from '../relative-time/use-now.ts';
import styles from './inspector.module.css';

/** A moment in full: how long ago, when exactly, and what was made of the text that the service sent. */
export function Moment({
  time,
  among,
}: {
  readonly time: ServiceTime | null;
  /** Names of the fields that it was looked for in. */
  readonly among?: readonly string[] | undefined;
}) {
  if (time === null) {
    const fields =
      among === undefined || among.length === 0 ? '' : ` among these fields: ${among.join(', ')}`;
    return <span className="muted sensitive">not found{fields}</span>;
  }
  const at = momentOf(time);
  if (at === null) {
    return (
      <>
        <code>{time.raw}</code>
        <p className="muted">Not a readable time.</p>
      </>
    );
  }
  return (
    <>
      <Instant at={at} />
      {time.assumedUtc && (
        <p className="muted">
          Sent as <code>{time.raw}</code>. No time zone: read as UTC.
        </p>
      )}
    </>
  );
}

/** A moment on this computer's clock: how long ago, and when exactly. */
export function Instant({ at }: { readonly at: number }) {
  const now = useNow();
  return (
    <>
      {relativeTime(at, now)}
      <span className={styles.exact}>{absoluteTime(at)}</span>
    </>
  );
}
