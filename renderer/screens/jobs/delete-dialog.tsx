import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ServiceTime } from '../../../preload/contract/boards.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import type { JobReview } from '../../../preload/contract/jobs.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { InEnvironment } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import {
  absoluteTime,
  capital,
  clockTime,
  counted,
  formatNumber,
  idParts,
  momentOf,
  relativeTime,
  spokenSpan,
} from '../../lib/format.ts';
import { NamedProperty, Property } from '../../parts/inspector/inspector.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { SmallPicture } from '../../parts/picture.tsx';
import { Moment, ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { FIELD } from '../../store/list-slice.ts';
import { knownPaper } from '../../store/papers-slice.ts';
import { nameOfRecent } from '../../store/recent-slice.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useDialog, useFields, useSubmit } from '../../store/use-dialog.ts';
import { boardColumns, firstColumns } from '../boards/boards-grid.tsx';
import { PlanFacts, SavePlan } from '../bulk/plan.tsx';
import { TemplateUses } from '../papers/lineage.tsx';
import { DeclineButton } from '../team/teamwork.tsx';
import styles from './review.module.css';

export function DeleteDialog({ connectionId, target }: PropsOf<'delete-one'>) {
  const { kind, id } = target;
  const row = useApp((state) => state.boardSelection?.row ?? null);
  const name = useApp((state) => nameOfRecent(state, { ...target, name: '' }));
  const isTemplate = useApp((state) => kind === 'paper' && knownPaper(state, id)?.isTemplate === true);
  const queueDelete = useApp((state) => state.queueDelete);
  const seconds = useApp(
    ({ policy, preferences }) => policy?.allows.holdSeconds.single ?? preferences?.holdSeconds.single ?? null,
  );
  const form = useSubmit();
  return (
    <FormDialog
      asks
      title={`Delete this ${kind}?`}
      action={<InEnvironment action={`Delete ${kind}`} />}
      form={form}
      onSubmit={() => queueDelete(connectionId, target)}
    >
      <p>The {kind} will be deleted for everyone. This can’t be undone.</p>
      {seconds !== null && <p>{holdText(seconds)}</p>}
      <div className="row start gap-3">
        <SmallPicture id={id} size="beside" />
        <dl className="column-3">
          <NamedProperty label={kind === 'board' ? 'Label' : 'Name'} text={name} />
          <NamedProperty label={kind === 'board' ? 'Board' : 'Identifier'} text={id} mono />
          {isTemplate && (
            <Property label="Marked as template">
              <TemplateUses identifier={id} />
            </Property>
          )}
          {kind === 'board' && row?.id === id && (
            <Property label="Created">
              <Moment time={row.created} />
            </Property>
          )}
        </dl>
      </div>
      <TroubleNote part={`${kind}-api`} />
    </FormDialog>
  );
}

function holdText(seconds: number): string {
  return seconds === 0
    ? 'Easel sends the delete immediately, so you can’t cancel it.'
    : `You can cancel the delete within ${spokenSpan(seconds * 1000)}.`;
}

/** Dialog with a delete review. When the dialog closes, main discards the review. */
export function ReviewDeleteDialog({ connectionId, of, selection }: PropsOf<'review-delete'>) {
  const { reviewDelete: review, closeReview } = useActions();
  const { close } = useDialog();
  const [result, setResult] = useState<Result<JobReview> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let closed = false;
    const pending = review(connectionId, of, selection);
    void pending.then((answer) => !closed && setResult(answer));
    return () => {
      closed = true;
      void pending.then((answer) => answer.ok && closeReview(answer.value.reviewId));
    };
  }, [review, closeReview, connectionId, of, selection, attempt]);

  if (result?.ok === true) return <ReviewForm key={result.value.reviewId} review={result.value} />;
  function retry(): void {
    setResult(null);
    setAttempt(attempt + 1);
  }
  return (
    <Dialog title={`Delete ${of}s`} size="medium" onClose={close} footer="Cancel">
      {result === null ? (
        <p role="status" className="muted">
          Checking…
        </p>
      ) : (
        <FailureNotice failure={result.error} onRetry={result.error.retryable ? retry : undefined} />
      )}
    </Dialog>
  );
}

export function RunPlanDialog({ review }: PropsOf<'run-plan'>) {
  const closeReview = useApp((state) => state.closeReview);
  useEffect(() => () => closeReview(review.reviewId), [closeReview, review.reviewId]);
  return <ReviewForm review={review} />;
}

