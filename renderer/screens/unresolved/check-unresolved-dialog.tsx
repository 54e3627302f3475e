/** Asks whether a create request of unknown outcome succeeded. Never repeats the request. */
import type { UnresolvedCheck } from '../../../preload/contract/service.ts';
import { addPaper } from '../../commands/papers-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { counted } from '../../lib/format.ts';
import { NamedProperty, Property } from '../../parts/inspector/inspector.tsx';
import { Instant, Moment } from '../../parts/relative-time/relative-time.tsx';
import { useAnswer } from '../../store/use-answer.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions, useAppStore } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';

export function CheckUnresolvedDialog({ unknown }: PropsOf<'check-unknown'>) {
  const store = useAppStore();
  const { checkUnresolved: check, settleUnresolved: settle } = useActions();
  const [result, retry] = useAnswer(unknown.id, () => check(unknown.id));
  const { busy: settling, failure, submit, close } = useSubmit();

  const choose = (boardId: string | null) => void submit(() => settle(unknown.id, boardId));

  const board = result?.ok && result.value.kind === 'board' ? result.value : null;
  const paper = result?.ok && result.value.kind === 'paper' ? result.value : null;
  const hasNewcomers = board !== null && board.newcomers.length > 0;
  return (
    <Dialog
      title={`Was the ${unknown.kind} created?`}
      size="medium"
      onClose={close}
      footer={
        <>
          <Button busy={settling} onClick={() => choose(null)}>
            {hasNewcomers ? 'None of these boards' : 'Dismiss'}
          </Button>
          <Button variant="primary" data-autofocus onClick={close}>
            Decide later
          </Button>
        </>
      }
    >
      <dl className="column-3">
        <NamedProperty label="Name" text={unknown.name} />
        <NamedProperty label="Template" text={unknown.templateId} mono />
        <Property label="Request sent">
          <Instant at={unknown.sentAt} />
        </Property>
      </dl>
      <div className="column-1" role="status" aria-busy={result === null}>
        {result === null && <p>Checking…</p>}
        {board && (
          <>
            <p>{newcomersSentence(board)}</p>
            <p className="muted">{completenessSentence(board.completeness)}</p>
          </>
        )}
        {paper && <p>{paper.sentence}</p>}
      </div>
      {hasNewcomers && (
        <ul className="box ruled short" aria-label="Boards that may come from this request">
          {board.newcomers.map(({ id, rowKey, created }) => (
            <li key={rowKey} className="between inset">
              <div className="grow selectable">
                <code className="sensitive">{id ?? 'no id'}</code>
                <br />
                <Moment time={created} />
              </div>
              {id !== null && (
                <Button busy={settling} aria-label={`Yes, this board: ${id}`} onClick={() => choose(id)}>
                  Yes, this board
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {paper && (
        <div>
          <Button onClick={() => void runCommand(addPaper, store)}>Add paper by link or id…</Button>
        </div>
      )}
      {result?.ok === false && <FailureNotice failure={result.error} onRetry={retry} />}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

type BoardCheck = Extract<UnresolvedCheck, { readonly kind: 'board' }>;

/** Describes boards created within a day of the request whose outcome is unknown. They may come from other requests. */
export function newcomersSentence({ newcomers, hasUndated, completeness }: BoardCheck): string {
  if (newcomers.length > 0) return `${counted(newcomers.length, 'board')} may come from this request.`;
  return completeness === 'complete' && !hasUndated
    ? 'Easel found no boards created around the time of the request. The board was most likely not created.'
    : 'Easel found no boards created around the time of the request, but the board may exist.';
}

export function completenessSentence(completeness: BoardCheck['completeness']): string {
  if (completeness === 'too-early') return 'The request may still be processed. Check again in a minute.';
  return completeness === 'complete'
    ? 'Easel checked all boards, except those without a creation date and those created with Easel.'
    : 'The list of boards may be incomplete.';
}
