import { FailureNotice } from '../parts/failure-notice.tsx';
import { useApp } from '../store/use-app.ts';

/** A failure that belongs to no row or field. */
export function NoticeStrip(): React.JSX.Element | null {
  const notice = useApp((state) => state.notice);
  const raise = useApp((state) => state.raise);
  return notice && <FailureNotice look="strip" failure={notice} onDismiss={() => raise(null)} />;
}
