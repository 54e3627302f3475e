import { TriangleAlert } from 'lucide-react';
import type { BoardRow } from '../../../preload/contract/boards.ts';
import type { JobReview } from '../../../preload/contract/jobs.ts';
import { ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { holdText } from './hold-wording.ts';
import { listWorth, momentWording, skippedLines } from './review-wording.ts';
import styles from './review.module.css';
import { counted } from '../../parts/format.ts';

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
          {holdText(review.holdSeconds)} This can’t be undone.
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
