/** The dialog that comes before a room is joined. */
import { useState } from 'react';
import type { RoomTarget } from '../../../preload/contract/call.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { isReadOnly, needsReason } from '../../store/changes.ts';
import { currentConnection } from '../../store/connections-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import styles from './previews-screen.module.css';

export interface OpenPreviewDialogProps {
  readonly target: RoomTarget;
  readonly title: string;
}

/** Asks by which name to join, says what joining means, and joins. */
export function OpenPreviewDialog({ target, title }: OpenPreviewDialogProps) {
  const shielded = useApp((state) => {
    const connection = currentConnection(state);
    return connection !== null && isReadOnly(connection, Date.now());
  });
  const wantsReason = useApp(needsReason);
  const lastName = useApp((state) => state.previewName);
  const openPreview = useApp((state) => state.openPreview);
  const [displayName, setDisplayName] = useState(lastName);
  const [reason, setReason] = useState('');
  const form = useSubmit();
  const { errors, failure } = form;
  const name = displayName.trim();

  function join(): void {
    const wrong: FieldErrors =
      name === ''
        ? { displayName: 'Enter a name.' }
        : wantsReason && reason.trim() === ''
          ? { reason: 'Enter a reason.' }
          : {};
    void form.submit(() => openPreview(target, title, name, wantsReason ? reason.trim() : ''), wrong);
  }

  if (failure?.code === 'no-preview') return <NoPreview failure={failure} onClose={form.close} />;
  return (
    <FormDialog title={`Preview this ${target.kind}`} action="Join visibly" form={form} onSubmit={join}>
      <Properties>
        <Property label={target.kind === 'paper' ? 'Paper' : 'Board'}>
          <span className="sensitive">{title}</span>
        </Property>
      </Properties>
      <TextField
        label="Display name"
        value={displayName}
        onChange={setDisplayName}
        error={errors['displayName']}
        data-autofocus
        aria-required
      />
      {wantsReason && (
        <TextField
          label="Reason"
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
          'Everyone in the room will see you.'
        ) : (
          <>
            Everyone in the room sees you as <span className="sensitive">“{name}”</span>.
          </>
        )}{' '}
        {shielded ? 'Read-only: your input is blocked.' : 'There is no view-only mode.'}
      </p>
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}

/** What can be said of a board that has no room to join by token. It is no fault, and nothing to try again. */
function NoPreview({ failure, onClose }: { readonly failure: Failure; readonly onClose: () => void }) {
  const copy = useApp((state) => state.copy);
  const lines = [failure.message, ...failure.details].join('\n');
  return (
    <Dialog title="No preview for this board" onClose={onClose} footer="Close">
      <p>The service doesn’t say how to join it.</p>
      <details className={styles.details}>
        <summary>Details</summary>
        <pre className="sensitive">{lines}</pre>
        <Button onClick={() => void copy(lines, 'the details')}>Copy details</Button>
      </details>
    </Dialog>
  );
}
