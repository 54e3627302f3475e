import { Hourglass } from 'lucide-react';
import { isQueued } from '../store/job-facts.ts';
import { useApp } from '../store/use-app.ts';
import styles from './queued-mark.module.css';

interface QueuedMarkProps {
  readonly id: string;
  /** Part of a bulk delete, whose items the page does not know. */
  readonly amongMany?: boolean;
}

export function QueuedMark({ id, amongMany = false }: QueuedMarkProps) {
  const queued = useApp((state) => amongMany || isQueued(state.jobs, state.currentId, id));
  if (!queued) return null;
  return (
    <span className={styles.mark} title="Queued for deletion">
      <Hourglass size={13} />
      <span className="visually-hidden">Queued for deletion: </span>
    </span>
  );
}
