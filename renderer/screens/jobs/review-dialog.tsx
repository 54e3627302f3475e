/** What deleting many boards would mean, before anything is queued. The ids are fixed when it opens. */
import { useEffect, useState } from 'react';
import type { BoardSelection, BoardRow } from '../../../preload/contract/boards.ts';
import type { JobReview } from '../../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../../preload/contract/failure.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { useDialog, useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import { Choice } from '../../parts/choice.tsx';
import { InConnection, ENVIRONMENT_WORDS } from '../../parts/connection-mark.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { needsReason } from '../../store/changes.ts';
import { PlanFacts, SavePlan } from '../bulk/plan.tsx';
import styles from './review.module.css';
import { typedProblem, listWorth, momentWording, skippedLines } from './review-wording.ts';
import { counted } from '../../parts/format.ts';
import { TriangleAlert } from 'lucide-react';
import { ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { holdText } from './hold-wording.ts';

/** The dialog over a selection: the review is made when it opens, and dropped when it closes. */
export function ReviewDeleteDialog({ selection }: { readonly selection: BoardSelection }) {
  const { reviewDelete: review, closeReview: drop } = useActions();
  const { close } = useDialog();
  const [made, setMade] = useState<Result<JobReview> | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let reviewId: string | null = null;
    let over = false;
    void review(selection).then((result) => {
      if (result.ok) reviewId = result.value.reviewId;
      if (!over) setMade(result);
      else if (reviewId !== null) drop(reviewId);
    });
    return () => {
      over = true;
      if (reviewId !== null) drop(reviewId);
    };
  }, [review, drop, selection, tries]);

  if (made?.ok === true) {
    return <ReviewForm key={made.value.reviewId} review={made.value} onClose={close} />;
  }
  function retry(): void {
    setMade(null);
    setTries(tries + 1);
  }
  return (
    <Dialog title="Delete boards" size="medium" onClose={close} footer="Cancel">
      {made === null ? (
        <p role="status" className="muted">
          Checking…
        </p>
      ) : (
        <FailureNotice failure={made.error} onRetry={made.error.retryable ? retry : undefined} />
      )}
    </Dialog>
  );
}

/** The review of a plan that was opened; it is dropped when the dialog closes. */
export function RunPlanDialog({ review }: { readonly review: JobReview }) {
  const drop = useApp((state) => state.closeReview);
  const { close } = useDialog();
  useEffect(() => () => drop(review.reviewId), [drop, review.reviewId]);
  return <ReviewForm review={review} onClose={close} />;
}

export interface ReviewFormProps {
  readonly review: JobReview;
  readonly onClose: () => void;
}

