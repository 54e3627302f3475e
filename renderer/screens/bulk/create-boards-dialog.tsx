import { useState } from 'react';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import { counted } from '../../parts/format.ts';
import { readCount, whyNotCount } from './count.ts';

/** Asks how many boards, and queues them. */
export function CreateBoardsDialog(): React.JSX.Element {
  const createManyBoards = useApp((state) => state.createManyBoards);
  const [count, setCount] = useState('10');
  const form = useSubmit();
  const many = readCount(count);
  const wrong = whyNotCount(many);
  return (
    <FormDialog
      title="New boards"
      action={wrong === null ? `Create ${counted(many ?? 0, 'board')}` : 'Create boards'}
      form={form}
      onSubmit={() =>
        void form.submit(() => createManyBoards(many ?? 0), wrong === null ? {} : { count: wrong })
      }
    >
      <TextField
        label="How many?"
        inputMode="numeric"
        impersonal
        value={count}
        onChange={(typed) => {
          setCount(typed);
          form.changed();
        }}
        error={form.errors['count']}
        data-autofocus
      />
      <p>A board whose answer is lost is listed as “Outcome unknown”.</p>
      <TroubleNote part="board-api" />
    </FormDialog>
  );
}
