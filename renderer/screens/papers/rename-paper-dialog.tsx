import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';

/** Asks how a paper is called on this computer. */
export function RenamePaperDialog({ identifier }: { readonly identifier: string }): React.JSX.Element {
  const known = useApp(({ papers }) => papers?.find((paper) => paper.identifier === identifier)?.name ?? '');
  const rename = useApp((state) => state.renamePaper);
  const { close, tell } = useDialog();
  const [name, setName] = useState(known);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function submit(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const failed = await rename(identifier, name);
    setBusy(false);
    if (failed === null) return close();
    tell(failed, () => setFailure(failed));
  }

  const wrong = failure?.fields?.['name'];
  return (
    <Dialog
      title="Rename paper"
      onClose={close}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Rename
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        error={wrong}
        hint="On this computer only. The service keeps the original name."
        data-autofocus
        aria-required
      />
      {failure !== null && wrong === undefined && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
