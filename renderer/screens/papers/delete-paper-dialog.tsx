import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { InConnection } from '../../parts/connection-mark.tsx';
import { deletedSentence } from '../../parts/deleted-sentence.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { paperTitle } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';

/** Asks before a paper is deleted at the service, and says how it ended. */
export function DeletePaperDialog({ identifier }: { readonly identifier: string }): React.JSX.Element | null {
  const connection = useApp(currentConnection);
  const paper = useApp((state) => state.papers?.find((each) => each.identifier === identifier) ?? null);
  const deletePaper = useApp((state) => state.deletePaper);
  const close = useApp((state) => state.closeDialog);
  const announce = useApp((state) => state.announce);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (connection === null) return null;
  const title = paper === null ? identifier : paperTitle(paper);

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(null);
    const result = await deletePaper(identifier);
    setBusy(false);
    if (!result.ok) return setFailure(result.error);
    announce(deletedSentence(`Paper ${title}`, result.value));
    close();
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
      <p>After deletion the paper’s data cannot be recovered.</p>
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
