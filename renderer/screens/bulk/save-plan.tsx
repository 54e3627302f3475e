/** Saves a review as a cleanup plan, which another person can open and run. */
import { useState, type KeyboardEvent } from 'react';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import { readCount } from './count.ts';
import styles from './bulk.module.css';

const LONGEST_DAYS = 90;

/** The folded part of the review; `open` where a plan is the only way on. */
export function SavePlan({
  reviewId,
  open,
}: {
  readonly reviewId: string;
  readonly open: boolean;
}): React.JSX.Element {
  const savePlan = useApp((state) => state.savePlan);
  const [note, setNote] = useState('');
  const [days, setDays] = useState('7');
  const [saved, setSaved] = useState<string | null>(null);
  const { busy, errors, failure, submit } = useSubmit({ stays: true });

  function save(): void {
    const validDays = readCount(days) ?? 0;
    const isOff = validDays < 1 || validDays > LONGEST_DAYS;
    const wrong: FieldErrors = isOff
      ? { validDays: `Enter a number of days from 1 to ${LONGEST_DAYS}.` }
      : {};
    setSaved(null);
    void submit(async () => {
      const written = await savePlan(reviewId, note.trim(), validDays);
      if (written.ok) setSaved(written.value?.fileName ?? null);
      return written;
    }, wrong);
  }

  /** Enter in these fields is about the plan: in the form around them it would queue the deletion. */
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  }

  return (
    <details className={styles.details} open={open}>
      <summary>Save as a cleanup plan</summary>
      <div className={styles.row}>
        <TextField
          label="Note (optional)"
          value={note}
          onChange={setNote}
          onKeyDown={press}
          error={errors['note']}
          maxLength={512}
        />
        <TextField
          label="Valid for (days)"
          inputMode="numeric"
          impersonal
          value={days}
          onChange={setDays}
          onKeyDown={press}
          error={errors['validDays']}
        />
      </div>
      <Button className={styles.save} busy={busy} onClick={() => save()}>
        Save plan…
      </Button>
      <div role="status">
        {saved !== null && (
          <p>
            Saved as <strong className="sensitive">{saved}</strong>. Nothing is deleted until somebody runs
            it.
          </p>
        )}
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
    </details>
  );
}
