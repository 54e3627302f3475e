/** One job in the drawer: what, where, how far, why it waits, and what can be done with it. */
import { useEffect, useRef } from 'react';
import type { Job } from '../../../preload/contract/jobs.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionMark, type Marked } from '../../parts/connection-mark.tsx';
import { shortCountdown, formatNumber } from '../../parts/format.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { aboutName, isDelete, isUnfinished, whyNotYet } from '../../store/job-facts.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import styles from './jobs-drawer.module.css';
import {
  countWording,
  endedCount,
  endSentence,
  jobTitle,
  progressPercent,
  progressText,
  rateText,
  waitSentence,
} from './wording.ts';
import type { JobStep } from '../../store/jobs-slice.ts';

/** The connection of a job as it was called when the job was made; its colour is the one of now. */
export function useMarkOf(job: Job): Marked {
  const color = useApp((state) => state.connections.find(({ id }) => id === job.connectionId)?.color);
  return { name: job.connectionName, environment: job.environment, color: color ?? 'gray' };
}

/** The row, an item of the list of jobs. */
export function JobRow({ job }: { readonly job: Job }) {
  const row = useRef<HTMLLIElement>(null);
  const mark = useMarkOf(job);
  const title = `job-${job.id}`;
  const about = useApp((state) => aboutName(state, job));
  const wait = waitSentence(job);
  const notYet = useWhyNotYet(job);
  const end = job.counts.total > 1 || job.state === 'cancelled' ? endSentence(job) : null;
  // The button that was pressed is gone with the state that it was for: the next one of this row takes the focus.
  useEffect(() => {
    if (document.activeElement === document.body && row.current?.dataset['pressed'] === 'yes')
      row.current.querySelector('button')?.focus();
    delete row.current?.dataset['pressed'];
  }, [job.state]);

  return (
    <li ref={row} className={styles.row} aria-labelledby={title}>
      <div className={`muted bold ${styles.clock}`} data-state={job.state}>
        <Clock job={job} />
      </div>
      <div className={`column-1 ${styles.what}`}>
        <div className={styles.title}>
          <strong id={title}>
            {jobTitle(job)}
            {job.about !== '' && (
              <>
                {isDelete(job) ? ' ' : ' for '}
                <code className="sensitive">{about}</code>
              </>
            )}
          </strong>
          <ConnectionMark connection={mark} />
        </div>
        {isUnfinished(job) && job.state !== 'held' && <Progress job={job} />}
        <p className={styles.facts}>
          {wait !== null && <span className={classNames(styles.wait, 'sensitive')}>{wait}</span>}
          {end ?? <Counts job={job} />}
          {notYet !== null && <span id={`${title}-not-yet`}>{notYet}.</span>}
          {job.links > 0 && <span className="muted">Links go when Easel closes or locks.</span>}
          {job.endedAt !== null && (
            <span className="muted">
              <RelativeTime at={job.endedAt} />
            </span>
          )}
          {job.reason !== '' && (
            <span className="muted">
              Reason: <span className="sensitive">{job.reason}</span>
            </span>
          )}
          <UnresolvedCreates job={job} />
        </p>
      </div>
      <div
        className={styles.buttons}
        onClickCapture={() => {
          if (row.current !== null) row.current.dataset['pressed'] = 'yes';
        }}
      >
        {actionsOf(job).map((action) => (
          <ActionButton
            key={action}
            action={action}
            job={job}
            about={title}
            notYet={action === 'startNow' || action === 'resume' ? notYet : null}
          />
        ))}
      </div>
    </li>
  );
}

/** Why it can't be started or resumed yet, renewed as time goes by. */
function useWhyNotYet(job: Job): string | null {
  const mayWait = job.startsEarliest !== null && isUnfinished(job);
  return whyNotYet(job, useNow(mayWait ? 'second' : 'minute'));
}

const STATES = { paused: 'Paused', stopped: 'Stopped', cancelled: 'Cancelled', done: 'Done' } as const;

/** The countdown of a hold, else the state in one word. */
function Clock({ job: { state, holdUntil, ...job } }: { readonly job: Job }) {
  if (state === 'running') return <>{progressPercent(job)}%</>;
  if (state !== 'held') return <>{STATES[state]}</>;
  return holdUntil === null ? <>On hold</> : <Countdown until={holdUntil} />;
}

function Countdown({ until }: { readonly until: number }) {
  const left = until - useNow('second');
  return (
    <>
      <span className="visually-hidden">Starts in </span>
      <time>{shortCountdown(left)}</time>
    </>
  );
}

