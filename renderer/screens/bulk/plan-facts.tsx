import type { PlanInfo } from '../../../preload/contract/jobs.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { absoluteTime, relativeTime, counted } from '../../parts/format.ts';
import styles from './bulk.module.css';

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
        <code>{plan.code}</code> – compare it with the author’s.
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

/** One line for each kind of change; one line that says so where there is none. */
export function changesSince({ changes }: Pick<PlanInfo, 'changes'>): readonly string[] {
  const { vanished, newlyProtected, notListed } = changes;
  const lines = [
    [vanished, `${counted(vanished, 'board has vanished and is', 'boards have vanished and are')} left out.`],
    [newlyProtected, `${counted(newlyProtected, 'board is', 'boards are')} protected here and left out.`],
    [notListed, `${counted(notListed, 'board is', 'boards are')} not in this computer’s list.`],
  ] as const;
  const said = lines.flatMap(([count, line]) => (count === 0 ? [] : [line]));
  return said.length === 0 ? ['None.'] : said;
}
