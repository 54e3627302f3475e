/** The dialog of the boards screen. */
import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { deletedSentence } from '../../parts/deleted-sentence.ts';
import { Moment } from '../../parts/inspector/moment.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { useApp } from '../../store/use-app.ts';

/** Asks before a board is deleted at the service, and says how it ended. */
export function DeleteBoardDialog({ boardId }: { readonly boardId: string }): React.JSX.Element | null {
  const connection = useApp(currentConnection);
  const row = useApp((state) => state.boardSelection?.row ?? null);
  const deleteBoard = useApp((state) => state.deleteBoard);
  const close = useApp((state) => state.closeDialog);
  const announce = useApp((state) => state.announce);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (connection === null) return null;

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(null);
    const result = await deleteBoard(boardId);
    setBusy(false);
    if (!result.ok) return setFailure(result.error);
    announce(deletedSentence(`Board ${boardId}`, result.value));
    close();
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
      <p>Deleting can’t be undone at the service: the board and everything on it are gone for everyone.</p>
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
