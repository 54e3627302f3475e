/** Every connection in its order. Choosing one shows its keys; Enter brings it to the front. */
import { BellRing, Check, KeyRound, Lock } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import type { Connection, ConnectionKeys } from '../../../preload/contract/domain.ts';
import { moveDown, moveUp } from '../../commands/keys-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { shownConnection } from '../../store/keys-slice.ts';
import { useApp, useAppStore } from '../../store/use-app.ts';
import styles from './connection-list.module.css';
import { isDue, keyStateWords, standingOfNext, type NextStanding } from './key-facts.ts';

/** The list. It holds the focus itself and points to the row that is chosen, so that rows may come, go and move. */
export function ConnectionList(): React.JSX.Element {
  const store = useAppStore();
  const connections = useApp((state) => state.connections);
  const currentId = useApp((state) => state.currentId);
  const shownId = useApp((state) => shownConnection(state)?.id ?? null);
  const keysById = useApp((state) => state.keysById);
  const now = useNow();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const at = connections.findIndex((connection) => connection.id === shownId);

  // Also when it has moved: the order may be changed by the keyboard.
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const show = (index: number): void => {
    const connection = connections[index];
    if (connection && connection.id !== shownId) void store.getState().showKeysOf(connection.id);
  };

  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const last = connections.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(at + 1, last),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (event.altKey) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      // Each place is written down, so a key that is held down must not run ahead.
      if (!event.repeat) void runCommand(event.key === 'ArrowUp' ? moveUp : moveDown, store);
    } else if (target !== undefined) show(target);
    else if (event.key === 'Enter' && shownId !== null)
      void store.getState().go({ kind: 'connection', id: shownId });
    else return;
    event.preventDefault();
  };

  return (
    <ul
      ref={list}
      className={styles.list}
      role="listbox"
      aria-label="Connections"
      aria-activedescendant={at < 0 ? undefined : `${id}-${shownId}`}
      tabIndex={0}
      data-pane-focus
      onKeyDown={press}
    >
      {connections.map((connection, index) => (
        <li
          key={connection.id}
          id={`${id}-${connection.id}`}
          role="option"
          aria-selected={connection.id === shownId}
          className={styles.row}
          onMouseDown={(event) => {
            if (event.button === 0) show(index);
          }}
          onDoubleClick={() => void store.getState().go({ kind: 'connection', id: connection.id })}
        >
          <Row
            connection={connection}
            keys={keysById[connection.id]}
            inFront={connection.id === currentId}
            now={now}
          />
        </li>
      ))}
    </ul>
  );
}

const STANDINGS: Readonly<Record<NextStanding, string>> = {
  unchecked: 'Next key ready to check',
  refused: 'Next key was not accepted',
  'not-tried': 'Next key not fully checked',
  good: 'Next key is good',
};

interface RowProps {
  readonly connection: Connection;
  readonly keys: ConnectionKeys | undefined;
  readonly inFront: boolean;
  readonly now: number;
}

function Row({ connection, keys, inFront, now }: RowProps): React.JSX.Element {
  const { key, boardKey, readOnly } = connection;
  const standing = standingOfNext(keys, connection);
  const due = keys?.keys.some((each) => isDue(each, now)) ?? false;
  return (
    <>
      <span className={styles.first}>
        <ConnectionMark connection={connection} />
        {inFront && (
          <span className={styles.front}>
            <Check size={13} aria-hidden /> in front
          </span>
        )}
      </span>
      <span className={classNames(styles.state, 'sensitive')}>
        {boardKey === null ? keyStateWords(key) : `Paper API: ${keyStateWords(key)}`}
      </span>
      {boardKey !== null && (
        <span className={classNames(styles.state, 'sensitive')}>Board API: {keyStateWords(boardKey)}</span>
      )}
      <span className={styles.marks}>
        {due && (
          <span className={styles.due}>
            <BellRing size={13} aria-hidden /> Reminder is due
          </span>
        )}
        {standing !== null && (
          <span className={standing === 'refused' ? styles.due : styles.ready}>
            <KeyRound size={13} aria-hidden /> {STANDINGS[standing]}
          </span>
        )}
        {readOnly.on && (
          <span className={styles.readOnly}>
            <Lock size={13} aria-hidden /> Read-only
          </span>
        )}
      </span>
    </>
  );
}
