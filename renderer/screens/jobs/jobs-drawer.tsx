import { useLayoutEffect, useRef, useCallback, useMemo, useState } from 'react';
import { ArrowLeft, Ellipsis, X } from 'lucide-react';
import {
  countWording,
  endedCount,
  endSentence,
  isUnfinished,
  jobGoing,
} from '../../../preload/contract/facts.ts';
import type { Job, JobItem, JobItemState } from '../../../preload/contract/jobs.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { InEnvironment } from '../../parts/connection-mark.tsx';
import { DataGrid, type GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { formatNumber, shortCountdown } from '../../lib/format.ts';
import { onKeys } from '../../lib/keys.ts';
import { MenuButton } from '../../parts/menu.tsx';
import { Pane } from '../../parts/pane.tsx';
import { PersonName } from '../../parts/person-name.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { useReplacedRows } from '../../parts/use-replaced.ts';
import { Select } from '../../parts/field.tsx';
import { isDelete, isOfBoards, whyNotYet } from '../../store/job-facts.ts';
import { useAnswer } from '../../store/use-answer.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import styles from './jobs-drawer.module.css';
import { JobConnection } from './jobs-line.tsx';
import {
  ITEM_STATES,
  itemWording,
  jobTitle,
  progressText,
  rateText,
  stopFacts,
  waitSentence,
} from './wording.ts';

export function JobsDrawer() {
  const open = useApp((state) => state.jobsOpen);
  return open ? <Drawer /> : null;
}

function Drawer() {
  const jobs = useApp((state) => state.jobs);
  const shown = useApp((state) => state.jobs.find(({ id }) => id === state.jobShown) ?? null);
  const { setJobsOpen, showJob } = useActions();
  const drawer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Focuses the opened drawer, so that screen readers announce it, and Tab moves to its controls.
    drawer.current?.closest<HTMLElement>('[data-pane]')?.focus();
  }, []);

  return (
    <Pane
      as="aside"
      label="Jobs"
      className={classNames('column fixed raised', styles.drawer, shown !== null && styles.tall)}
      onKeyDown={onKeys((event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        if (shown === null) setJobsOpen(false);
        else showJob(null);
      })}
    >
      <div ref={drawer} className="fill">
        {shown !== null ? (
          <JobItemsView key={shown.id} job={shown} />
        ) : (
          <>
            <div className={`row fixed line-below nowrap ${styles.header}`}>
              <h2>Jobs</h2>
              <span className="grow muted ellipsis">Easel never sends a cancelled delete.</span>
              <CloseButton />
            </div>
            {jobs.length === 0 ? (
              <p className="padded muted">No jobs.</p>
            ) : (
              <ul className="ruled scroll" aria-label="Jobs">
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

function JobRow({ job }: { readonly job: Job }) {
  const title = `job-${job.id}`;
  const waitText = waitSentence(job);
  const mayWait = job.startsEarliest !== null && isUnfinished(job);
  const waitReason = whyNotYet(job, useNow(mayWait ? 'second' : 'minute'));
  const actions = useActions();
  const { shown, others } = shownActions(job);
  const entries = others.map((action) => ({
    id: action,
    label: actionLabel(action, job),
    onChoose: () => void ACTIONS[action][1](job, actions),
  }));
  const endText = job.counts.total > 1 || job.state === 'cancelled' ? endSentence(job) : null;

  return (
    <li className={`gap-3 inset ${styles.row}`} aria-labelledby={title}>
      <div className={`muted bold ${styles.clock}`} data-state={job.state}>
        <Clock job={job} />
      </div>
      <div className="column-1 shrink anywhere">
        <div className="row wrap">
          <strong id={title}>
            {jobTitle(job)}
            {job.about !== '' && (
              <>
                {isDelete(job) ? ' ' : ' for '}
                <RoomTitle name={job.aboutName} id={job.about} />
              </>
            )}
          </strong>
          <JobConnection job={job} />
        </div>
        {isUnfinished(job) && job.state !== 'held' && (
          <progress
            className={classNames('wide', job.state === 'paused' && styles.paused)}
            aria-label={jobTitle(job)}
            aria-valuetext={[progressText(job), ...countWording(job).map(({ text }) => text)].join(', ')}
            max={job.counts.total}
            value={endedCount(job.counts)}
          />
        )}
        <p className="flow">
          {waitText !== null && <span className="warning sensitive">{waitText}</span>}
          {endText ?? <Counts job={job} />}
          {waitReason !== null && <span id={`${title}-not-yet`}>{waitReason}.</span>}
          {job.links > 0 && (
            <span className="muted">
              Save the join links now. They will be lost when Easel closes or locks.
            </span>
          )}
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
        </p>
      </div>
      <div className={`wrap end gap-1 ${styles.buttons}`}>
        <ActionButtons job={job} shown={shown} waitReason={waitReason} about={title} />
        {entries.length > 0 && (
          <MenuButton
            variant="quiet"
            label="More actions"
            title="More actions"
            groups={[{ title: null, entries }]}
          >
            <Ellipsis size={15} />
          </MenuButton>
        )}
      </div>
    </li>
  );
}

interface ActionButtonsProps {
  readonly job: Job;
  readonly shown: readonly JobAction[];
  readonly waitReason: string | null;
  readonly about: string;
}

function ActionButtons({ job, shown, waitReason, about }: ActionButtonsProps) {
  const actions = useActions();
  const isReplaced = useReplacedRows([0], () => shown.join(' '));
  function act(action: JobAction, clicks: number): void {
    // Asks for another click, because a job that pauses or ends shows other buttons, perhaps just before the click.
    if (isReplaced(0) && RISKY.includes(action))
      actions.announce('The buttons just changed. To use this one, click again.', 'note');
    // Ignores the second click of a double-click, because after the first one, another button may be in this place.
    else if (clicks < 2) void ACTIONS[action][1](job, actions);
  }
  return shown.map((action) => {
    const sends = action === 'startNow' || action === 'resume';
    const disabledReason = sends ? waitReason : null;
    return (
      <Button
        key={action}
        variant={QUIET.includes(action) ? 'quiet' : 'plain'}
        aria-describedby={disabledReason === null ? about : `${about} ${about}-not-yet`}
        disabledReason={disabledReason}
        onClick={({ detail: clicks }) => act(action, clicks)}
      >
        {actionLabel(action, job)}
      </Button>
    );
  });
}

const STATES = { paused: 'Paused', stopped: 'Stopped', cancelled: 'Cancelled', done: 'Finished' } as const;

function Clock({ job }: { readonly job: Job }) {
  const { state, holdUntil } = job;
  const now = useNow(state === 'held' ? 'second' : 'minute');
  if (state === 'running') return <>{Math.floor((endedCount(job.counts) / job.counts.total) * 100)}%</>;
  if (state !== 'held') return <>{STATES[state]}</>;
  if (holdUntil === null) return <>On hold</>;
  return (
    <>
      <span className="visually-hidden">Job starts in </span>
      <time>{shortCountdown(holdUntil - now)}</time>
    </>
  );
}

function Counts({ job }: { readonly job: Job }) {
  if (job.state === 'held' && job.startedAt === null) return <span>Nothing has been sent yet.</span>;
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

type Actions = ReturnType<typeof useActions>;

/** Label and action of each button of a job. "…" at the end of a label means that the action opens a dialog. */
const ACTIONS = {
  cancel: ['Cancel', ({ id }, { stepJob }) => stepJob(id, 'cancel')],
  startNow: ['Start now', ({ id }, { stepJob }) => stepJob(id, 'startNow')],
  pause: ['Pause', ({ id }, { stepJob }) => stepJob(id, 'pause')],
  keepPaused: ['Don’t resume automatically', ({ id }, { stepJob }) => stepJob(id, 'pause')],
  resume: ['Resume', ({ id }, { stepJob }) => stepJob(id, 'resume')],
  stop: ['Stop…', (job, { askToStop }) => askToStop(job)],
  retryFailed: ['Retry', ({ id }, { stepJob }) => stepJob(id, 'retryFailed')],
  copyLinks: ['Copy links', ({ id }, { copyJobLinks }) => copyJobLinks(id)],
  saveLinks: ['Save links…', ({ id }, { saveJobLinks }) => saveJobLinks(id)],
  qrCodes: ['QR codes…', (job, { openDialog }) => openDialog({ kind: 'qr-sheet', ...linksOf(job) })],
  mailText: ['Email text…', (job, { openDialog }) => openDialog({ kind: 'mail-text', ...linksOf(job) })],
  addPeople: ['Add people…', (job, { addPeople }) => addPeople(job)],
  items: ['Items', ({ id }, { showJob }) => showJob(id)],
  save: ['Save results…', saveResults],
  dismiss: ['Dismiss', ({ id }, { dismissJob }) => dismissJob(id)],
} as const satisfies Readonly<Record<string, readonly [string, (job: Job, actions: Actions) => unknown]>>;
type JobAction = keyof typeof ACTIONS;

const linksOf = ({ id, connectionId }: Job) => ({ jobId: id, connectionId });

/** Actions that need a second click if their button has just changed. *Start now* needs none, because main asks. */
const RISKY: readonly JobAction[] = ['resume', 'retryFailed', 'dismiss'];

const QUIET: readonly JobAction[] = ['qrCodes', 'mailText', 'addPeople', 'items', 'save', 'dismiss'];

function saveResults({ id: jobId, connectionId, counts }: Job, { openDialog }: Actions): void {
  openDialog({ kind: 'save-results', connectionId, jobId, results: counts.total });
}

const STEPS: Readonly<Record<Job['state'], readonly JobAction[]>> = {
  held: ['cancel', 'startNow'],
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: [],
  done: [],
  cancelled: [],
};

/** Returns a job's buttons: up to four actions, or three and a menu of the others. */
function shownActions({ kind, state, pause, counts, links }: Job) {
  const isOver = state === 'stopped' || state === 'done';
  const hasFailed = isOver && counts.failed > 0;
  const isForPeople = kind === 'mint-links' || kind === 'create-pack';
  const actions: readonly JobAction[] = [
    ...STEPS[state],
    // Offers to keep the job paused, because otherwise it resumes as soon as the team database can be reached.
    ...(state === 'paused' && pause === 'register' ? (['keepPaused'] as const) : []),
    ...(hasFailed ? (['retryFailed'] as const) : []),
    ...(links > 0 ? (['copyLinks', 'saveLinks', 'qrCodes', 'mailText'] as const) : []),
    'items',
    ...(isForPeople && isOver ? (['addPeople'] as const) : []),
    ...(isOver ? (['save'] as const) : []),
    ...(isOver || state === 'cancelled' ? (['dismiss'] as const) : []),
  ];
  const buttons = actions.length > 4 ? 3 : 4;
  return { shown: actions.slice(0, buttons), others: actions.slice(buttons) };
}

function actionLabel(action: JobAction, { counts }: Job): string {
  return action === 'retryFailed' ? `Retry ${formatNumber(counts.failed)} failed` : ACTIONS[action][0];
}

const PAGE = 100;

const NO_ITEMS = { from: 0, items: [] as readonly JobItem[], matching: 0 };

function JobItemsView({ job }: { readonly job: Job }) {
  const actions = useActions();
  const { showJob } = actions;
  const title = `job-${job.id}`;
  const waitReason = whyNotYet(job, useNow(isUnfinished(job) ? 'second' : 'minute'));
  const [state, setState] = useState<JobItemState | null>(null);
  return (
    <>
      <div className={`row fixed line-below nowrap ${styles.header}`}>
        <IconButton label="All jobs" icon={<ArrowLeft size={16} />} onClick={() => showJob(null)} />
        <h2 id={title} className="ellipsis">
          {jobTitle(job)}
        </h2>
        <JobConnection job={job} />
        <span className={`bold ${styles.clock}`} data-state={job.state}>
          <Clock job={job} />
        </span>
        <span className="grow" />
        <ActionButtons job={job} shown={STEPS[job.state]} waitReason={waitReason} about={title} />
        {waitReason !== null && (
          <span className="visually-hidden" id={`${title}-not-yet`}>
            {waitReason}.
          </span>
        )}
        <label>
          Show{' '}
          <Select
            value={state}
            choices={[
              [null, `All items ${formatNumber(job.counts.total)}`],
              ...ITEM_STATES.filter((each) => each === state || job.counts[each] > 0).map(
                (each) =>
                  [each, `${itemWording(job.wording.past, each)} ${formatNumber(job.counts[each])}`] as const,
              ),
            ]}
            onChoose={setState}
          />
        </label>
        <Button onClick={() => saveResults(job, actions)}>Save results…</Button>
        <CloseButton />
      </div>
      <Items key={state} job={job} state={state} />
    </>
  );
}

interface ChosenItem {
  readonly rank: number;
  /** Identifies the item, because its rank changes when others leave the filter. Null until the item is loaded. */
  readonly index: number | null;
}

function Items({ job, state }: { readonly job: Job; readonly state: JobItemState | null }) {
  const { copyJobLink, readJobItems } = useActions();
  const [{ first, last }, setView] = useState({ first: 0, last: 0 });
  // Loads the visible items again when the job's counts change.
  const question = [job.id, state, first, last, ...Object.values(job.counts)].join(' ');
  const [answer] = useAnswer(question, () =>
    readJobItems({ jobId: job.id, from: first * PAGE, count: (last - first + 1) * PAGE, state }),
  );
  const onRange = useCallback((from: number, to: number) => {
    const next = { first: Math.floor(from / PAGE), last: Math.floor((to - 1) / PAGE) };
    setView((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, []);
  const page = answer?.ok ? answer.value : NO_ITEMS;
  const { kind, wording } = job;
  const [chosen, setChosen] = useState<ChosenItem | null>(null);
  const columns = useMemo(() => columnsOf(kind, wording.past), [kind, wording.past]);
  const at = page.items.findIndex(({ index }, place) =>
    chosen?.index == null ? page.from + place === chosen?.rank : index === chosen.index,
  );
  const current = page.items[at];
  const next = current === undefined ? chosen : { rank: page.from + at, index: current.index };
  if (next?.rank !== chosen?.rank || next?.index !== chosen?.index) setChosen(next);
  if (answer?.ok === false) return <FailureNotice failure={answer.error} />;
  return (
    <div className="fill">
      <DataGrid
        name="Items"
        columns={columns}
        total={page.matching}
        rowAt={(at) => page.items[at - page.from]}
        keyOf={(item) => String(item.index)}
        activeRank={chosen?.rank ?? null}
        selectedKey={current === undefined ? null : String(current.index)}
        arrangement={state ?? ''}
        onRange={onRange}
        onSelect={(rank) => setChosen({ rank, index: null })}
        empty={<p className="padded muted">No items.</p>}
      />
      {/* Shows the button only while the main process may still store the item's join link. */}
      {job.links > 0 && current?.state === 'done' && (
        <div className="row fixed line-above inset">
          <Button onClick={() => void copyJobLink(job.id, current.index)}>Copy join link</Button>
        </div>
      )}
      {current !== undefined && (
        <p className="fixed anywhere line-above sunken selectable inset" role="status">
          <span className="sensitive">{current.targetId}</span> <PersonName name={current.name} /> ·{' '}
          {itemWording(wording.past, current.state)}
          {current.status !== null && `, status ${current.status}`}
          {current.message !== '' && (
            <>
              : <span className="sensitive">{current.message}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}

function columnsOf(kind: Job['kind'], past: string): readonly GridColumn<JobItem>[] {
  const column = (
    id: string,
    title: string,
    width: string,
    cell: GridColumn<JobItem>['cell'],
  ): GridColumn<JobItem> => ({ id, title, width, cell });
  return [
    kind === 'mint-links' || kind === 'create-pack'
      ? column('name', 'Name', 'minmax(120px, 1fr)', ({ name }) => <PersonName name={name} />)
      : column('target', isOfBoards({ kind }) ? 'Board' : 'Paper', 'minmax(160px, 1fr)', (item) =>
          item.targetId === '' ? (
            <PersonName name={item.name} />
          ) : (
            <RoomTitle name={item.name} id={item.targetId} spread />
          ),
        ),
    column('state', 'State', '124px', (item) => (
      <span data-items={item.state}>{itemWording(past, item.state)}</span>
    )),
    column('status', 'Status', '56px', (item) => item.status),
    column('message', 'Message', 'minmax(120px, 2fr)', (item) => (
      <span className="sensitive">{item.message}</span>
    )),
    column('at', 'When', '110px', (item) => (item.at === null ? null : <RelativeTime at={item.at} />)),
  ];
}

function CloseButton() {
  const setJobsOpen = useApp((state) => state.setJobsOpen);
  return <IconButton label="Hide jobs (Esc)" icon={<X size={16} />} onClick={() => setJobsOpen(false)} />;
}

export function StopJobDialog({ jobId, resumes }: PropsOf<'stop-job'>) {
  const job = useApp((state) => state.jobs.find(({ id }) => id === jobId) ?? null);
  const step = useApp((state) => state.stepJob);
  const form = useSubmit();
  if (job === null) return null;
  const isOver = !isUnfinished(job);
  function resumeAndClose(): void {
    form.close();
    if (resumes && !isOver) void step(jobId, 'resume');
  }
  return (
    <FormDialog
      asks
      title={`Stop ${jobGoing(job).toLowerCase()}?`}
      cancel={resumes ? 'Continue job' : 'Cancel'}
      action={<InEnvironment action="Stop" of={job.environment} />}
      form={form}
      off={isOver ? 'The job has ended' : null}
      onClose={resumeAndClose}
      onSubmit={async () => {
        await step(jobId, 'stop');
        return null;
      }}
    >
      <p>{endSentence(job) ?? 'The job is paused. A stopped job can’t be resumed.'}</p>
      <ul>
        {stopFacts(job).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </FormDialog>
  );
}
