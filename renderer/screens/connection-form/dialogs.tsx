/** The questions about connections: leave the form, remove a connection. */
import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { ENVIRONMENT_WORDS, EnvironmentBadge } from '../../parts/environment-badge.tsx';
import { useApp } from '../../store/use-app.ts';
import styles from './dialogs.module.css';

/** Asks before unsaved changes of the connection form are dropped. */
export function DiscardChangesDialog(): React.JSX.Element {
  const discard = useApp((state) => state.discardConnectionForm);
  const close = useApp((state) => state.closeDialog);
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onClose={close}
      onConfirm={() => void discard()}
    >
      <p>What you changed in this connection is not saved. An API key that you typed is forgotten.</p>
    </ConfirmDialog>
  );
}

/** Asks before a connection and its key are removed from this computer. */
export function RemoveConnectionDialog({
  connectionId,
}: {
  readonly connectionId: string;
}): React.JSX.Element {
  const connection = useApp((state) => state.connections.find((each) => each.id === connectionId));
  const remove = useApp((state) => state.removeConnection);
  const close = useApp((state) => state.closeDialog);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const confirm = async (): Promise<void> => {
    setBusy(true);
    const failed = await remove(connectionId);
    setBusy(false);
    setFailure(failed);
    if (!failed) close();
  };

  const word = connection ? ENVIRONMENT_WORDS[connection.environment] : '';
  return (
    <ConfirmDialog
      title={`Remove the connection ${connection?.name ?? ''}?`}
      confirmLabel={`Remove ${word} connection`}
      busy={busy}
      failure={failure}
      onClose={close}
      onConfirm={() => void confirm()}
    >
      {connection && (
        <p className={styles.subject}>
          <EnvironmentBadge environment={connection.environment} /> <strong>{connection.name}</strong>
        </p>
      )}
      <p>
        This removes the key from the keychain and the register of papers from this computer. Nothing is
        deleted at the service.
      </p>
    </ConfirmDialog>
  );
}
