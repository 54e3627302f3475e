import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { counted } from '../../parts/format.ts';
import { useFirstWrong } from '../keys/use-first-wrong.ts';
import { readCount, whyNotCount } from './count.ts';
import { useQueueing } from './use-queueing.ts';

/** Asks how many boards, and queues them. */
export function CreateBoardsDialog(): React.JSX.Element {
  const createManyBoards = useApp((state) => state.createManyBoards);
  const { close } = useDialog();
  const [count, setCount] = useState('10');
  const { busy, errors, changed, failure, queue } = useQueueing();
  const fields = useFirstWrong<HTMLDivElement>(errors);
  const many = readCount(count);

  function create(): void {
    const wrong = whyNotCount(many);
    void queue(wrong === null ? {} : { count: wrong }, () => createManyBoards(many ?? 0));
  }

  return (
    <Dialog
      title="New boards"
      onClose={close}
      onSubmit={create}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {many === null || whyNotCount(many) !== null
              ? 'Create boards'
              : `Create ${counted(many, 'board')}`}
          </Button>
        </>
      }
    >
      <div ref={fields}>
        <TextField
          label="How many?"
          inputMode="numeric"
          impersonal
          value={count}
          onChange={(typed) => {
            setCount(typed);
            changed();
          }}
          error={errors['count']}
          data-autofocus
        />
      </div>
      <p>If an answer is lost, Easel doesn’t try again: the board is listed as “Outcome unknown”.</p>
      <TroubleNote part="board-api" />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
