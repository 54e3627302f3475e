/** An outage, said across the top of the content: which part, since when, and what still answers. */
import { TriangleAlert } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { troubleSince } from '../parts/health-wording.ts';
import { useNow } from '../parts/relative-time/use-now.ts';
import { clockTime } from '../parts/format.ts';
import { useActions, useApp } from '../store/use-app.ts';
import styles from './outage-strip.module.css';

/** The strip. Its live region is there before the outage is, so that the outage is read out. */
export function OutageStrip(): React.JSX.Element {
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
