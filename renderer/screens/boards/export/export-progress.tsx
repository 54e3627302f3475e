import type { BoardExport } from '../../../../preload/contract/boards.ts';
import { Button } from '../../../parts/button.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { exportSentence } from '../../../store/board-export-slice.ts';
import { useApp } from '../../../store/use-app.ts';
import { boardCount } from '../listing-status.ts';
import styles from './file-dialog.module.css';

/** How far an export is, or how it ended. */
export function ExportProgress({ exporting }: { readonly exporting: BoardExport }): React.JSX.Element {
  const cancel = useApp((state) => state.cancelBoardExport);
  const { state, boards, written, fileName, failure } = exporting;
  if (state === 'running') {
    return (
      <div className={styles.running}>
        <div className={styles.line}>
          <span>
            Writing <strong className="sensitive">{fileName}</strong>
          </span>
          <span className={styles.count}>
            {written.toLocaleString('en')} of {boardCount(boards)}
          </span>
        </div>
        <div className={styles.line}>
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
      <p className={state === 'done' ? styles.done : styles.muted}>
        <span className="sensitive">{exportSentence(exporting)}</span>
      </p>
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}
