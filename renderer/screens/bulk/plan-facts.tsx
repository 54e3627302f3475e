import type { PlanInfo } from '../../../preload/contract/jobs.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { absoluteTime, relativeTime } from '../../parts/format.ts';
import styles from './bulk.module.css';
import { changesSince } from './plan-wording.ts';

/** Where a plan comes from, and what has happened to its boards since. */
export function PlanFacts({ plan }: { readonly plan: PlanInfo }): React.JSX.Element {
  const now = useNow();
  const moment = (at: number): string => `${relativeTime(at, now)}, ${absoluteTime(at)}`;
  return (
    <dl className={`facts info ${styles.plan}`} aria-label="Cleanup plan">
      <dt>Plan</dt>
      <dd className="sensitive">{plan.fileName}</dd>
      <dt>Drafted by</dt>
      <dd>
        <span className="sensitive">{plan.author}</span>, {moment(plan.createdAt)}
      </dd>
      <dt>Valid until</dt>
      <dd>{moment(plan.expiresAt)}</dd>
      <dt>Code</dt>
      <dd>
        <code>{plan.code}</code> – check that the author sees the same code.
      </dd>
      {plan.filter !== '' && (
        <>
          <dt>Filter</dt>
          <dd className="sensitive">{plan.filter}</dd>
        </>
      )}
      {plan.note !== '' && (
        <>
          <dt>Note</dt>
          <dd className="sensitive">{plan.note}</dd>
        </>
      )}
      <dt>Changes since</dt>
      <dd>
        {changesSince(plan).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </dd>
    </dl>
  );
}
