/** What went wrong or well with the list, above the rows, until it is dismissed or mended. */
import { X } from 'lucide-react';
import { IconButton } from '../../parts/button.tsx';
import { deletedSentence } from '../../parts/deleted-sentence.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { ResultStrip } from '../../parts/list-screen.tsx';
import { useActions, useApp } from '../../store/use-app.ts';

/** The strips; nothing while all is well. */
export function BoardsNotices() {
  const boards = useApp((state) => state.boards);
  const notice = useApp((state) => state.boardsNotice);
  const { refreshBoards: refresh, dismissBoardsNotice: dismiss } = useActions();
  const failed = boards?.phase === 'failed' ? boards.failure : null;
  return (
    <>
      {failed !== null && <FailureNotice look="strip" failure={failed} onRetry={() => void refresh()} />}
      {(notice?.kind === 'rows-failed' || notice?.kind === 'list-failed') && (
        <FailureNotice
          look="strip"
          failure={notice.failure}
          onRetry={() => void refresh()}
          onDismiss={dismiss}
        />
      )}
      {notice?.kind === 'create-failed' && (
        <FailureNotice look="strip" failure={notice.failure} onDismiss={dismiss} />
      )}
      {notice?.kind === 'deleted' && (
        <ResultStrip action={<IconButton label="Dismiss" icon={<X size={16} />} onClick={dismiss} />}>
          {deletedSentence(`Board ${notice.boardId}`, notice.deleted)}
        </ResultStrip>
      )}
      {notice?.kind === 'not-deleted' && (
        <ResultStrip action={<IconButton label="Dismiss" icon={<X size={16} />} onClick={dismiss} />}>
          {notice.text}
        </ResultStrip>
      )}
    </>
  );
}
