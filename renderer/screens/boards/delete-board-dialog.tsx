/** The dialog of the boards screen. */
import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { Moment } from '../../parts/inspector/moment.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { holdSeconds, singleHoldText } from '../jobs/hold-wording.ts';

/** Asks before the delete of a board is queued; its result is shown above the rows. */
export function DeleteBoardDialog({ boardId }: { readonly boardId: string }): React.JSX.Element | null {
  const connection = useApp(currentConnection);
  const row = useApp((state) => state.boardSelection?.row ?? null);
  const queueDelete = useApp((state) => state.queueDelete);
  const seconds = useApp((state) => holdSeconds(state, 'single'));
  const { close, tell } = useDialog();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (connection === null) return null;

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(null);
    const failed = await queueDelete({ kind: 'board', id: boardId });
    setBusy(false);
    if (failed === null) close();
    else tell(failed, () => setFailure(failed));
  }

  return (
    <ConfirmDialog
      title="Delete this board?"
      confirmLabel={<InConnection action="Delete board in" connection={connection} />}
      onConfirm={() => void confirm()}
      onClose={close}
      busy={busy}
      failure={failure}
    >
      <p>Deleting can’t be undone: the board and everything on it are gone for everyone.</p>
      <p>{singleHoldText(seconds)}</p>
      <Properties>
        <Property label="Board">
          <code className="sensitive">{boardId}</code>
        </Property>
        {row?.id === boardId && (
          <Property label="Created">
            <Moment time={row.created} />
          </Property>
        )}
      </Properties>
      <TroubleNote part="board-api" />
    </ConfirmDialog>
  );
}
