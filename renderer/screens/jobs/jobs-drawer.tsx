/** The departures board: every delete before it is sent, and everything that changes many things at once. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Pane } from '../../parts/pane.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { CloseButton, JobItemsView } from './job-items.tsx';
import { focusRowsIfLost } from './jobs-line.tsx';
import { JobRow } from './job-row.tsx';
import styles from './jobs-drawer.module.css';

/** The drawer below the screen, while it is open. */
export function JobsDrawer() {
  const open = useApp((state) => state.jobsOpen);
  return open ? <Drawer /> : null;
}

/** Its name is read out then, and what can be pressed in it comes next. */
function focusPane(inside: HTMLElement | null): void {
  inside?.closest<HTMLElement>('[data-pane]')?.focus();
}

function Drawer() {
  const jobs = useApp((state) => state.jobs);
  const shown = useApp((state) => state.jobs.find(({ id }) => id === state.jobShown) ?? null);
  const { setJobsOpen: setOpen, showJob } = useActions();
  const drawer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    focusPane(drawer.current);
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else focusRowsIfLost();
    };
  }, []);
  // Items or another row stand there now, and the button that led there is gone.
  const sign = `${shown?.id ?? ''} ${jobs.length}`;
  useEffect(() => {
    if (document.activeElement === document.body) focusPane(drawer.current);
  }, [sign]);

  return (
    <Pane
      as="aside"
      label="Jobs"
      className={shown === null ? styles.drawer : styles.tall}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        if (shown === null) setOpen(false);
        else showJob(null);
      }}
    >
      <div ref={drawer} className="fill">
        {shown !== null ? (
          <JobItemsView key={shown.id} job={shown} onClose={() => setOpen(false)} />
        ) : (
          <>
            <div className={styles.header}>
              <h2>Jobs</h2>
              <span className={`muted ${styles.muted}`}>A delete that you cancel here is never sent.</span>
              <CloseButton onClose={() => setOpen(false)} />
            </div>
            {jobs.length === 0 ? (
              <p className="padded muted">No jobs.</p>
            ) : (
              <ul className={`ruled ${styles.list}`} aria-label="Jobs, newest first">
                {jobs.map((job) => (
                  <JobRow key={job.id} job={job} />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Pane>
  );
}
