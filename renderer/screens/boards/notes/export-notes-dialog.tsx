/** Writes all notes of the connection to a file. */
import { useState } from 'react';
import type { Failure } from '../../../../preload/contract/failure.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { useApp } from '../../../store/use-app.ts';
import { useDialog } from '../../../store/use-dialog.ts';
import { counted } from '../../../parts/format.ts';
import { FormatChoice, type FileFormat } from '../export/file-choices.tsx';

/** The dialog; it says how it ended, and stays for the other form of file. */
export function ExportNotesDialog(): React.JSX.Element {
  const exportNotes = useApp((state) => state.exportNotes);
  const announce = useApp((state) => state.announce);
  const { close } = useDialog();
  const [format, setFormat] = useState<FileFormat>('csv');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [done, setDone] = useState<{ readonly fileName: string; readonly boards: number } | null>(null);

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    setDone(null);
    const exported = await exportNotes(format);
    setBusy(false);
    if (!exported.ok) return setFailure(exported.error);
    setDone(exported.value);
    if (exported.value !== null)
      announce(`Exported the notes of ${counted(exported.value.boards, 'board')}.`);
  }

  return (
    <Dialog
      title="Export notes"
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>{done === null ? 'Cancel' : 'Done'}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Export notes…
          </Button>
        </>
      }
    >
      <p>Labels, notes, tags, customers and protection of every board of this connection.</p>
      <FormatChoice
        format={format}
        onChange={setFormat}
        csv="For spreadsheets. Formulas are made harmless."
        json="For programs and backups."
      />
      {failure !== null && <FailureNotice failure={failure} />}
      <div role="status">
        {done !== null && (
          <p className="info">
            Saved the notes of {counted(done.boards, 'board')} as{' '}
            <strong className="sensitive">{done.fileName}</strong>.
          </p>
        )}
      </div>
    </Dialog>
  );
}
