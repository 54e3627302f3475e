import type { KeySlot } from '../../../preload/contract/keys.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAnswer } from '../../store/use-answer.ts';
import { useActions } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';

interface RotationRecordProps {
  readonly connectionId: string;
  readonly slot: KeySlot;
  /** Number in the activity log; null for the newest rotation. */
  readonly entry: number | null;
}

export function RotationRecordDialog(args: RotationRecordProps) {
  const { connectionId, slot } = args;
  const { closeDialog, copy, readRotation, saveRotation } = useActions();
  const [answer] = useAnswer(JSON.stringify(args), () =>
    readRotation({ connectionId, slot, entry: args.entry }),
  );
  const form = useSubmit({ stays: true });
  const record = answer?.ok === true ? answer.value : null;
  const failure = answer?.ok === false ? answer.error : form.failure;
  const save = (format: 'txt' | 'pdf', label: string) => (
    <Button
      busy={form.busy}
      onClick={() =>
        record && void form.submit(() => saveRotation({ connectionId, slot, entry: record.entry, format }))
      }
    >
      {label}
    </Button>
  );
  return (
    <Dialog
      title="Rotation record"
      size="medium"
      onClose={closeDialog}
      footer={
        record && (
          <>
            {save('txt', 'Save as text…')}
            {save('pdf', 'Save as PDF…')}
            <Button
              variant="primary"
              data-autofocus
              onClick={() => void copy(record.text, 'the rotation record')}
            >
              Copy
            </Button>
          </>
        )
      }
    >
      {failure !== null && <FailureNotice failure={failure} />}
      {record !== null && (
        <div className="column-1 selectable sensitive">
          {record.text.split('\n').map((line) => (
            <p key={line} dir="auto">
              {line}
            </p>
          ))}
        </div>
      )}
      {answer === null && <Empty>Loading…</Empty>}
      {answer?.ok === true && record === null && <Empty>This key has not been rotated yet.</Empty>}
    </Dialog>
  );
}
