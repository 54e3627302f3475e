import { useEffect } from 'react';
import type { JobReview } from '../../../preload/contract/jobs.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { ReviewForm } from '../jobs/review-form.tsx';

/** The review of a plan that was opened; it is dropped when the dialog closes. */
export function RunPlanDialog({ review }: { readonly review: JobReview }): React.JSX.Element {
  const drop = useApp((state) => state.closeReview);
  const { close } = useDialog();
  useEffect(() => () => drop(review.reviewId), [drop, review.reviewId]);
  return <ReviewForm review={review} onClose={close} />;
}
