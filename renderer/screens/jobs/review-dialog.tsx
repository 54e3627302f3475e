/** What deleting many boards would mean, before anything is queued. The ids are fixed when it opens. */
import { useEffect, useState } from 'react';
import type { BoardSelection } from '../../../preload/contract/boards.ts';
import type { JobReview } from '../../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../../preload/contract/failure.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { ReviewForm } from './review-form.tsx';

interface WaitingProps {
  readonly failure: Failure | null;
  readonly onClose: () => void;
  readonly onRetry: () => void;
}

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
  return (
    <Waiting
      failure={made === null ? null : made.error}
      onClose={close}
      onRetry={() => {
        setMade(null);
        setTries(tries + 1);
      }}
    />
  );
}

function Waiting({ failure, onClose, onRetry }: WaitingProps) {
  return (
    <Dialog title="Delete boards" size="medium" onClose={onClose} footer="Cancel">
      {failure === null ? (
        <p role="status" className="muted">
          Checking the boards…
        </p>
      ) : (
        <FailureNotice failure={failure} onRetry={failure.retryable ? onRetry : undefined} />
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
