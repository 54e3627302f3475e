/** Every connection in its order. Choosing one shows its keys; Enter brings it to the front. */
import { BellRing, Check, KeyRound } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { Connection, KeyState } from '../../../preload/contract/connections.ts';
import type { ConnectionKeys } from '../../../preload/contract/keys.ts';
import type { PartName } from '../../../preload/contract/service.ts';
import { moveDown, moveUp } from '../../commands/keys-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { ConnectionMark, ReadOnlyMark } from '../../parts/connection-mark.tsx';
import { PART_NAMES } from '../../parts/health-wording.ts';
import { useListKeys } from '../../parts/list-keys.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { shownConnection } from '../../store/keys-slice.ts';
import { useApp, useAppStore } from '../../store/use-app.ts';
import styles from './connection-list.module.css';
import { isDue, keyStateWording, shortPrint, standingOfNext, type NextStanding } from './key-facts.ts';

/** The list. It holds the focus itself and points to the row that is chosen, so that rows may come, go and move. */
export function ConnectionList() {
  const store = useAppStore();
  const connections = useApp((state) => state.connections);
  const currentId = useApp((state) => state.currentId);
  const shownId = useApp((state) => shownConnection(state)?.id ?? null);
  const keysById = useApp((state) => state.keysById);
  const now = useNow();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = connections.findIndex((connection) => connection.id === shownId);

  // Also when it has moved: the order may be changed by the keyboard.
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const show = (connectionId: string | undefined): void => {
    if (connectionId !== undefined && connectionId !== shownId)
      void store.getState().showKeysOf(connectionId);
  };
  const switchTo = (connectionId: string | null | undefined): void => {
    if (connectionId != null) void store.getState().go({ kind: 'connection', id: connectionId });
  };

  const listKeys = useListKeys(connections.map(({ name }) => name));
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    const target = listKeys(event, at);
    if (event.altKey) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      // Each place is written down, so a key that is held down must not run ahead.
      if (!event.repeat) void runCommand(event.key === 'ArrowUp' ? moveUp : moveDown, store);
    } else if (target !== null) show(connections[target]?.id);
    else if (event.key === 'Enter') switchTo(shownId);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={list}
      className={`scroll ${styles.list}`}
      role="listbox"
      aria-label="Connections"
      aria-activedescendant={at < 0 ? undefined : `${id}-${shownId}`}
      tabIndex={0}
      data-pane-focus
      onKeyDown={press}
      onMouseDown={(event) => {
        if (event.button === 0) show(connectionAt(event));
      }}
      onDoubleClick={(event) => switchTo(connectionAt(event))}
    >
      {connections.map((connection) => (
        <div
          key={connection.id}
          id={`${id}-${connection.id}`}
          role="option"
          aria-selected={connection.id === shownId}
          data-connection={connection.id}
          className={`choosable line-below inset ${styles.row}`}
        >
          <Row
            connection={connection}
            keys={keysById[connection.id]}
            inFront={connection.id === currentId}
            now={now}
          />
        </div>
      ))}
    </div>
  );
}

const STANDINGS: Readonly<Record<NextStanding, string>> = {
  unchecked: 'Next key unchecked',
  refused: 'Next key failed',
  'not-tried': 'Next key partly checked',
  good: 'Next key verified',
};

/** The connection of the row that the mouse is on. The rows themselves take no focus, so the list listens for them. */
function connectionAt({ target }: MouseEvent): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-connection]')?.dataset['connection']
    : undefined;
}

interface RowProps {
  readonly connection: Connection;
  readonly keys: ConnectionKeys | undefined;
  readonly inFront: boolean;
  readonly now: number;
}

function Row({ connection, keys, inFront, now }: RowProps) {
  const { key, boardKey } = connection;
  const standing = standingOfNext(keys, connection);
  const due = keys?.keys.some((each) => isDue(each, now)) ?? false;
  return (
    <>
      <ConnectionMark connection={connection} />
      <KeyLine of={boardKey && 'paper-api'} state={key} />
      {boardKey && <KeyLine of="board-api" state={boardKey} />}
      <span className={styles.marks}>
        {inFront && (
          <span className="mark muted">
            <Check size={13} /> Current
          </span>
        )}
        {due && (
          <span className="mark warning bold">
            <BellRing size={13} /> Rotation due
          </span>
        )}
        {standing !== null && (
          <span className={standing === 'refused' ? 'mark warning bold' : 'mark accent'}>
            <KeyRound size={13} /> {STANDINGS[standing]}
          </span>
        )}
        <ReadOnlyMark connection={connection} />
      </span>
    </>
  );
}

function KeyLine({ of, state }: { readonly of: PartName | null; readonly state: KeyState }) {
  return (
    <span className={`hint ${styles.state}`}>
      {of && `${PART_NAMES[of]}: `}
      {state.kind !== 'none' && <span className="sensitive">{shortPrint(state.fingerprint)}</span>}{' '}
      {keyStateWording(state)}
    </span>
  );
}
