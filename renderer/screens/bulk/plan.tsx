/** Cleanup plans: reviews of a delete, saved so that another person can open a plan and run the delete. */
import { useState, type KeyboardEvent } from 'react';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { sharedAccount } from '../../store/changes.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields } from '../../store/use-dialog.ts';
import { filterSentence } from '../boards/filters/filters.ts';
import { readCount, whyNotCount } from './typed.ts';
import styles from './bulk.module.css';
import type { JobReview, PlanInfo } from '../../../preload/contract/jobs.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { absoluteTime, counted, relativeTime, visible } from '../../lib/format.ts';
import { onKeys } from '../../lib/keys.ts';

const LONGEST_DAYS = 90;
const FILE_PROVES_NOTHING = 'A plan file doesn’t prove who wrote or approved the plan.';
const FIELDS = { note: '', validDays: '7' };

/** Section that saves a delete review as a cleanup plan. `open`: expanded at the start, for users who can't delete. */
export function SavePlan({ review, open }: { readonly review: JobReview; readonly open: boolean }) {
  const { reviewId, connectionId } = review;
  const { savePlan, saveTeamPlan } = useActions();
  const isShared = useApp((state) => sharedAccount(state, connectionId) !== null);
  const [saved, setSaved] = useState<string | null>(null);
  const { typed, field, busy, failure, submit, close } = useFields(FIELDS, { stays: true });

  async function save(asFile: boolean): Promise<void> {
    const days = readCount(typed.validDays);
    const [note, validDays] = [typed.note.trim(), days ?? 0];
    setSaved(null);
    const isSaved = await submit(
      async () => {
        if (!asFile) return saveTeamPlan({ reviewId, note, validDays });
        const written = await savePlan(reviewId, note, validDays);
        if (written.ok) setSaved(written.value?.fileName ?? null);
        return written;
      },
      { validDays: whyNotCount(days, LONGEST_DAYS) },
    );
    if (isSaved && !asFile) close();
  }

  /** Saves the plan on Enter, because by default it would submit the surrounding form, which queues the delete. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void save(!isShared);
  }

  return (
    <details className={styles.details} open={open} data-disposable={saved === null ? undefined : true}>
      <summary>Save as a cleanup plan</summary>
      <div className={`gap-3 ${styles.row}`}>
        <TextField label="Note (optional)" {...field('note')} onKeyDown={onKeys(onKeyDown)} />
        <TextField
          label="Valid for (days)"
          inputMode="numeric"
          impersonal
          {...field('validDays')}
          onKeyDown={onKeys(onKeyDown)}
        />
      </div>
      <div className="row">
        {isShared && (
          <Button variant="primary" busy={busy} onClick={() => void save(false)}>
            Save as team plan
          </Button>
        )}
        <Button busy={busy} onClick={() => void save(true)}>
          Save as file…
        </Button>
        <p className="hint">{FILE_PROVES_NOTHING}</p>
      </div>
      <div role="status">
        {saved !== null && (
          <p>
            Saved as <strong className="sensitive">{saved}</strong>. Nothing will be deleted until someone
            runs the plan.
          </p>
        )}
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
    </details>
  );
}

export function PlanFacts({ plan, boards }: { readonly plan: PlanInfo; readonly boards: number }) {
  const now = useNow();
  const moment = (at: number): string => `${relativeTime(at, now)}, ${absoluteTime(at)}`;
  return (
    <dl className="facts info selectable" aria-label="Cleanup plan">
      <Fact name="Plan" text={plan.fileName} />
      <Fact
        name="Approval"
        text={plan.team === null ? FILE_PROVES_NOTHING : approvalText(plan.team, boards)}
      />
      <Fact name="Drafted by" text={`${visible(plan.author)}, ${moment(plan.createdAt)}`} />
      <Fact name="Valid until" text={moment(plan.expiresAt)} />
      <dt>Code</dt>
      <dd>
        <code>{plan.code}</code> –{' '}
        {plan.team?.isOwn === true
          ? 'give this code to the colleague who approves the plan.'
          : 'compare this code with the author’s.'}
      </dd>
      <Fact name="Filter" text={plan.query === null ? '' : querySentence(plan.query)} />
      <Fact name="Note" text={plan.note} />
    </dl>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return text === '' ? null : (
    <>
      <dt>{name}</dt>
      <dd className="sensitive">{text}</dd>
    </>
  );
}

function approvalText({ state, approvedBy }: NonNullable<PlanInfo['team']>, boards: number): string {
  if (state === 'waiting') return 'Waiting for a colleague’s approval';
  const approved = `Approved by ${visible(approvedBy)}`;
  return state === 'approved'
    ? approved
    : `${approved}. The run stopped with ${counted(boards, 'board')} left.`;
}

function querySentence({ find, filters }: NonNullable<PlanInfo['query']>): string {
  const found = find.trim() === '' ? [] : [`Search text: “${find.trim()}”`];
  return [...filters.map((filter) => filterSentence(filter)), ...found].join(', ') || 'All boards';
}
