/** The one button of a dialog that queues a job: busy while it is asked, closed when it is queued. */
import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { useDialog } from '../../store/use-dialog.ts';

export interface Queueing {
  readonly busy: boolean;
  /** The errors, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Takes back what was said of the fields: something was changed in them. */
  readonly changed: () => void;
  /** Why it could not be queued, where no field says it. */
  readonly failure: Failure | null;
  /** `wrong` names what must be mended before anything is asked; empty for nothing. */
  readonly queue: (
    wrong: Readonly<Record<string, string>>,
    ask: () => Promise<Failure | null>,
  ) => Promise<void>;
}

export function useQueueing(): Queueing {
  const { close, tell } = useDialog();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Queueing['errors']>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  async function queue(wrong: Queueing['errors'], ask: () => Promise<Failure | null>): Promise<void> {
    if (busy) return;
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const failed = await ask();
    setBusy(false);
    if (failed === null) {
      close();
      return;
    }
    tell(failed, () => {
      setErrors(failed.fields ?? {});
      setFailure(failed.fields === undefined ? failed : null);
    });
  }
  const changed = (): void => setErrors((said) => (Object.keys(said).length === 0 ? said : {}));
  return { busy, errors, changed, failure, queue };
}
