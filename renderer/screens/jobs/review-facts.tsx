import { TriangleAlert } from 'lucide-react';
import type { BoardRow, JobReview } from '../../../preload/contract/domain.ts';
import { Moment } from '../../parts/inspector/moment.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { holdText, listWorth, skippedLines } from './review-wording.ts';
import styles from './review.module.css';
import { things } from './wording.ts';

/** What would be deleted, what is left out, and what the list is worth. */
export function ReviewFacts({ review }: { readonly review: JobReview }): React.JSX.Element {
  const skipped = skippedLines(review);
  const worth = listWorth(review, useNow());
  return (
    <>
      <p>
        <strong>{things('delete-boards', review.boards)}</strong>, fixed now: what comes later is not deleted.{' '}
        {holdText(review.holdSeconds)} After that, deleting can’t be undone at the service.
      </p>
      <Properties>
        {review.oldest !== null && (
          <Property label="Oldest">
            <Moment time={review.oldest} />
          </Property>
        )}
        {review.newest !== null && (
          <Property label="Newest">
            <Moment time={review.newest} />
          </Property>
        )}
        {skipped.length > 0 && (
          <Property label="Left out">
            <ul>
              {skipped.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Property>
        )}
        <Property label="List">
          {worth.warning ? (
            <span className={styles.warning}>
              <TriangleAlert size={14} aria-hidden />
              {worth.text}
            </span>
          ) : (
            worth.text
          )}
        </Property>
      </Properties>
      {review.samples.length > 0 && <Samples samples={review.samples} all={review.boards} />}
    </>
  );
}

interface SamplesProps {
  readonly samples: readonly BoardRow[];
  readonly all: number;
}

function Samples({ samples, all }: SamplesProps): React.JSX.Element {
  return (
    <div className={styles.samples} role="group" aria-label="Samples">
      {/* It scrolls, so it can be reached by keys. */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Boards that would be deleted">
        <table className={styles.table}>
          <caption className={styles.caption}>
            {samples.length === all
              ? 'All of them'
              : `${samples.length} of them, the oldest and the newest among them`}
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
                  <ServiceMoment time={row.created} exact="spoken" />
                </td>
                <td className="sensitive">{row.local?.label}</td>
                <td className="sensitive">{row.local?.customer}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
