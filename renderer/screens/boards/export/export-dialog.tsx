/** Writes boards to a file, in the background: which, in which form, how far it is, and how it ended. */
import { useState } from 'react';
import type { BoardExport, BoardQuery, BoardSelection } from '../../../../preload/contract/boards.ts';
import { Button } from '../../../parts/button.tsx';
import { Choice } from '../../../parts/choice.tsx';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { useActions, useApp } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';
import { counted, formatNumber } from '../../../parts/format.ts';
import { FormatChoice, type FileFormat } from './file-choices.tsx';
import styles from './file-dialog.module.css';
import { exportSentence } from '../../../store/board-export-slice.ts';

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
      <fieldset className={styles.group} disabled={running}>
        <legend className="bold heading">Boards</legend>
        {selection !== null && (
          <Choice begins group="which" checked={which === 'selected'} onChange={() => setWhich('selected')}>
            {`The ${counted(selected, 'selected board')}`}
          </Choice>
        )}
        <Choice begins group="which" checked={which === 'matching'} onChange={() => setWhich('matching')}>
          {counting ? 'All boards that match (counting…)' : matchingWording(matching, query)}
        </Choice>
      </fieldset>
      <FormatChoice format={format} onChange={setFormat} disabled={running} />
      {fields.length > 0 && format === 'csv' && (
        <label className="check">
          <input
            type="checkbox"
            checked={withFields}
            disabled={running}
            onChange={(event) => setWithFields(event.target.checked)}
          />
          {`With ${counted(Math.min(fields.length, MOST_FIELDS), 'other field')} of the service`}
        </label>
      )}
      {exporting !== null && <ExportProgress exporting={exporting} />}
    </FormDialog>
  );
}

/** "All 312 boards", "12 boards that match". */
function matchingWording(matching: number, { find, filters }: BoardQuery): string {
  if (find === '' && filters.length === 0) return `All ${counted(matching, 'board')}`;
  return counted(matching, 'board that matches', 'boards that match');
}

/** How far an export is, or how it ended. */
function ExportProgress({ exporting }: { readonly exporting: BoardExport }) {
  const cancel = useApp((state) => state.cancelBoardExport);
  const { state, boards, written, fileName, failure } = exporting;
  if (state === 'running') {
    return (
      <div className="column-2">
        <div className={`between ${styles.line}`}>
          <span>
            Writing <strong className="sensitive">{fileName}</strong>
          </span>
          <span className={styles.count}>
            {formatNumber(written)} of {counted(boards, 'board')}
          </span>
        </div>
        <div className={`between ${styles.line}`}>
          <progress
            className={styles.progress}
            aria-label="Exporting boards"
            max={Math.max(1, boards)}
            value={written}
          />
          <Button onClick={() => void cancel()}>Cancel export</Button>
        </div>
      </div>
    );
  }
  return (
    <>
      <p className={state === 'done' ? 'info' : 'muted'}>
        <span className="sensitive">{exportSentence(exporting)}</span>
      </p>
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}
