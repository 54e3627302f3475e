/** What is said across the top of the content: an outage, a failure, a start that failed. */
import { TriangleAlert } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { troubleSince } from '../parts/health-wording.ts';
import { useNow } from '../parts/relative-time/use-now.ts';
import { clockTime } from '../parts/format.ts';
import { useActions, useApp } from '../store/use-app.ts';
import styles from './outage-strip.module.css';
import { FailureNotice } from '../parts/failure-notice.tsx';

/** An outage: which part, since when. Its live region is there before the outage is, so that the outage is read out. */
export function OutageStrip() {
  const sentence = useApp((state) => state.health?.sentence ?? '');
  const since = useApp((state) => troubleSince(state.health));
  const trying = useApp((state) => state.tryingHealth);
  const { tryHealthNow: tryNow, setLightsOpen } = useActions();
  const now = useNow();
  const shown = sentence !== '' && since !== null;
  return (
    <section aria-label="Outage" className={shown ? `row ${styles.strip}` : undefined}>
      {shown && <TriangleAlert className="warning" size={16} />}
      <p role="status" className="grow">
        {shown && (
          <>
            <strong>Problem since {clockTime(since, now)}.</strong>{' '}
            <span className="sensitive">{sentence}</span>
          </>
        )}
      </p>
      {shown && (
        <>
          <Button onClick={() => setLightsOpen(true)}>Service status</Button>
          <Button busy={trying} onClick={() => void tryNow()}>
            Try now
          </Button>
        </>
      )}
    </section>
  );
}

/** A failure that belongs to no row or field. */
export function NoticeStrip() {
  const notice = useApp((state) => state.notice);
  const raise = useApp((state) => state.raise);
  return notice && <FailureNotice look="strip" failure={notice} onDismiss={() => raise(null)} />;
}

/** Shown in place of a screen when the start failed. */
export function StartFailed() {
  const failure = useApp((state) => state.startFailure);
  const start = useApp((state) => state.start);
  // Locked, or without a policy: the screen that says so is about to come, and what it says is all there is to say.
  if (!failure || failure.code === 'locked' || failure.code === 'policy') return null;
  return (
    <>
      <FailureNotice look="strip" failure={failure} />
      <div className="column-3 start padded">
        <p>Easel couldn’t read your connections. Nothing was changed.</p>
        <Button variant="primary" onClick={() => void start()}>
          Try again
        </Button>
      </div>
    </>
  );
}
