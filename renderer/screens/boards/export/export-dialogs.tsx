import { useState } from 'react';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import type { FileWritten } from '../../../../preload/contract/call.ts';
import type { ArgsOf } from '../../../../preload/contract/contract.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { Choices } from '../../../parts/choice.tsx';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { counted, formatNumber } from '../../../lib/format.ts';
import { fieldsOf, isNarrowed } from '../../../store/list-slice.ts';
import type { PropsOf } from '../../../store/ui-slice.ts';
import { useActions, useApp } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';

type TableFormat = ArgsOf<'jobs.saveItems'>['format'];
type FileFormat = ArgsOf<'boards.export'>['format'];
type Formats<F> = readonly (readonly [format: F, label: string, hint: string])[];

const TABLES: Formats<TableFormat> = [
  ['csv', 'CSV', 'For any spreadsheet program. Cells that look like formulas are saved as text.'],
  ['xlsx', 'Excel workbook', 'For Excel and similar programs. Ids are saved as text and stay unchanged.'],
];
const FORMATS: Formats<FileFormat> = [...TABLES, ['json', 'JSON', 'For programs and scripts.']];

/** Maximum number of service fields in an export. The IPC contract has the same limit. */
const MOST_FIELDS = 50;

export function ExportBoardsDialog({ selection, selected }: PropsOf<'export-boards'>) {
  const query = useApp((state) => state.lists.board.query);
  const { matching, counting } = useApp((state) => state.boardRows);
  const { columns, names } = useApp((state) => state.lists.board);
  const { exportBoards, cancelExport } = useActions();
  const exporting = useApp((state) => state.exporting);
  const [which, setWhich] = useState<'selected' | 'matching'>(selection === null ? 'matching' : 'selected');
  const count = which === 'selected' ? selected : matching;
  const matchingWording = isNarrowed(query)
    ? counted(matching, 'matching board')
    : `All boards (${formatNumber(matching)})`;

  function exportAs(format: FileFormat) {
    const chosen: BoardSelection =
      which === 'selected' && selection !== null ? selection : { kind: 'all', query, except: [] };
    const fields = [...new Set([...fieldsOf(columns), ...names.fields])].slice(0, MOST_FIELDS);
    return exportBoards({ selection: chosen, format, fields });
  }

  return (
    <ExportFile
      title="Export boards"
      action={`Export ${counted(count, 'board')}…`}
      formats={FORMATS}
      rows={count}
      onExport={exportAs}
      onCancel={cancelExport}
      progress={
        exporting && `${formatNumber(exporting.written)} of ${counted(exporting.of, 'board')} exported`
      }
    >
      <Choices
        legend="Boards"
        choices={[
          ...(selection === null ? [] : [['selected', counted(selected, 'selected board')] as const]),
          ['matching', counting ? 'All matching boards (counting…)' : matchingWording],
        ]}
        value={which}
        onChange={setWhich}
      />
    </ExportFile>
  );
}

export function ExportPapersDialog({ which, papers }: PropsOf<'export-papers'>) {
  const exportPapers = useApp((state) => state.exportPapers);
  return (
    <ExportFile
      title="Export papers"
      action={`Export ${counted(papers, 'paper')}…`}
      formats={FORMATS}
      rows={papers}
      onExport={(format) => exportPapers(which, format)}
    >
      <p>The file includes the papers’ notes. Colleagues can import a CSV file to add the papers.</p>
    </ExportFile>
  );
}

export function SaveResultsDialog({ jobId, results }: PropsOf<'save-results'>) {
  const saveJobItems = useApp((state) => state.saveJobItems);
  return (
    <ExportFile
      title="Save results"
      action={`Save ${counted(results, 'result')}…`}
      formats={TABLES}
      rows={results}
      onExport={(format) => saveJobItems(jobId, format)}
    />
  );
}

interface ExportFileProps<F extends FileFormat> {
  readonly title: string;
  readonly action: string;
  readonly formats: Formats<F | 'csv'>;
  readonly rows: number;
  readonly onExport: (format: F | 'csv') => Promise<Result<FileWritten | null>>;
  readonly onCancel?: () => unknown;
  readonly progress?: string | null;
  readonly children?: React.ReactNode;
}

function ExportFile<F extends FileFormat>(props: ExportFileProps<F>) {
  const { title, action, formats, rows, onExport, onCancel, progress, children } = props;
  const [format, setFormat] = useState<F | 'csv'>('csv');
  const form = useSubmit({ stays: true });

  const cancels = form.busy && onCancel !== undefined;

  async function save() {
    const exported = await onExport(format);
    if (exported.ok && exported.value !== null) form.close();
    return exported;
  }

  return (
    <FormDialog
      title={title}
      action={action}
      cancel={cancels ? 'Cancel export' : 'Cancel'}
      onClose={cancels ? onCancel : form.close}
      form={form}
      off={rows === 0 ? 'Nothing to export' : null}
      onSubmit={save}
    >
      <fieldset className="column-3" disabled={form.busy}>
        {children}
        <Choices legend="Format" choices={formats} value={format} onChange={setFormat} />
      </fieldset>
      <p role="status" className="said">
        {form.busy && progress}
      </p>
    </FormDialog>
  );
}
