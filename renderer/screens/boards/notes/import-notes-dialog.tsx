/** Reads notes from a file, and shows what that would change before anything does. */
import { Fragment } from 'react';
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
  const changes =
    importing === null ? 0 : importing.plan.added + importing.plan.newer + importing.takeTheirs.length;

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
      {importing === null ? <p>A CSV or JSON file from Easel.</p> : <Plan importing={importing} />}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

function Plan({ importing }: { readonly importing: NotesImport }) {
  const { plan, takeTheirs } = importing;
  const { conflicts, older, problems } = plan;
  const take = useApp((state) => state.takeTheirNotes);
  // Nothing says whose side is newer; not to be told where there are more conflicts than main tells of.
  const undecided = conflicts.length >= MOST_SHOWN ? 0 : Math.max(0, conflicts.length - older);
  const counts = [
    [plan.added, 'new'],
    [plan.newer, 'newer in the file: they replace yours'],
    [older, 'newer here: yours stay unless you choose below'],
    ...(undecided > 0 ? [[undecided, 'of unknown age: yours stay unless you choose below'] as const] : []),
    [plan.same, 'identical'],
  ] as const;
  return (
    <>
      <p>
        Changes in <strong className="sensitive">{plan.fileName}</strong>:
      </p>
      <dl className="facts">
        {counts.map(([boards, words]) => (
          <Fragment key={words}>
            <dt>{formatNumber(boards)}</dt>
            <dd>{words}</dd>
          </Fragment>
        ))}
      </dl>
      {conflicts.length > 0 && (
        <div>
          <h3 className="heading">Conflicts</h3>
          <div className="short">
            <table className={`table anywhere ${styles.table}`}>
              <thead>
                <tr>
                  <th scope="col">Board</th>
                  <th scope="col">Here</th>
                  <th scope="col">In the file</th>
                </tr>
              </thead>
              <tbody>
                {conflicts.map(({ boardId, here, there }) => (
                  <tr key={boardId}>
                    <th scope="row">
                      <code className="sensitive">{boardId}</code>
                    </th>
                    {[false, true].map((theirs) => (
                      <td key={String(theirs)}>
                        <label className="row check">
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
          {conflicts.length >= MOST_SHOWN && <p>The first {MOST_SHOWN}. Yours stay for the rest.</p>}
        </div>
      )}
      {problems.length > 0 && (
        <div>
          <h3 className="heading">Skipped lines</h3>
          <ul className="box padded-3">
            {problems.map(({ line, why }) => (
              <li key={line}>
                Line {formatNumber(line)}: <span className="sensitive">{why}</span>
              </li>
            ))}
          </ul>
          {problems.length >= MOST_SHOWN && <p>The first {MOST_SHOWN}.</p>}
        </div>
      )}
    </>
  );
}
