import type { ServiceTime } from '../../../preload/contract/boards.ts';
import { useNow } from './use-now.ts';
import { absoluteTime, momentOf, relativeTime } from '../../lib/format.ts';

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

function whyNoMoment({ epochMs }: ServiceTime): string {
  return epochMs === null ? 'The date is not valid' : 'The date has no time of day';
}

export function ServiceMoment({ time }: { readonly time: ServiceTime | null }) {
  if (time === null) return <span className="muted">not found</span>;
  const at = momentOf(time);
  if (at !== null) return <RelativeTime at={at} />;
  return (
    <code className="muted" title={whyNoMoment(time)}>
      {time.raw}
    </code>
  );
}

/** Shows a time as "2 days ago" and as a date. If the service's text has no time zone, shows this text too. */
export function Moment({ time }: { readonly time: ServiceTime | null }) {
  if (time === null) return <span className="muted">not found</span>;
  const at = momentOf(time);
  if (at === null) {
    return (
      <>
        <code>{time.raw}</code>
        <p className="muted">{whyNoMoment(time)}.</p>
      </>
    );
  }
  return (
    <>
      <Instant at={at} />
      {time.assumedUtc && (
        <p className="muted">
          The service sent <code>{time.raw}</code> without a time zone. Shown as UTC.
        </p>
      )}
    </>
  );
}

export function Instant({ at }: { readonly at: number }) {
  return (
    <>
      {relativeTime(at, useNow())}
      <br />
      <span className="muted">{absoluteTime(at)}</span>
    </>
  );
}
