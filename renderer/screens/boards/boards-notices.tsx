/** What went wrong or well with the list, above the rows, until it is dismissed or mended. */
import { X } from 'lucide-react';
import type { BoardsState } from '../../../preload/contract/boards.ts';
import { IconButton } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { ResultStrip } from '../../parts/list-screen.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { notUnderstood } from './listing-status.ts';

/** The strips; nothing while all is well. */
export function BoardsNotices() {
  const boards = useApp((state) => state.boards);
  const notice = useApp((state) => state.boardsNotice);
  const { refreshBoards: refresh, dismissBoardsNotice: dismiss } = useActions();
  const failed = boards?.phase === 'failed' ? boards.failure : null;
  return (
    <>
      {failed !== null && <FailureNotice look="strip" failure={failed} onRetry={() => void refresh()} />}
      {notice !== null && 'failure' in notice && (
        <FailureNotice
          look="strip"
          failure={notice.failure}
          // A create is never sent again from here.
          onRetry={notice.kind === 'create-failed' ? undefined : () => void refresh()}
          onDismiss={dismiss}
        />
      )}
      {boards !== null && boards.strange.length > 0 && <Strange boards={boards} />}
      {boards?.differences.map((sentence) => (
        <ResultStrip key={sentence} action={null}>
          {sentence}
        </ResultStrip>
      ))}
      {notice !== null && !('failure' in notice) && (
        <ResultStrip action={<IconButton label="Dismiss" icon={<X size={16} />} onClick={dismiss} />}>
          {notice.text}
        </ResultStrip>
      )}
    </>
  );
}

/** What was not understood of the list, as it came. */
function Strange({ boards }: { readonly boards: BoardsState }): React.JSX.Element {
  return (
    <details className="info-strip short">
      <summary>{notUnderstood(boards)}. Show raw</summary>
      <pre className="sensitive">{boards.strange.join('\n')}</pre>
    </details>
  );
}
