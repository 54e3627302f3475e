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

interface ServiceMomentProps {
  readonly time: ServiceTime | null;
  readonly exact?: boolean;
}

/** A moment as the service sent it: the raw text when it can't be read, a dash when none was sent. */
export function ServiceMoment({ time, exact = false }: ServiceMomentProps) {
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

interface MomentProps {
  readonly time: ServiceTime | null;
  /** Names of the fields that it was looked for in. */
  readonly among?: readonly string[] | undefined;
}

/** A moment in full: how long ago, when exactly, and what was made of the text that the service sent. */
export function Moment({ time, among }: MomentProps) {
  if (time === null) {
    const fields = among?.length ? ` among these fields: ${among.join(', ')}` : '';
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

/** A moment on this computer's clock, one below the other: how long ago, and when exactly. */
export function Instant({ at }: { readonly at: number }) {
  return (
    <>
      {relativeTime(at, useNow())}
      <br />
      <span className="muted">{absoluteTime(at)}</span>
    </>
  );
}
