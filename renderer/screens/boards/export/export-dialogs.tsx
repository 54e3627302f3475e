import { useState } from 'react';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import type { FileWritten } from '../../../../preload/contract/call.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { Choices } from '../../../parts/choice.tsx';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { counted, formatNumber } from '../../../lib/format.ts';
import { useActions, useApp } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';

const FORMATS = [
  ['csv', 'CSV', 'For spreadsheets. Cells that look like formulas are made harmless.'],
  ['json', 'JSON', 'For programs.'],
] as const;
type FileFormat = (typeof FORMATS)[number][0];

/** Maximum number of service fields in an export, from the contract. */
const MOST_FIELDS = 20;

export interface ExportBoardsDialogProps {
  readonly selection: BoardSelection | null;
  readonly selected: number;
}

export function ExportBoardsDialog({ selection, selected }: ExportBoardsDialogProps) {
  const query = useApp((state) => state.lists.board.query);
  const { matching, counting } = useApp((state) => state.boardRows);
  const fields = useApp((state) => state.lists.board.names.fields);
  const { exportBoards, cancelExport } = useActions();
  const exporting = useApp((state) => state.exporting);
  const [which, setWhich] = useState<'selected' | 'matching'>(selection === null ? 'matching' : 'selected');
  const count = which === 'selected' ? selected : matching;
  const matchingWording =
    query.find === '' && query.filters.length === 0
      ? `All ${counted(matching, 'board')}`
      : counted(matching, 'matching board');

  function exportAs(format: FileFormat) {
    const chosen: BoardSelection =
      which === 'selected' && selection !== null ? selection : { kind: 'all', query, except: [] };
    return exportBoards({ selection: chosen, format, fields: fields.slice(0, MOST_FIELDS) });
  }

  return (
    <ExportFile
      title="Export boards"
      action={`Export ${counted(count, 'board')}…`}
      off={count === 0 ? 'Nothing to export' : null}
      onExport={exportAs}
      onCancel={cancelExport}
      progress={
        exporting && `${formatNumber(exporting.written)} of ${counted(exporting.of, 'board')} written`
      }
    >
      <Choices
        legend="Boards"
        choices={[
          ...(selection === null ? [] : [['selected', counted(selected, 'selected board')] as const]),
          ['matching', counting ? 'All matching (counting…)' : matchingWording],
        ]}
        value={which}
        onChange={setWhich}
      />
    </ExportFile>
  );
}

interface ExportPapersDialogProps {
  readonly which: readonly string[] | 'all';
  readonly papers: number;
}

export function ExportPapersDialog({ which, papers }: ExportPapersDialogProps) {
  const exportPapers = useApp((state) => state.exportPapers);
  return (
    <ExportFile
      title="Export papers"
      action={`Export ${counted(papers, 'paper')}…`}
      onExport={(format) => exportPapers(which, format)}
    >
      <p>With their notes. A colleague adds them from the file.</p>
    </ExportFile>
  );
}

interface ExportFileProps {
  readonly title: string;
  readonly action: string;
  readonly off?: string | null;
  readonly onExport: (format: FileFormat) => Promise<Result<FileWritten | null>>;
  /** Cancels the running export. No file is left. */
  readonly onCancel?: () => unknown;
  readonly progress?: string | null;
  readonly children: React.ReactNode;
}

/** Dialog for an export. It closes after the file is written, and stays open if the user cancels the file dialog. */
function ExportFile(props: ExportFileProps) {
  const { title, action, off = null, onExport, onCancel, progress, children } = props;
  const [format, setFormat] = useState<FileFormat>('csv');
  const form = useSubmit({ stays: true });

  const cancels = form.busy && onCancel !== undefined;

  function save(): void {
    void form.submit(async () => {
      const exported = await onExport(format);
      if (exported.ok && exported.value !== null) form.close();
      return exported;
    });
  }

  return (
    <FormDialog
      title={title}
      action={action}
      cancel={cancels ? 'Cancel export' : 'Cancel'}
      onClose={cancels ? onCancel : form.close}
      form={form}
      off={off}
      onSubmit={save}
    >
      <fieldset className="column-3" disabled={form.busy}>
        {children}
        <Choices legend="Format" choices={FORMATS} value={format} onChange={setFormat} />
      </fieldset>
      <p role="status" className="said">
        {form.busy && progress}
      </p>
    </FormDialog>
  );
}
