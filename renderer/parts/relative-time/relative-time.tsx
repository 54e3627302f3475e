import type { ServiceTime } from '../../../preload/contract/domain.ts';
import { absoluteTime, relativeTime } from './wording.ts';
import styles from './relative-time.module.css';
import { useNow } from './use-now.ts';

/** How long ago, with the exact moment and its zone beside it where there is room, and spoken where there is none. */
export function RelativeTime({ at }: { readonly at: number }): React.JSX.Element {
  const now = useNow();
  const exact = absoluteTime(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} className={styles.time}>
      <span className={styles.ago}>{relativeTime(at, now)}</span>
      <span className={styles.exact}>{exact}</span>
    </time>
  );
}

/** A moment as the service sent it: the raw text when it can't be read, a dash when none was sent. */
export function ServiceMoment({ time }: { readonly time: ServiceTime | null }): React.JSX.Element {
  if (time === null) return <span className={styles.none}>not sent</span>;
  if (time.epochMs === null) {
    return (
      <span className={styles.raw} title="This text could not be read as a time">
        {time.raw}
      </span>
    );
  }
  return <RelativeTime at={time.epochMs} />;
}
