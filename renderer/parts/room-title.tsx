import { Hourglass } from 'lucide-react';
import { idParts, visible } from '../lib/format.ts';
import { isQueued } from '../store/job-facts.ts';
import { useApp } from '../store/use-app.ts';
import { classNames } from './class-names.ts';
import styles from './room-title.module.css';

/** Shows a shortened id. The tooltip has the whole id, and screen readers read the whole id. */
export function ShortId({ id, alone = false }: { readonly id: string; readonly alone?: boolean }) {
  const { before, short, after } = idParts(id);
  return (
    <code
      className={classNames('muted sensitive ellipsis', styles.id, alone && styles.alone)}
      title={id}
      data-name={alone || undefined}
    >
      {before !== '' && <Rest text={before} cut />}
      {short}
      {after !== '' && <Rest text={after} />}
    </code>
  );
}

function Rest({ text, cut = false }: { readonly text: string; readonly cut?: boolean }) {
  return (
    <span className={cut ? styles.cut : undefined} aria-hidden>
      <span hidden>{text}</span>
    </span>
  );
}

interface RoomTitleProps {
  readonly name: string | undefined;
  readonly id: string;
  /** True if the title takes the full width, so that the ids on the right of several rows are aligned. */
  readonly spread?: boolean;
}

export function RoomTitle({ name = '', id, spread = false }: RoomTitleProps) {
  if (name === '') return <ShortId id={id} alone />;
  return (
    <span className={classNames(styles.title, spread && styles.spread)}>
      <span className="ellipsis sensitive" title={visible(name)} data-name>
        {visible(name)}
      </span>
      <ShortId id={id} />
    </span>
  );
}

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
