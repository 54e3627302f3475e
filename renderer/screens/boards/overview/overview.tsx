import { Suspense } from 'react';
import { later } from '../../../frame/load-later.ts';
import { useApp } from '../../../store/use-app.ts';

const OverviewPanel = later((loaded) => loaded.OverviewPanel);

/** The overview where it was opened; another connection's counts are none of this one's. */
export function Overview(): React.JSX.Element | null {
  const open = useApp((state) => state.boardOverviewOpen);
  const connectionId = useApp((state) => state.boardsOf);
  if (!open || connectionId === null) return null;
  return (
    <Suspense>
      <OverviewPanel key={connectionId} />
    </Suspense>
  );
}
