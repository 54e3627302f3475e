/** The dialog that comes before a room is joined. */
import { useState } from 'react';
import type { RoomTarget } from '../../../preload/contract/call.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { isReadOnly, needsReason } from '../../store/changes.ts';
import { currentConnection } from '../../store/connections-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './previews-screen.module.css';

export interface OpenPreviewDialogProps {
  readonly target: RoomTarget;
  readonly title: string;
}

/** Asks by which name to join, says what joining means, and joins. */
export function OpenPreviewDialog({ target, title }: OpenPreviewDialogProps): React.JSX.Element {
  const shielded = useApp((state) => {
    const connection = currentConnection(state);
    return connection !== null && isReadOnly(connection, Date.now());
  });
  const wantsReason = useApp(needsReason);
  const lastName = useApp((state) => state.previewName);
  const openPreview = useApp((state) => state.openPreview);
  const { close, tell } = useDialog();
  const [displayName, setDisplayName] = useState(lastName);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const name = displayName.trim();

  async function join(): Promise<void> {
    if (busy) return;
    if (name === '') return setErrors({ displayName: 'Enter a name.' });
    if (wantsReason && reason.trim() === '') return setErrors({ reason: 'Enter a reason for this visit.' });
    setBusy(true);
    setErrors({});
    setFailure(null);
    const failed = await openPreview(target, title, name, wantsReason ? reason.trim() : '');
    setBusy(false);
    if (failed === null) return close();
    tell(failed, () => {
      setErrors(failed.fields ?? {});
      setFailure(failed.fields === undefined ? failed : null);
    });
  }

  if (failure?.code === 'no-preview') return <NoPreview failure={failure} onClose={close} />;
  return (
    <Dialog
      title={target.kind === 'paper' ? 'Preview this paper' : 'Preview this board'}
      onClose={close}
      onSubmit={() => void join()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Join visibly
          </Button>
        </>
      }
    >
      <Properties>
        <Property label={target.kind === 'paper' ? 'Paper' : 'Board'}>
          <span className="sensitive">{title}</span>
        </Property>
      </Properties>
      <TextField
        label="Your name in the room"
        value={displayName}
        onChange={setDisplayName}
        error={errors['displayName']}
        data-autofocus
        aria-required
      />
      {wantsReason && (
        <TextField
          label="Reason for this visit"
          value={reason}
          onChange={setReason}
          error={errors['reason']}
          hint="Required by your organisation."
          maxLength={500}
          aria-required
        />
      )}
      <p>
        {name === '' ? (
          'Joining makes you visible to everyone in the room.'
        ) : (
          <>
            Everyone in the room sees you as <span className="sensitive">“{name}”</span>.
          </>
        )}{' '}
        {shielded
          ? 'Your input is blocked on this computer, because this connection is read-only.'
          : 'What you do there is real: the service has no view-only mode.'}
      </p>
      <TroubleNote part="paper-api" />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

/** What can be said of a board that has no room to join by token. It is no fault, and nothing to try again. */
function NoPreview({
  failure,
  onClose,
}: {
  readonly failure: Failure;
  readonly onClose: () => void;
}): React.JSX.Element {
  const copy = useApp((state) => state.copy);
  const lines = [failure.message, ...failure.details].join('\n');
  return (
    <Dialog
      title="No preview for this board"
      onClose={onClose}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>The service doesn’t document how to join this board. The board itself is not affected.</p>
      <details className={styles.details}>
        <summary>Details</summary>
        <pre className="sensitive">{lines}</pre>
        <Button onClick={() => void copy(lines, 'the details')}>Copy details</Button>
      </details>
    </Dialog>
  );
}
