import { Hourglass } from 'lucide-react';
import { isQueued } from '../store/job-facts.ts';
import { useApp } from '../store/use-app.ts';

export function QueuedMark({ id, amongMany = false }: { readonly id: string; readonly amongMany?: boolean }) {
  const queued = useApp((state) => amongMany || isQueued(state.jobs, state.currentId, id));
  if (!queued) return null;
  return (
    <span className="mark danger" title="Queued for deletion">
      <Hourglass size={13} />
      <span className="visually-hidden">Queued for deletion: </span>
    </span>
  );
}
