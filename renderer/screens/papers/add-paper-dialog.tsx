import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';

/** Asks for the identifier or the room address of a paper that exists already, and remembers it. */
export function AddPaperDialog(): React.JSX.Element {
  const addPaper = useApp((state) => state.addPaper);
  const { close } = useDialog();
  const [pasted, setPasted] = useState('');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);

  async function add(): Promise<void> {
    if (busy) return;
    if (pasted.trim() === '') return setErrors({ pasted: 'Paste an identifier or a room address.' });
    setBusy(true);
    setErrors({});
    setFailure(null);
    const result = await addPaper(pasted.trim(), name.trim());
    setBusy(false);
    if (result.ok) return close();
    setErrors(result.error.fields ?? {});
    setFailure(result.error.fields === undefined ? result.error : null);
  }

  return (
    <Dialog
      title="Add a paper by link or id"
      onClose={close}
      onSubmit={() => void add()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Add paper
          </Button>
        </>
      }
    >
      <TextField
        label="Identifier or room address"
        mono
        value={pasted}
        onChange={setPasted}
        error={errors['pasted']}
        hint="Easel keeps the identifier, never a token in the address."
        data-autofocus
        aria-required
      />
      <TextField
        label="Name (optional)"
        value={name}
        onChange={setName}
        error={errors['name']}
        hint="On this computer only."
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
