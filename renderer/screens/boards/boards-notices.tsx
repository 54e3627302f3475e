/** Notices above the board list: failures and differences from the service. */
import type { BoardsState, Difference } from '../../../preload/contract/boards.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import type { Health, PartName } from '../../../preload/contract/service.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { partOf } from '../../lib/health-wording.ts';
import { counted } from '../../lib/format.ts';
import { RoomTitle } from '../../parts/room-title.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { notUnderstood } from './listing-status.ts';

export function BoardsNotices() {
  const boards = useApp((state) => state.boards);
  const notice = useApp((state) => state.boardsNotice);
  const { refreshBoards: refresh, dismissBoardsNotice: dismiss } = useActions();
  const failed = boards?.phase === 'failed' ? boards.failure : null;
  // The outage banner already shows the same failure.
  const isTold = useApp(({ health }) => failed !== null && isToldByOutage(health, 'board-api', failed));
  return (
    <>
      {failed !== null && !isTold && (
        <FailureNotice look="strip" failure={failed} onRetry={() => void refresh()} />
      )}
      {notice !== null && (
        <FailureNotice
          look="strip"
          failure={notice.failure}
          // Never repeats a create.
          onRetry={notice.kind === 'create-failed' ? undefined : () => void refresh()}
          onDismiss={dismiss}
        />
      )}
      {boards !== null && boards.strange.length > 0 && <Strange boards={boards} />}
      {boards?.differences.map((difference) => (
        <p key={difference.what} className="info-strip anywhere sensitive" role="status">
          <Differs {...difference} />
        </p>
      ))}
    </>
  );
}

function Strange({ boards }: { readonly boards: BoardsState }): React.JSX.Element {
  return (
    <details className="info-strip short">
      <summary>{notUnderstood(boards)}. Show raw</summary>
      <pre className="sensitive">{boards.strange.join('\n')}</pre>
    </details>
  );
}

function Differs({ what, boards, id }: Difference): React.JSX.Element {
  const isOne = boards === 1;
  const [were, them] = isOne ? ['was', 'the board'] : ['were', 'them'];
  return (
    <>
      {isOne ? (
        <>
          Board <RoomTitle name="" id={id} />
        </>
      ) : (
        counted(boards, 'board')
      )}{' '}
      {what === 'deleted'
        ? `${were} deleted here, and the service confirmed it. Its list still has ${them}.`
        : `${were} made here. The service’s list doesn’t have ${isOne ? 'it' : them}.`}
    </>
  );
}

/** True if the outage banner of this part already shows this failure. */
export function isToldByOutage(
  health: Health | null,
  name: PartName,
  { code, retryAfterSeconds }: Failure,
): boolean {
  const { state, failure } = partOf(health, name);
  // Only the failure itself explains a certificate error or a wait.
  const isWhole = retryAfterSeconds === undefined && code !== 'certificate';
  return state === 'trouble' && failure?.code === code && isWhole;
}
