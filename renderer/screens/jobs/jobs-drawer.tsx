/** The departures board: every delete before it is sent, and everything that changes many things at once. */
import { useEffect, useLayoutEffect, useRef, useCallback, useMemo, useState } from 'react';
import { Pane } from '../../parts/pane.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { focusRowsIfLost } from './jobs-line.tsx';
import { JobRow, useMarkOf } from './job-row.tsx';
import styles from './jobs-drawer.module.css';
import { ArrowLeft, X } from 'lucide-react';
import type { Job, JobItem, JobItemState } from '../../../preload/contract/jobs.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { DataGrid } from '../../parts/data-grid/data-grid.tsx';
import type { GridColumn } from '../../parts/data-grid/grid-column.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { countAt, ITEM_STATES, itemWording, jobTitle } from './wording.ts';
import { formatNumber } from '../../parts/format.ts';

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
              <span className="muted ellipsis">A cancelled delete is never sent.</span>
              <CloseButton onClose={() => setOpen(false)} />
            </div>
            {jobs.length === 0 ? (
              <p className="padded muted">No jobs.</p>
            ) : (
              <ul className={`ruled ${styles.list}`} aria-label="Jobs">
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

/** Items that are asked for at once. */
const PAGE = 100;

interface Held {
  readonly from: number;
  readonly items: readonly JobItem[];
  readonly matching: number;
}

/** Keeps the items in view read, and reads them again when the job has come on. */
function useItems(job: Job, state: JobItemState | null) {
  const read = useApp((app) => app.readJobItems);
  const [view, setView] = useState({ first: 0, last: 0 });
  const [held, setHeld] = useState<Held>({ from: 0, items: [], matching: 0 });
  const [failure, setFailure] = useState<Failure | null>(null);
  const { id: jobId, counts } = job;
  const sign = Object.values(counts).join(' ');
  useEffect(() => {
    let current = true;
    const from = view.first * PAGE;
    const count = (view.last - view.first + 1) * PAGE;
    void read({ jobId, from, count, state }).then((answer) => {
      if (!current) return;
      setFailure(answer.ok ? null : answer.error);
      if (answer.ok) setHeld(answer.value);
    });
    return () => {
      current = false;
    };
  }, [read, jobId, state, view, sign]);
  const onRange = useCallback((from: number, to: number) => {
    const next = { first: Math.floor(from / PAGE), last: Math.floor((to - 1) / PAGE) };
    setView((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, []);
  return { held, failure, onRange };
}

export interface JobItemsViewProps {
  readonly job: Job;
  readonly onClose: () => void;
}

/** The view, in place of the list of jobs. */
export function JobItemsView({ job, onClose }: JobItemsViewProps) {
  const { showJob, saveJobItems: save } = useActions();
  const [state, setState] = useState<JobItemState | null>(null);
  const mark = useMarkOf(job);
  return (
    <>
      <div className={styles.header}>
        <IconButton label="All jobs" icon={<ArrowLeft size={16} />} onClick={() => showJob(null)} />
        <h2>{jobTitle(job)}</h2>
        <ConnectionMark connection={mark} />
        <label className={styles.filter}>
          Show{' '}
          <select
            value={state ?? ''}
            onChange={({ target }) => setState(ITEM_STATES.find((each) => each === target.value) ?? null)}
          >
            <option value="">All {formatNumber(job.counts.total)}</option>
            {ITEM_STATES.filter((each) => each === state || countAt(job.counts, each) > 0).map((each) => (
              <option key={each} value={each}>
                {itemWording(job.wording, each)} {formatNumber(countAt(job.counts, each))}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={() => void save(job.id)}>Save results…</Button>
        <CloseButton onClose={onClose} />
      </div>
      <Items key={state} job={job} state={state} />
    </>
  );
}

function Items({ job, state }: { readonly job: Job; readonly state: JobItemState | null }) {
  const { held, failure, onRange } = useItems(job, state);
  const {
    kind,
    wording: { past },
  } = job;
  const [rank, setRank] = useState<number | null>(null);
  const columns = useMemo(() => columnsOf(kind, past), [kind, past]);
  const current = rank === null ? undefined : held.items[rank - held.from];
  if (failure !== null) return <FailureNotice failure={failure} />;
  return (
    <>
      <DataGrid
        name="Items"
        columns={columns}
        total={held.matching}
        rowAt={(at) => held.items[at - held.from]}
        keyOf={(item) => String(item.index)}
        activeRank={rank}
        selectedKey={current === undefined ? null : String(current.index)}
        arrangement={state ?? ''}
        onRange={onRange}
        onSelect={setRank}
        empty={<p className="padded muted">No items.</p>}
      />
      {current !== undefined && (
        <p className={styles.detail} role="status">
          <span className="sensitive">
            {current.targetId} {current.name}
          </span>{' '}
          {itemWording(job.wording, current.state)}
          {current.status !== null && `, status ${current.status}`}
          {current.message !== '' && (
            <>
              : <span className="sensitive">{current.message}</span>
            </>
          )}
        </p>
      )}
    </>
  );
}

function columnsOf(kind: Job['kind'], past: string): readonly GridColumn<JobItem>[] {
  const named = kind !== 'delete-boards' && kind !== 'create-boards';
  const column = (
    id: string,
    title: string,
    width: string,
    cell: GridColumn<JobItem>['cell'],
  ): GridColumn<JobItem> => ({ id, title, width, cell });
  return [
    column('target', kind.endsWith('boards') ? 'Board' : 'Identifier', 'minmax(120px, 290px)', (item) =>
      item.targetId === '' ? null : <code className="sensitive">{item.targetId}</code>,
    ),
    ...(named
      ? [
          column('name', 'Name', 'minmax(80px, 1fr)', (item) => (
            <span className="sensitive">{item.name}</span>
          )),
        ]
      : []),
    column('state', 'State', '124px', (item) => (
      <span data-items={item.state}>{itemWording({ past }, item.state)}</span>
    )),
    column('status', 'Status', '56px', (item) => item.status),
    column('message', 'Message', 'minmax(120px, 1.6fr)', (item) => (
      <span className="sensitive">{item.message}</span>
    )),
    column('at', 'When', '110px', (item) => (item.at === null ? null : <RelativeTime at={item.at} />)),
  ];
}

/** Puts the drawer away. */
export function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <IconButton
      label="Hide jobs"
      title="Hide (Esc)"
      icon={<X size={16} />}
      className={styles.close}
      onClick={onClose}
    />
  );
}
