import { useState } from 'react';
import type { KeyFile } from '../../../preload/contract/keys.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';

/** After a key was kept from a file: the file still holds it, and can be overwritten and deleted. */
export function ShredFileDialog({ file }: { readonly file: KeyFile }): React.JSX.Element {
  const shred = useApp((state) => state.shredKeyFile);
  const { close } = useDialog();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    const failed = await shred(file.fileId);
    setBusy(false);
    setFailure(failed);
    if (failed === null) close();
  }

  return (
    <Dialog
      title="The key is kept. Delete its file?"
      role="alertdialog"
      onClose={close}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            Leave the file
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            Delete the file safely
          </Button>
        </>
      }
    >
      <p>
        The file <strong className="sensitive">{file.fileName}</strong> still holds the key for everyone who
        can read it. Easel can overwrite it and then delete it.
      </p>
      <p>
        On SSDs, and on disks that copy on write or keep snapshots and backups, old copies of the file may
        remain all the same.
      </p>
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
