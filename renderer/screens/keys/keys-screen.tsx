/** Keys & connections: every connection in its order, and the keys of one of them. */
import { ArrowDown, ArrowUp, BellRing, Check, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { Connection, KeyState } from '../../../preload/contract/connections.ts';
import type { PartName } from '../../../preload/contract/service.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { newConnection } from '../../commands/frame-commands.ts';
import { moveDown, moveUp } from '../../commands/keys-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { ConnectionMark, ReadOnlyMark } from '../../parts/connection-mark.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { PART_NAMES } from '../../lib/health-wording.ts';
import { KeychainNote } from '../../parts/keychain-note.tsx';
import { keyTarget } from '../../parts/list-keys.ts';
import { Empty } from '../../parts/empty.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { Toolbar } from '../../parts/toolbar.tsx';
import { keychainInTrouble } from '../../store/connection-form-slice.ts';
import { shownConnection, unusedKeysSentence } from '../../store/keys-slice.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import { isDue, keyStateWording, shortPrint, worstOfNext, type Verdict } from './key-facts.ts';
import { KeysPanel } from './keys-panel.tsx';
import styles from './keys-screen.module.css';

export function KeysScreen() {
  const openKeys = useApp((state) => state.openKeys);
  const connection = useApp(shownConnection);
  const trouble = useApp((state) => keychainInTrouble(state.keychain));
  // A connection that has come since, such as by an import, is read too.
  const count = useApp((state) => state.connections.length);
  useEffect(() => {
    void openKeys();
  }, [openKeys, count]);

  return (
    <div className="fill">
      <KeysToolbar />
      {trouble && <KeychainNote look="strip" />}
      <LeftoversStrip />
      <KeysFailure />
      {connection === null ? (
        <Pane label="Connections" className="fill muted surface padded-3">
          <Empty action={<CommandButton command={newConnection} />}>No connections.</Empty>
        </Pane>
      ) : (
        <div className={`panes ${styles.panes}`}>
          <Pane label="Connections" className={`column fixed surface ${styles.side}`}>
            <ConnectionList />
            {!trouble && (
              <div className={`fixed small sunken line-above snug ${styles.note}`}>
                <KeychainNote />
              </div>
            )}
          </Pane>
          <Pane as="aside" label="Keys" className="fill scroll sunken">
            <KeysPanel key={connection.id} connection={connection} />
          </Pane>
        </div>
      )}
    </div>
  );
}

function KeysFailure() {
  const failure = useApp((state) => state.keysFailure);
  const dismiss = useApp((state) => state.dismissKeysFailure);
  return failure && <FailureNotice look="strip" failure={failure} onDismiss={dismiss} />;
}

function KeysToolbar() {
  const connection = useApp(shownConnection);
  const { askToRemove, go, openDialog } = useActions();
  const off = connection === null ? 'Add a connection first' : null;
  const practice = connection?.environment === 'practice';
  return (
    <Toolbar title="Keys & connections">
      <CommandButton command={moveUp} iconOnly icon={<ArrowUp size={15} />} />
      <CommandButton command={moveDown} iconOnly icon={<ArrowDown size={15} />} />
      <IconButton
        label="Edit"
        icon={<Pencil size={15} />}
        disabledReason={practice ? 'Practice can’t be edited' : off}
        onClick={() => connection && void go({ kind: 'connection-form', id: connection.id })}
      />
      <IconButton
        label="Remove…"
        icon={<Trash2 size={15} />}
        disabledReason={off}
        onClick={() => connection && void askToRemove(connection.id)}
      />
      <Button
        disabledReason={practice ? 'Practice can’t be exported' : off}
        onClick={() =>
          connection && openDialog({ kind: 'export-connections', connectionIds: [connection.id] })
        }
      >
        Export…
      </Button>
      <Button onClick={() => openDialog({ kind: 'import' })}>Import…</Button>
      {/* Where it folds it stands in the sidebar. */}
      <CommandButton command={newConnection} className="folds" icon={<Plus size={15} />} />
    </Toolbar>
  );
}

/** Unused keys that could not be proven gone; nothing when there are none. */
function LeftoversStrip() {
  const leftovers = useApp((state) => state.leftovers);
  const busy = useApp((state) => state.removingLeftovers);
  const remove = useApp((state) => state.removeLeftovers);
  if (leftovers.length === 0) return null;
  return (
    <div className="row start short strip caution" role="group" aria-label="Unused keys">
      <KeyRound size={16} className="warning" />
      <div className="grow">
        <p>
          <strong>{unusedKeysSentence(leftovers.length)}</strong>
        </p>
        <ul className="wrap">
          {leftovers.map((left) => (
            <li key={left.id} className="sensitive">
              <code>{shortPrint(left.fingerprint)}</code>
              {left.connectionName !== '' && ` from ${left.connectionName}`}
            </li>
          ))}
        </ul>
      </div>
      <Button busy={busy} onClick={() => void remove()}>
        Remove keys
      </Button>
    </div>
  );
}

/**
 * Every connection in its order: choosing one shows its keys, Enter brings it to the front. The list holds the focus
 * itself and points to the row that is chosen, so that rows may come, go and move.
 */
function ConnectionList() {
  const store = useAppStore();
  const connections = useApp((state) => state.connections);
  const shownId = useApp((state) => shownConnection(state)?.id ?? null);
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const at = connections.findIndex((connection) => connection.id === shownId);

  // Also when it has moved: the order may be changed by the keyboard.
  useEffect(() => {
    element.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const show = (connectionId: string | undefined): void => {
    if (connectionId !== undefined && connectionId !== shownId)
      void store.getState().showKeysOf(connectionId);
  };
  const switchTo = (connectionId: string | null | undefined): void => {
    if (connectionId != null) void store.getState().go({ kind: 'connection', id: connectionId });
  };

  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    const names = connections.map(({ name }) => name);
    const target = keyTarget(event, at, names);
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
      ref={element}
      className={`rest scroll ${styles.list}`}
      role="listbox"
      aria-label="Connections"
      aria-activedescendant={at < 0 ? undefined : `${id}-${shownId}`}
      tabIndex={0}
      data-pane-focus
      onKeyDown={press}
      onMouseDown={(event) => {
        if (event.button !== 1) show(connectionAt(event));
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
          className={`column-0 choosable line-below inset ${styles.row}`}
        >
          <Row connection={connection} />
        </div>
      ))}
    </div>
  );
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  failed: 'Next key failed',
  offline: 'Next key unchecked',
  unchecked: 'Next key unchecked',
  passed: 'Next key verified',
};

/** The connection of the row that the mouse is on. The rows themselves take no focus, so the list listens for them. */
function connectionAt({ target }: MouseEvent): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-connection]')?.dataset['connection']
    : undefined;
}

function Row({ connection }: { readonly connection: Connection }) {
  const { id, key, boardKey } = connection;
  const keys = useApp((state) => state.keysById[id]);
  const inFront = useApp((state) => state.currentId === id);
  const now = useNow();
  const verdict = worstOfNext(keys, connection);
  const due = keys?.keys.some((each) => isDue(each, now)) ?? false;
  return (
    <>
      <ConnectionMark connection={connection} />
      <KeyLine of={boardKey && 'paper-api'} state={key} />
      {boardKey && <KeyLine of="board-api" state={boardKey} />}
      <span className="flow">
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
        {verdict !== null && (
          <span className={verdict === 'failed' ? 'mark warning bold' : 'mark accent'}>
            <KeyRound size={13} /> {VERDICTS[verdict]}
          </span>
        )}
        <ReadOnlyMark connection={connection} />
      </span>
    </>
  );
}

function KeyLine({ of, state }: { readonly of: PartName | null; readonly state: KeyState }) {
  return (
    <span className="hint anywhere">
      {of && `${PART_NAMES[of]}: `}
      {state.kind !== 'none' && <span className="sensitive">{shortPrint(state.fingerprint)}</span>}{' '}
      {keyStateWording(state)}
    </span>
  );
}