function ReviewForm({ review }: { readonly review: JobReview }) {
  const connection = useApp((state) => state.connections.find(({ id }) => id === review.connectionId));
  const { chooseListFolder, queueReviewed: queue, raise, rememberReason, approvePlan } = useActions();
  const [folder, setFolder] = useState<string | null>(null);
  const [saveFirst, setSaveFirst] = useState(true);
  const form = useFields({ typed: '', reason: '' });
  const { field } = form;
  if (connection === undefined) return null;
  const { reviewId } = review;
  const typed = form.typed.typed.trim();
  const reason = form.typed.reason.trim();
  const nothing = review.boards === 0 ? 'Nothing to delete' : null;
  const disabledReason = review.refusal?.message ?? nothing;
  const team = review.plan?.team ?? null;
  const approves = team?.state === 'waiting';
  const countText = counted(approves ? team.boards : review.boards, review.of);

  async function chooseFolder(): Promise<void> {
    const chosen = await chooseListFolder();
    if (!chosen.ok) raise(chosen.error);
    else if (chosen.value !== null) setFolder(chosen.value.folder);
  }

  return (
    <FormDialog
      danger={!approves}
      title={`${approves ? 'Cleanup plan:' : 'Delete'} ${countText} in ${capital(connection.environment)}`}
      size="large"
      action={approves ? 'Approve…' : <InEnvironment action={`Delete ${countText}`} />}
      form={form}
      off={approves ? (team.isOwn ? 'A colleague must approve your plan.' : nothing) : disabledReason}
      onSubmit={() =>
        approves
          ? approvePlan(reviewId)
          : queue({ reviewId, typed, reason, saves: saveFirst }, review.plan === null ? review.of : null)
      }
      onDone={() => rememberReason(reason)}
    >
      {review.refusal !== null && <FailureNotice failure={review.refusal} />}
      {review.plan !== null && <PlanFacts plan={review.plan} boards={review.boards} />}
      {team !== null && <DeclineButton {...review} {...team} />}
      <ReviewFacts review={review} />
      {review.of === 'board' && review.plan === null && review.boards > 0 && (
        <SavePlan review={review} open={disabledReason !== null} />
      )}
      {disabledReason === null && !approves && (
        <div className="column-3 apart">
          <div className="row">
            <Choice checked={saveFirst} onChange={setSaveFirst}>
              Save list as CSV before deleting
            </Choice>
            <Button onClick={() => void chooseFolder()}>
              {folder === null ? 'Folder…' : `Folder: ${folder}…`}
            </Button>
          </div>
          <ReasonField {...field('reason')} />
          {review.mustType && (
            <TextField
              label={`Type ${formatNumber(review.boards)} or the connection’s name`}
              {...field('typed')}
              data-disposable
              aria-required
            />
          )}
        </div>
      )}
      <TroubleNote part={`${review.of}-api`} />
      <Samples review={review} />
    </FormDialog>
  );
}

function ReviewFacts({ review }: { readonly review: JobReview }) {
  const skipped = skippedLines(review);
  const now = useNow();
  const quality = listQuality(review, now);
  const isPapers = review.of === 'paper';
  return (
    <>
      {review.boards > 0 && (
        <p>
          Only these <strong>{counted(review.boards, review.of)}</strong> will be deleted.{' '}
          {holdText(review.holdSeconds)} Deleting can’t be undone.
        </p>
      )}
      <dl className="facts">
        <dt>{isPapers ? 'First added' : 'Oldest board'}</dt>
        <dd>{momentWording(review.oldest, now)}</dd>
        <dt>{isPapers ? 'Last added' : 'Newest board'}</dt>
        <dd>{momentWording(review.newest, now)}</dd>
        <dt>Excluded</dt>
        <dd>{skipped.length === 0 ? 'None' : skipped.map((line) => <div key={line}>{line}</div>)}</dd>
        {review.notListed > 0 && (
          <>
            <dt>Not in the loaded list</dt>
            <dd>{counted(review.notListed, review.of)}, to be deleted too</dd>
          </>
        )}
        {review.notMatching > 0 && (
          <>
            <dt>No longer matching the plan’s filter</dt>
            <dd>{counted(review.notMatching, review.of)}, to be deleted too</dd>
          </>
        )}
        <dt>List</dt>
        <dd className={quality.warning ? 'row-tight start warning' : undefined}>
          {quality.warning && <TriangleAlert size={14} />}
          {quality.text}
        </dd>
      </dl>
    </>
  );
}

