/** Writes all notes of the connection to a file. */
import { useState } from 'react';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { counted } from '../../../parts/format.ts';
import { useActions } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';
import { FormatChoice, type FileFormat } from '../export/file-choices.tsx';

/** The dialog; it says how it ended, and stays for the other form of file. */
export function ExportNotesDialog() {
  const { exportNotes, announce } = useActions();
  const [format, setFormat] = useState<FileFormat>('csv');
  const [done, setDone] = useState<{ readonly fileName: string; readonly boards: number } | null>(null);
  const form = useSubmit({ stays: true });

  function save(): void {
    setDone(null);
    void form.submit(async () => {
      const exported = await exportNotes(format);
      if (exported.ok && exported.value !== null) {
        setDone(exported.value);
        announce(`Exported the notes of ${counted(exported.value.boards, 'board')}.`);
      }
      return exported;
    });
  }

  return (
    <FormDialog
      title="Export notes"
      action="Export notes…"
      cancel={done === null ? 'Cancel' : 'Done'}
      form={form}
      onSubmit={save}
    >
      <p>All notes of this connection.</p>
      <FormatChoice format={format} onChange={setFormat} />
      <div role="status">
        {done !== null && (
          <p className="info">
            Saved the notes of {counted(done.boards, 'board')} as{' '}
            <strong className="sensitive">{done.fileName}</strong>.
          </p>
        )}
      </div>
    </FormDialog>
  );
}
