/** Saves a review as a cleanup plan, which another person can open and run. */
import { useState, type KeyboardEvent } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
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
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saved, setSaved] = useState<string | null>(null);

  async function save(): Promise<void> {
    if (busy) return;
    const validDays = readCount(days);
    setFailure(null);
    setSaved(null);
    if (validDays === null || validDays < 1 || validDays > LONGEST_DAYS) {
      setErrors({ validDays: `Enter a number of days from 1 to ${LONGEST_DAYS}.` });
      return;
    }
    setErrors({});
    setBusy(true);
    const written = await savePlan(reviewId, note.trim(), validDays);
    setBusy(false);
    if (!written.ok) {
      setErrors(written.error.fields ?? {});
      setFailure(written.error.fields === undefined ? written.error : null);
    } else if (written.value !== null) setSaved(written.value.fileName);
  }

  /** Enter in these fields is about the plan: in the form around them it would queue the deletion. */
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  }

  return (
    <details className={styles.details} open={open}>
      <summary>Save as a cleanup plan for a colleague</summary>
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
      <Button className={styles.save} busy={busy} onClick={() => void save()}>
        Save plan…
      </Button>
      <div role="status">
        {saved !== null && (
          <p>
            Saved as <strong className="sensitive">{saved}</strong>. It deletes nothing until somebody runs
            it.
          </p>
        )}
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
    </details>
  );
}