function Samples({ review }: { readonly review: JobReview }) {
  const { of, samples, fields, boards, connectionId } = review;
  const isCurrent = useApp((state) => state.currentId === connectionId);
  if (samples.length === 0) return null;
  const previewed = samples.some(({ previewedAt }) => previewedAt !== null) ? ['previewed'] : [];
  const ids = ['customer', ...fields.map((name) => `${FIELD}${name}`), ...previewed, 'note', 'tags'];
  const columns = boardColumns(firstColumns(...ids), fields)
    .filter(({ cell }) => samples.some((row) => Boolean(cell(row))))
    .slice(0, MOST_COLUMNS);
  return (
    <table className={`table fixed nowrap ${styles.table}`}>
      <caption className={`hint ${styles.caption}`}>
        {samples.length === boards
          ? `All ${of}s to delete`
          : `Sample: ${samples.length} of ${counted(boards, of)}`}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={styles.picture}>
            <span className="visually-hidden">Picture</span>
          </th>
          <th scope="col" className={styles.board}>
            {of === 'board' ? 'Board' : 'Paper'}
          </th>
          <th scope="col">{of === 'board' ? 'Created' : 'Added'}</th>
          {columns.map(({ id, title }) => (
            <th key={id} scope="col" className="ellipsis">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {samples.map((row) => {
          const { before, short, after } = idParts(row.id ?? '');
          return (
            <tr key={row.rowKey}>
              <td className={styles.picture}>
                <SmallPicture id={isCurrent ? row.id : null} size="small" />
              </td>
              <td>
                {row.local != null && row.local.label !== '' && (
                  <div className="medium sensitive ellipsis">{row.local.label}</div>
                )}
                <code className="muted sensitive">
                  {before}
                  <span className={styles.short}>{short}</span>
                  {after}
                </code>
              </td>
              <td>
                <ServiceMoment time={row.created} />
              </td>
              {columns.map(({ id, cell }) => (
                <td key={id} className="ellipsis">
                  {cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Maximum number of service fields in the table of samples. More columns don't fit beside the whole ids. */
const MOST_COLUMNS = 3;

const SKIPPED: Readonly<Record<JobReview['skipped'][number]['why'], string>> = {
  protected: 'protected',
  vanished: 'no longer listed by the service',
  undated: 'creation date unknown',
  'without-id': 'no id',
  queued: 'already in another job',
};

/** Returns a line for each reason why rows are skipped, such as "6 boards: protected". */
export function skippedLines({ of, skipped }: Pick<JobReview, 'of' | 'skipped'>): readonly string[] {
  const wording = of === 'paper' ? { ...SKIPPED, vanished: 'deleted already' } : SKIPPED;
  return skipped.map(({ why, boards: count }) => `${counted(count, of)}: ${wording[why]}`);
}

/** Formats a time as "2 years ago, 26 Nov 2023, 15:11:39 UTC". Returns a time that Easel can't parse unchanged. */
function momentWording(time: ServiceTime | null, now: number): string {
  if (time === null) return 'Unknown';
  const at = momentOf(time);
  if (at === null) return time.raw;
  return `${relativeTime(at, now)}, ${absoluteTime(at)}${time.assumedUtc ? ' (time zone assumed)' : ''}`;
}

/** Age of the boards list in ms from which the delete review suggests a refresh. */
const OLD = 60 * 60_000;

export function listQuality({ of, completeness, asOf, notListed }: JobReview, now: number) {
  if (of === 'paper') return { warning: false, text: 'The list contains every paper that Easel knows.' };
  const from =
    asOf === null
      ? 'Easel doesn’t know when this list was loaded.'
      : `List loaded at ${clockTime(asOf, now)}.`;
  if (completeness !== 'complete')
    return {
      warning: true,
      text: `${from} The list may be incomplete.${notListed === 0 ? ' Boards missing from the list won’t be deleted.' : ''}`,
    };
  if (asOf === null || now - asOf > OLD)
    return { warning: true, text: `${from} The list may be out of date. Refresh it first.` };
  return { warning: false, text: `${from} It is complete.` };
}
