/** Reads notes from a file, and shows what that would change before anything does. */
import { Fragment } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { Differences } from '../../../parts/differences.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import type { NotesImport } from '../../../store/board-notes-slice.ts';
import { replaced } from '../../../store/merge-choice.ts';
import { useActions, useApp } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';
import { counted, formatNumber } from '../../../parts/format.ts';

/** As many lines that can't be read as main tells of. */
const MOST_SHOWN = 100;

/** The dialog: a file is chosen, then whose side wins where both differ. */
export function ImportNotesDialog() {
  const importing = useApp((state) => state.notesImport);
  const { openNotes: open, applyNotes: apply, closeNotes: forget } = useActions();
  const opening = useSubmit({ stays: true });
  const applying = useSubmit();
  const failure = opening.failure ?? applying.failure;
  const changes =
    importing === null
      ? 0
      : importing.plan.added + importing.plan.filled + replaced(importing.plan, importing.choice);

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
  const { plan, choice } = importing;
  const { problems } = plan;
  const choose = useApp((state) => state.chooseNotes);
  const counts = [
    [plan.added, 'new'],
    [plan.filled, 'with something that is missing here'],
    [plan.differing, 'different on both sides'],
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
      {plan.notListed > 0 && (
        <p>{counted(plan.notListed, 'id is', 'ids are')} not in this computer’s list of boards.</p>
      )}
      <Differences name={plan.fileName} merge={plan} choice={choice} onChoose={choose} />
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
