/** Reads notes from a file, and shows what that would change before anything does. */
import type { LocalImport } from '../../../../preload/contract/boards.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import type { NotesImport } from '../../../store/board-notes-slice.ts';
import { useActions, useApp } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';
import { counted, formatNumber } from '../../../parts/format.ts';
import styles from './notes.module.css';

/** As many conflicts, and as many lines that can't be read, as main tells of. */
const MOST_SHOWN = 100;

/** The dialog: a file is chosen, then whose side wins where both have changed. */
export function ImportNotesDialog() {
  const importing = useApp((state) => state.notesImport);
  const { openNotes: open, applyNotes: apply, closeNotes: forget } = useActions();
  const opening = useSubmit({ stays: true });
  const applying = useSubmit();
  const failure = opening.failure ?? applying.failure;
  const changes = importing === null ? 0 : changesOf(importing);

  function close(): void {
    forget();
    applying.close();
  }

  return (
    <Dialog
      title="Import notes"
      size={importing === null ? 'medium' : 'large'}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant={importing === null ? 'primary' : 'plain'}
            busy={opening.busy}
            data-autofocus={importing === null || undefined}
            onClick={() => void opening.submit(open)}
          >
            {importing === null ? 'Choose a file…' : 'Another file…'}
          </Button>
          {importing !== null && (
            <Button
              variant="primary"
              busy={applying.busy}
              disabledReason={changes === 0 ? 'Nothing to import' : null}
              onClick={() => void applying.submit(apply)}
            >
              {changes === 0 ? 'Import notes' : `Import notes of ${counted(changes, 'board')}`}
            </Button>
          )}
        </>
      }
    >
      {importing === null ? <p>A CSV or JSON file that Easel exported.</p> : <Plan importing={importing} />}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

/** How many boards' notes the import would change, as it is chosen now. */
function changesOf({ plan, takeTheirs }: NotesImport): number {
  return plan.added + plan.newer + takeTheirs.length;
}

/** Boards of which nothing says whose side is newer; 0 where there are more conflicts than main tells of. */
function undecided({ conflicts, older }: LocalImport): number {
  return conflicts.length >= MOST_SHOWN ? 0 : Math.max(0, conflicts.length - older);
}

function Plan({ importing }: { readonly importing: NotesImport }) {
  const { plan } = importing;
  const unknown = undecided(plan);
  return (
    <>
      <p>
        Changes in <strong className="sensitive">{plan.fileName}</strong>:
      </p>
      <dl className={styles.counts}>
        <Count boards={plan.added} words="new" />
        <Count boards={plan.newer} words="newer in the file: they replace yours" />
        <Count boards={plan.older} words="newer here: yours stay unless you choose below" />
        {unknown > 0 && <Count boards={unknown} words="of unknown age: yours stay unless you choose below" />}
        <Count boards={plan.same} words="identical" />
      </dl>
      {plan.conflicts.length > 0 && <Conflicts importing={importing} />}
      {plan.problems.length > 0 && <Problems plan={plan} />}
    </>
  );
}

function Count({ boards, words }: { readonly boards: number; readonly words: string }) {
  return (
    <>
      <dt>{formatNumber(boards)}</dt>
      <dd>{words}</dd>
    </>
  );
}

function Conflicts({ importing }: { readonly importing: NotesImport }) {
  const { plan, takeTheirs } = importing;
  const take = useApp((state) => state.takeTheirNotes);
  return (
    <section aria-label="Conflicts">
      <h3 className="heading">Conflicts</h3>
      <div className={styles.scroll}>
        <table className={`table ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">Board</th>
              <th scope="col">Here</th>
              <th scope="col">In the file</th>
            </tr>
          </thead>
          <tbody>
            {plan.conflicts.map(({ boardId, here, there }) => (
              <tr key={boardId}>
                <th scope="row">
                  <code className="sensitive">{boardId}</code>
                </th>
                {[false, true].map((theirs) => (
                  <td key={String(theirs)}>
                    <label>
                      <input
                        type="radio"
                        name={`of ${boardId}`}
                        aria-label={theirs ? `In the file: ${there}` : `Here: ${here}`}
                        checked={takeTheirs.includes(boardId) === theirs}
                        onChange={() => take(boardId, theirs)}
                      />
                      <span className="sensitive">{theirs ? there : here}</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {plan.conflicts.length >= MOST_SHOWN && <p>The first {MOST_SHOWN}. Yours stay for the rest.</p>}
    </section>
  );
}

function Problems({ plan }: { readonly plan: LocalImport }) {
  return (
    <section aria-label="Skipped lines">
      <h3 className="heading">Skipped lines</h3>
      <ul className={`box ${styles.problems}`}>
        {plan.problems.map(({ line, why }) => (
          <li key={line}>
            Line {formatNumber(line)}: <span className="sensitive">{why}</span>
          </li>
        ))}
      </ul>
      {plan.problems.length >= MOST_SHOWN && <p>The first {MOST_SHOWN}.</p>}
    </section>
  );
}