/** The dialog. */
export function ReviewForm({ review, onClose }: ReviewFormProps) {
  const connection = useApp((state) => state.connections.find(({ id }) => id === review.connectionId));
  const { saveReview, queueReviewed: queue } = useActions();
  const wantsReason = useApp(needsReason);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [saveFirst, setSaveFirst] = useState(true);
  /** The file that the list was saved to: it is not saved a second time. */
  const [saved, setSaved] = useState<string | null>(null);
  const [notSaved, setNotSaved] = useState(false);
  const form = useSubmit({ stays: true });
  const { errors, failure } = form;
  if (connection === undefined) return null;
  const { name, environment } = connection;
  const off = review.refusal?.message ?? (review.boards === 0 ? 'Nothing to delete' : null);

  /** The errors, field by field. */
  function wrong(): FieldErrors {
    const typedWrong = review.mustType ? typedProblem(typed, review, name) : null;
    return {
      ...(typedWrong !== null && { typed: typedWrong }),
      ...(wantsReason && reason.trim() === '' && { reason: 'Enter a reason.' }),
    };
  }

  /** Saves the list first where that was chosen; queues nothing without it. */
  async function queueSaved(): Promise<Failure | null> {
    if (saveFirst && saved === null) {
      const written = await saveReview(review.reviewId);
      if (!written.ok) return written.error;
      if (written.value === null) {
        setNotSaved(true);
        return null;
      }
      setSaved(written.value.fileName);
    }
    const failed = await queue({ reviewId: review.reviewId, typed: typed.trim(), reason: reason.trim() });
    if (failed === null) onClose();
    return failed;
  }

  function submit(): void {
    setNotSaved(false);
    void form.submit(queueSaved, wrong());
  }

  return (
    <FormDialog
      danger
      title={`Delete ${counted(review.boards, 'board')} in ${ENVIRONMENT_WORDS[environment]}`}
      size="large"
      action={
        <InConnection action={`Delete ${counted(review.boards, 'board')} in`} connection={connection} />
      }
      // Its failure stands above the samples, which may be long.
      form={{ ...form, failure: null }}
      off={off}
      onSubmit={submit}
      onClose={onClose}
    >
      {review.refusal !== null && <FailureNotice failure={review.refusal} />}
      {review.plan !== null && <PlanFacts plan={review.plan} />}
      <ReviewFacts review={review} />
      {review.plan === null && review.boards > 0 && (
        <SavePlan reviewId={review.reviewId} open={off !== null} />
      )}
      {off === null && (
        <div className={`column-3 ${styles.answers}`}>
          <Choice
            checked={saveFirst}
            onChange={(on) => {
              setSaveFirst(on);
              setNotSaved(false);
            }}
            disabledReason={saved === null ? null : 'Saved.'}
          >
            Save list as CSV first
          </Choice>
          <div role="status">
            {saved !== null && (
              <p>
                Saved as <strong className="sensitive">{saved}</strong>.
              </p>
            )}
            {notSaved && <p className={`warning ${styles.warning}`}>Nothing queued: list not saved.</p>}
          </div>
          <TextField
            label={wantsReason ? 'Reason' : 'Reason (optional)'}
            value={reason}
            onChange={setReason}
            error={errors['reason']}
            maxLength={512}
            aria-required={wantsReason || undefined}
          />
          {review.mustType && (
            <TextField
              label={`Type ${review.boards} or the connection’s name`}
              value={typed}
              onChange={setTyped}
              error={errors['typed']}
              aria-required
            />
          )}
        </div>
      )}
      <TroubleNote part="board-api" />
      {failure !== null && <FailureNotice failure={failure} />}
      <Samples samples={review.samples} all={review.boards} />
    </FormDialog>
  );
}

/** What would be deleted, what is excluded, and how current the list is. */
export function ReviewFacts({ review }: { readonly review: JobReview }) {
  const skipped = skippedLines(review);
  const now = useNow();
  const worth = listWorth(review, now);
  return (
    <>
      {review.boards > 0 && (
        <p>
          Deletes these <strong>{counted(review.boards, 'board')}</strong> and no others.{' '}
          {holdText(review.holdSeconds)} Deleting can’t be undone.
        </p>
      )}
      <dl className="facts">
        <dt>Oldest</dt>
        <dd>{momentWording(review.oldest, now)}</dd>
        <dt>Newest</dt>
        <dd>{momentWording(review.newest, now)}</dd>
        <dt>Left out</dt>
        <dd>{skipped.length === 0 ? 'None' : skipped.map((line) => <div key={line}>{line}</div>)}</dd>
        <dt>List</dt>
        <dd className={worth.warning ? `warning ${styles.warning}` : undefined}>
          {worth.warning && <TriangleAlert size={14} />}
          {worth.text}
        </dd>
      </dl>
    </>
  );
}

export interface SamplesProps {
  readonly samples: readonly BoardRow[];
  readonly all: number;
}

/** Some of the boards, with what is written about them here. Long: they stand below what is to be answered. */
export function Samples({ samples, all }: SamplesProps) {
  if (samples.length === 0) return null;
  return (
    <table className={`table ${styles.table}`}>
      <caption className={`hint ${styles.caption}`}>
        {samples.length === all ? 'Boards to delete' : `${samples.length} of them`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Board</th>
          <th scope="col">Created</th>
          <th scope="col">Label</th>
          <th scope="col">Customer</th>
        </tr>
      </thead>
      <tbody>
        {samples.map((row) => (
          <tr key={row.rowKey}>
            <td>
              <code className="sensitive">{row.id}</code>
            </td>
            <td>
              <ServiceMoment time={row.created} />
            </td>
            <td className="sensitive">{row.local?.label}</td>
            <td className="sensitive">{row.local?.customer}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
