/** A review with its confirmation. Whatever fails, what was typed stays. */
import { useState } from 'react';
import type { JobReview } from '../../../preload/contract/jobs.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Choice } from '../../parts/choice.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { ENVIRONMENT_WORDS } from '../../parts/environment-badge.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { needsReason } from '../../store/changes.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import { PlanFacts, SavePlan } from '../bulk/plan.tsx';
import { ReviewFacts, Samples } from './review-facts.tsx';
import styles from './review.module.css';
import { typedProblem } from './review-wording.ts';
import { counted } from '../../parts/format.ts';

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
      ...(wantsReason && reason.trim() === '' && { reason: 'Your organisation requires a reason.' }),
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
            disabledReason={saved === null ? null : 'The list is saved.'}
          >
            Save list as CSV first
          </Choice>
          <div role="status">
            {saved !== null && (
              <p>
                Saved as <strong className="sensitive">{saved}</strong>.
              </p>
            )}
            {notSaved && (
              <p className={`warning ${styles.warning}`}>Nothing was queued: the list wasn’t saved.</p>
            )}
          </div>
          <TextField
            label={wantsReason ? 'Reason or ticket' : 'Reason or ticket (optional)'}
            value={reason}
            onChange={setReason}
            error={errors['reason']}
            maxLength={512}
            aria-required={wantsReason || undefined}
          />
          {review.mustType && (
            <TextField
              label={`Type ${review.boards} or the connection’s name to confirm`}
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
