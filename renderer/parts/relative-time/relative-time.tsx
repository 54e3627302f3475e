import type { ServiceTime } from '../../../preload/contract/boards.ts';
import { useNow } from './use-now.ts';
import { absoluteTime, momentOf, relativeTime } from '../../lib/format.ts';

/** How long ago; the exact moment with its zone is in the tooltip, and read out. */
export function RelativeTime({ at }: { readonly at: number }) {
  const now = useNow();
  const moment = absoluteTime(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={moment}>
      {relativeTime(at, now)}
      <span className="visually-hidden">{moment}</span>
    </time>
  );
}

/** A moment as the service sent it: the raw text when it can't be read. */
export function ServiceMoment({ time }: { readonly time: ServiceTime | null }) {
  if (time === null) return <span className="muted">not found</span>;
  const at = momentOf(time);
  if (at !== null) return <RelativeTime at={at} />;
  return (
    <code className="muted" title="Not a readable time">
      {time.raw}
    </code>
  );
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
          The service sent <code>{time.raw}</code> without a time zone: taken as UTC.
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
