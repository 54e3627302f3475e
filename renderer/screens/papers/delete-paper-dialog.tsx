import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { InConnection } from '../../parts/connection-mark.tsx';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { holdSeconds, singleHoldText } from '../jobs/hold-wording.ts';

/** Asks before the delete of a paper is queued; its result is shown above the rows. */
export function DeletePaperDialog({ identifier }: { readonly identifier: string }): React.JSX.Element | null {
  const connection = useApp(currentConnection);
  const paper = useApp((state) => state.papers?.find((each) => each.identifier === identifier) ?? null);
  const queueDelete = useApp((state) => state.queueDelete);
  const seconds = useApp((state) => holdSeconds(state, 'single'));
  const { close, tell } = useDialog();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (connection === null) return null;

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(null);
    const failed = await queueDelete({ kind: 'paper', id: identifier });
    setBusy(false);
    if (failed === null) close();
    else tell(failed, () => setFailure(failed));
  }

  return (
    <ConfirmDialog
      title="Delete this paper?"
      confirmLabel={<InConnection action="Delete paper in" connection={connection} />}
      onConfirm={() => void confirm()}
      onClose={close}
      busy={busy}
      failure={failure}
    >
      <p>Deleting can’t be undone: the paper and everything on it are gone for everyone.</p>
      <p>{singleHoldText(seconds)}</p>
      <Properties>
        {paper !== null && paper.name !== '' && (
          <Property label="Name">
            <span className="sensitive">{paper.name}</span>
          </Property>
        )}
        <Property label="Identifier">
          <code className="sensitive">{identifier}</code>
        </Property>
      </Properties>
      <TroubleNote part="paper-api" />
    </ConfirmDialog>
  );
}
