/** Cleanup plans: saved reviews of a delete that another person can open and run. */
import { useState, type KeyboardEvent } from 'react';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useFields } from '../../store/use-dialog.ts';
import { filterSentence } from '../boards/filters/filters.ts';
import { readCount, whyNotCount } from './typed.ts';
import styles from './bulk.module.css';
import type { PlanInfo } from '../../../preload/contract/jobs.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { absoluteTime, relativeTime } from '../../lib/format.ts';
import { onKeys } from '../../lib/keys.ts';

const LONGEST_DAYS = 90;

/** Section of the delete review that saves a cleanup plan. `open`: starts expanded, for users who may only plan. */
export function SavePlan({ reviewId, open }: { readonly reviewId: string; readonly open: boolean }) {
  const savePlan = useApp((state) => state.savePlan);
  const [saved, setSaved] = useState<string | null>(null);
  const { typed, field, busy, failure, submit } = useFields({ note: '', validDays: '7' }, { stays: true });

  function save(): void {
    const validDays = readCount(typed.validDays);
    setSaved(null);
    void submit(
      async () => {
        const written = await savePlan(reviewId, typed.note.trim(), validDays ?? 0);
        if (written.ok) setSaved(written.value?.fileName ?? null);
        return written;
      },
      { validDays: whyNotCount(validDays, LONGEST_DAYS) },
    );
  }

  /** Enter saves the cleanup plan. Otherwise Enter would submit the surrounding form and queue the delete. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  }

  return (
    <details className={styles.details} open={open}>
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
      <Button busy={busy} onClick={() => save()}>
        Save plan…
      </Button>
      <div role="status">
        {saved !== null && (
          <p>
            Saved as <strong className="sensitive">{saved}</strong>. Nothing is deleted until someone runs it.
          </p>
        )}
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
    </details>
  );
}

export function PlanFacts({ plan }: { readonly plan: PlanInfo }) {
  const now = useNow();
  const moment = (at: number): string => `${relativeTime(at, now)}, ${absoluteTime(at)}`;
  return (
    <dl className="facts info selectable" aria-label="Cleanup plan">
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

/** Describes the boards of a cleanup plan, such as "Older than 90 days, With the text “x”", or "All boards". */
function querySentence({ find, filters }: NonNullable<PlanInfo['query']>): string {
  const found = find.trim() === '' ? [] : [`With the text “${find.trim()}”`];
  return [...filters.map((filter) => filterSentence(filter)), ...found].join(', ') || 'All boards';
}
