/** Writes boards, their notes, or papers to a file: which, in which form, how far it is, and how it ended. */
import { useState } from 'react';
import type { BoardExport, BoardSelection } from '../../../../preload/contract/boards.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { Button } from '../../../parts/button.tsx';
import { Choice, Choices } from '../../../parts/choice.tsx';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { counted, formatNumber } from '../../../lib/format.ts';
import { exportSentence } from '../../../store/board-export-slice.ts';
import { useActions, useApp } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';

/** The forms of a file. */
const FORMATS = [
  ['csv', 'CSV', 'For spreadsheets. Cells that look like formulas are made harmless.'],
  ['json', 'JSON', 'For programs.'],
] as const;
type FileFormat = (typeof FORMATS)[number][0];

/** Most fields that one export may have beside Easel's own, by the contract. */
const MOST_FIELDS = 20;

export interface ExportBoardsDialogProps {
  readonly selection: BoardSelection | null;
  readonly selected: number;
}

/** The dialog. Closed while it writes, it goes on, and the status bar says how it ended. */
export function ExportBoardsDialog({ selection, selected }: ExportBoardsDialogProps) {
  const query = useApp((state) => state.boardQuery);
  const { matching, counting } = useApp((state) => state.boardRows);
  const fields = useApp((state) => state.boardFields);
  const exporting = useApp((state) => state.boardExport);
  const { exportBoards, dismissBoardExport: dismiss } = useActions();
  const form = useSubmit({ stays: true });
  const [which, setWhich] = useState<'selected' | 'matching'>(selection === null ? 'matching' : 'selected');
  const [format, setFormat] = useState<FileFormat>('csv');
  const [withFields, setWithFields] = useState(true);
  const running = exporting?.state === 'running';
  const count = which === 'selected' ? selected : matching;
  const matchingWording =
    query.find === '' && query.filters.length === 0
      ? `All ${counted(matching, 'board')}`
      : counted(matching, 'matching board');

  function start(): void {
    dismiss();
    const wanted: BoardSelection =
      which === 'selected' && selection !== null ? selection : { kind: 'all', query, except: [] };
    const names = withFields ? fields.slice(0, MOST_FIELDS).map(({ name }) => name) : [];
    void form.submit(() => exportBoards({ selection: wanted, format, fields: names }));
  }

  return (
    <FormDialog
      title="Export boards"
      action={`Export ${counted(count, 'board')}…`}
      cancel={exporting === null ? 'Cancel' : 'Close'}
      form={{ ...form, busy: form.busy || running }}
      off={count === 0 ? 'Nothing to export' : null}
      onSubmit={start}
      onClose={() => {
        dismiss();
        form.close();
      }}
    >
      <fieldset className="column-3" disabled={running}>
        <Choices
          legend="Boards"
          choices={[
            ...(selection === null ? [] : [['selected', counted(selected, 'selected board')] as const]),
            ['matching', counting ? 'All matching (counting…)' : matchingWording],
          ]}
          value={which}
          onChange={setWhich}
        />
        <Choices legend="Format" choices={FORMATS} value={format} onChange={setFormat} />
        {fields.length > 0 && format === 'csv' && (
          <Choice checked={withFields} onChange={setWithFields}>
            {`With ${counted(Math.min(fields.length, MOST_FIELDS), 'other field')}`}
          </Choice>
        )}
      </fieldset>
      {exporting?.state === 'running' && <ExportProgress exporting={exporting} />}
      <div role="status">
        {exporting !== null && exporting.state !== 'running' && (
          <p className={exporting.state === 'done' ? 'info' : 'muted'}>
            <span className="sensitive">{exportSentence(exporting)}</span>
          </p>
        )}
      </div>
      {exporting?.failure != null && <FailureNotice failure={exporting.failure} />}
    </FormDialog>
  );
}

/** How far an export is. */
function ExportProgress({ exporting }: { readonly exporting: BoardExport }) {
  const cancel = useApp((state) => state.cancelBoardExport);
  const { boards, written, fileName } = exporting;
  return (
    <div className="column-2">
      <div className="between">
        <span className="grow">
          Writing <strong className="sensitive">{fileName}</strong>
        </span>
        <span className="muted fixed">
          {formatNumber(written)} of {counted(boards, 'board')}
        </span>
      </div>
      <div className="between">
        <progress className="grow" aria-label="Exporting boards" max={Math.max(1, boards)} value={written} />
        <Button onClick={() => void cancel()}>Cancel export</Button>
      </div>
    </div>
  );
}

interface ExportPapersDialogProps {
  readonly which: readonly string[] | 'all';
  readonly papers: number;
}

/** Papers of the register, which are few beside boards: written at once. */
export function ExportPapersDialog({ which, papers }: ExportPapersDialogProps) {
  const exportPapers = useApp((state) => state.exportPapers);
  return (
    <ExportFile
      title="Export papers"
      action={`Export ${counted(papers, 'paper')}…`}
      what="With their notes. A colleague adds them from the file."
      onExport={(format) => exportPapers(which, format)}
      wording={({ items, fileName }) => `Exported ${counted(items, 'paper')} to ${fileName}.`}
    />
  );
}

interface ExportFileProps<Written> {
  readonly title: string;
  readonly action: string;
  readonly what: string;
  readonly onExport: (format: FileFormat) => Promise<Result<Written | null>>;
  readonly wording: (written: Written) => string;
}

/** The dialog says how it ended, and stays for the other form of file. */
function ExportFile<Written>({ title, action, what, onExport, wording }: ExportFileProps<Written>) {
  const [format, setFormat] = useState<FileFormat>('csv');
  const [done, setDone] = useState<string | null>(null);
  const form = useSubmit({ stays: true });

  function save(): void {
    setDone(null);
    void form.submit(async () => {
      const exported = await onExport(format);
      if (exported.ok && exported.value !== null) setDone(wording(exported.value));
      return exported;
    });
  }

  return (
    <FormDialog
      title={title}
      action={action}
      cancel={done === null ? 'Cancel' : 'Close'}
      form={form}
      onSubmit={save}
    >
      <p>{what}</p>
      <Choices legend="Format" choices={FORMATS} value={format} onChange={setFormat} />
      <p role="status" className="said sensitive">
        {done}
      </p>
    </FormDialog>
  );
}
