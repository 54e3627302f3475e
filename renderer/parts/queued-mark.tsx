import { Hourglass } from 'lucide-react';
import { isQueued } from '../store/job-facts.ts';
import { useApp } from '../store/use-app.ts';
import styles from './queued-mark.module.css';

interface QueuedMarkProps {
  readonly id: string;
  /** A job of many is about to delete it: what the page knows itself are jobs of one. */
  readonly amongMany?: boolean;
}

/** Stands at a board or paper of the connection in front that is about to be deleted. */
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
