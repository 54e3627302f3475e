/** Which connection this is: its colour, the word of its environment and its name, the same wherever it stands. */
import type { Connection, ConnectionColor } from '../../preload/contract/connections.ts';
import { classNames } from './class-names.ts';
import styles from './connection-mark.module.css';
import { ENVIRONMENT_WORDS, EnvironmentBadge } from './environment-badge.tsx';

/** As much of a connection as its mark shows. */
export type Marked = Pick<Connection, 'name' | 'environment' | 'color'>;

/** The connection's own colour; words stand beside it, so it says nothing to screen readers. */
export function ConnectionDot({ color }: { readonly color: ConnectionColor }) {
  return <span className={styles.dot} style={{ background: `var(--connection-${color})` }} aria-hidden />;
}

/** Colour, environment and name on one line; a long name is cut, what is before it never. */
export function ConnectionMark({ connection }: { readonly connection: Marked }) {
  return (
    <span className={styles.mark}>
      <ConnectionDot color={connection.color} />
      <EnvironmentBadge environment={connection.environment} />
      <span className={classNames('ellipsis', styles.name, 'sensitive')}>{connection.name}</span>
    </span>
  );
}

/** The words of a button that can't be taken back: "Delete board in Acme School (Production)". */
export function InConnection({
  action,
  connection,
}: {
  readonly action: string;
  readonly connection: Marked;
}) {
  // The practice connection is called as its environment is.
  const word = ENVIRONMENT_WORDS[connection.environment];
  return (
    <span className={styles.inside}>
      <span className={styles.fixed}>{action} </span>
      <ConnectionDot color={connection.color} />
      <span className={classNames('ellipsis', styles.name, 'sensitive')}>{connection.name}</span>
      {connection.name !== word && <span className={styles.fixed}> ({word})</span>}
    </span>
  );
}
