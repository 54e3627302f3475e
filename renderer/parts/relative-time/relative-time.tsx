import type { ServiceTime } from '../../../preload/contract/boards.ts';
import styles from './relative-time.module.css';
import { useNow } from './use-now.ts';
import { absoluteTime, momentOf, relativeTime } from '../format.ts';

export interface RelativeTimeProps {
  /** Epoch ms. */
  readonly at: number;
  /** Shows the exact moment beside it; else that is in the tooltip, and read out. */
  readonly exact?: boolean;
}

/** How long ago, and the exact moment with its zone. */
export function RelativeTime({ at, exact = false }: RelativeTimeProps) {
  const now = useNow();
  const moment = absoluteTime(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={moment} className={exact ? styles.time : undefined}>
      <span className={exact ? styles.ago : undefined}>{relativeTime(at, now)}</span>
      <span className={exact ? 'muted' : 'visually-hidden'}>{moment}</span>
    </time>
  );
}

/** A moment as the service sent it: the raw text when it can't be read, a dash when none was sent. */
export function ServiceMoment({
  time,
  exact = false,
}: {
  readonly time: ServiceTime | null;
  readonly exact?: boolean;
}) {
  if (time === null) return <span className="muted">not found</span>;
  const at = momentOf(time);
  if (at === null) {
    return (
      <code className="muted" title="Not a readable time">
        {time.raw}
      </code>
    );
  }
  return <RelativeTime at={at} exact={exact} />;
}