function Progress({ job }: { readonly job: Job }) {
  const words = countWording(job).map(({ text }) => text);
  return (
    <div
      role="progressbar"
      aria-label={jobTitle(job)}
      aria-valuemin={0}
      aria-valuemax={job.counts.total}
      aria-valuenow={endedCount(job.counts)}
      aria-valuetext={[progressText(job), ...words].join(', ')}
      className={styles.progress}
      data-paused={job.state === 'paused' || undefined}
    >
      <div style={{ width: `${progressPercent(job)}%` }} />
    </div>
  );
}

/** How its items stand, and how fast they come on. */
function Counts({ job }: { readonly job: Job }) {
  if (job.state === 'held') return <span>Nothing sent yet.</span>;
  const rate = job.state === 'running' ? rateText(job) : null;
  return (
    <>
      {countWording(job).map(({ state, text }) => (
        <span key={state} data-items={state}>
          {text}
        </span>
      ))}
      {rate !== null && <span className="muted">{rate}</span>}
    </>
  );
}

/** The way to the creates whose end was not seen. */
function UnresolvedCreates({ job }: { readonly job: Job }) {
  const go = useApp((state) => state.go);
  const currentId = useApp((state) => state.currentId);
  if (job.counts.unknown === 0 || (job.kind !== 'create-boards' && job.kind !== 'create-papers')) return null;
  const screen = job.kind === 'create-boards' ? 'boards' : 'papers';
  async function show(): Promise<void> {
    if (job.connectionId !== currentId) await go({ kind: 'connection', id: job.connectionId });
    await go({ kind: 'screen', screen });
  }
  return (
    <button type="button" className="link" onClick={() => void show()}>
      Check outcomes
    </button>
  );
}

interface ActionButtonProps {
  readonly action: JobAction;
  readonly job: Job;
  readonly about: string;
  /** Why it is off. */
  readonly notYet: string | null;
}

function ActionButton({ action, job, about, notYet }: ActionButtonProps) {
  const {
    stepJob: step,
    showJob: show,
    saveJobItems: save,
    dismissJob: dismiss,
    copyJobLinks: copyLinks,
    saveJobLinks: saveLinks,
    openDialog,
  } = useActions();

  async function run(): Promise<void> {
    if (action === 'items') show(job.id);
    else if (action === 'save') await save(job.id);
    else if (action === 'dismiss') await dismiss(job.id);
    else if (action === 'copyLinks') await copyLinks(job.id);
    else if (action === 'saveLinks') await saveLinks(job.id);
    else if (action === 'stop')
      openDialog({ kind: 'stop-job', jobId: job.id, connectionId: job.connectionId });
    else await step(job.id, action);
  }

  return (
    <Button
      variant={action === 'items' || action === 'save' ? 'quiet' : 'plain'}
      aria-describedby={notYet === null ? about : `${about} ${about}-not-yet`}
      disabledReason={notYet}
      onClick={() => void run()}
    >
      {actionLabel(action, job)}
    </Button>
  );
}

export type JobAction = JobStep | 'items' | 'save' | 'copyLinks' | 'saveLinks' | 'dismiss';

/** The buttons, in reading order. */
export function actionsOf(job: Pick<Job, 'state' | 'counts' | 'links'>): readonly JobAction[] {
  const links = job.links > 0 ? (['copyLinks', 'saveLinks'] as const) : [];
  return [...links, ...stepsOf(job)];
}

const STEPS: Readonly<Record<Job['state'], readonly JobAction[]>> = {
  held: ['cancel', 'startNow', 'items'],
  running: ['pause', 'stop', 'items'],
  paused: ['resume', 'stop', 'items'],
  stopped: ['items', 'save', 'dismiss'],
  done: ['items', 'save', 'dismiss'],
  cancelled: ['items', 'dismiss'],
};

function stepsOf({ state, counts }: Pick<Job, 'state' | 'counts'>): readonly JobAction[] {
  const hasFailed = (state === 'stopped' || state === 'done') && counts.failed > 0;
  return hasFailed ? ['retryFailed', ...STEPS[state]] : STEPS[state];
}

/** The words on a button. What asks first ends in dots. */
const LABELS: Readonly<Record<Exclude<JobAction, 'retryFailed'>, string>> = {
  cancel: 'Cancel',
  startNow: 'Start now',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop…',
  items: 'Items',
  save: 'Save results…',
  copyLinks: 'Copy links',
  saveLinks: 'Save links…',
  dismiss: 'Dismiss',
};

export function actionLabel(action: JobAction, { counts }: Pick<Job, 'counts'>): string {
  return action === 'retryFailed' ? `Retry ${formatNumber(counts.failed)} failed` : LABELS[action];
}
