/** Keys & connections: every connection in its order, and the keys of one of them. */
import { useEffect, useRef } from 'react';
import { ArrowDown, ArrowUp, Copy, Pencil, Plus, Trash2, KeyRound } from 'lucide-react';
import { newConnection } from '../../commands/frame-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { KeychainNote } from '../../parts/keychain-note.tsx';
import { EmptyRows } from '../../parts/list-screen.tsx';
import { keepFocusIn, Pane } from '../../parts/pane.tsx';
import { keychainInTrouble } from '../../store/connection-form-slice.ts';
import { shownConnection, unusedKeysSentence } from '../../store/keys-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { ConnectionList } from './connection-list.tsx';
import styles from './keys-screen.module.css';
import type { Connection } from '../../../preload/contract/connections.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { slotsOf, shortPrint } from './key-facts.ts';
import { RehearsalSection } from './rehearsal-section.tsx';
import { SlotSection } from './slot-section.tsx';
import { duplicateConnection, moveDown, moveUp } from '../../commands/keys-commands.ts';
import { Toolbar } from '../../parts/toolbar.tsx';

/** The screen. Looking at it asks no keychain. */
export function KeysScreen() {
  const openKeys = useApp((state) => state.openKeys);
  const connection = useApp(shownConnection);
  const trouble = useApp((state) => keychainInTrouble(state.keychain));
  // A connection that has come since, such as by an import, is read too.
  const count = useApp((state) => state.connections.length);
  useEffect(() => {
    void openKeys();
  }, [openKeys, count]);

  // A strip takes the button with it that was pressed there.
  const screen = useRef<HTMLDivElement>(null);
  const leftovers = useApp((state) => state.leftovers.length);
  useEffect(() => {
    if (screen.current) keepFocusIn(screen.current);
  }, [trouble, leftovers]);

  return (
    <div ref={screen} className="fill">
      <KeysToolbar />
      {trouble && <KeychainNote look="strip" />}
      <LeftoversStrip />
      <KeysFailure />
      {connection === null ? (
        <Pane label="Connections" className={`muted surface ${styles.empty}`}>
          <EmptyRows action={<CommandButton command={newConnection} />}>No connections yet.</EmptyRows>
        </Pane>
      ) : (
        <div className="panes">
          <Pane label="Connections" className={`fixed surface ${styles.list}`}>
            <ConnectionList />
            {!trouble && (
              <div className={`fixed small sunken line-above ${styles.footer}`}>
                <KeychainNote />
              </div>
            )}
          </Pane>
          <Pane as="aside" label="Keys" className={`fill sunken ${styles.keys}`}>
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

/** The panel beside the list: the keys of one connection, their check, and its slots with three stages each. */
function KeysPanel({ connection }: { readonly connection: Connection }) {
  const keys = useApp((state) => state.keysById[connection.id]);
  const inFront = useApp((state) => state.currentId === connection.id);
  const failed = useApp((state) => state.keysFailure !== null);
  const go = useApp((state) => state.go);
  return (
    <div className={styles.panel}>
      <header className={`between ${styles.header}`}>
        <h2>
          <ConnectionMark connection={connection} />
        </h2>
        {!inFront && (
          <Button onClick={() => void go({ kind: 'connection', id: connection.id })}>
            Switch to this connection
          </Button>
        )}
      </header>
      {keys === undefined ? (
        !failed && <EmptyRows>Loading…</EmptyRows>
      ) : (
        <>
          {keys.keys.length > 0 && <RehearsalSection connection={connection} keys={keys} />}
          {slotsOf(connection).map((slot) => (
            <SlotSection key={slot} connection={connection} keys={keys} slot={slot} />
          ))}
        </>
      )}
    </div>
  );
}

function KeysToolbar() {
  const connection = useApp(shownConnection);
  const { go, openDialog } = useActions();
  const off = connection === null ? 'Add a connection first' : null;
  const practice = connection?.environment === 'practice';
  return (
    <Toolbar title="Keys & connections">
      <CommandButton command={moveUp} iconOnly icon={<ArrowUp size={15} />} />
      <CommandButton command={moveDown} iconOnly icon={<ArrowDown size={15} />} />
      <CommandButton command={duplicateConnection} iconOnly icon={<Copy size={15} />} />
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
        onClick={() => connection && openDialog({ kind: 'remove-connection', connectionId: connection.id })}
      />
      <Button
        disabledReason={practice ? 'Practice can’t be exported' : off}
        onClick={() =>
          connection && openDialog({ kind: 'export-connections', connectionIds: [connection.id] })
        }
      >
        Export…
      </Button>
      <Button onClick={() => openDialog({ kind: 'import-connections' })}>Import…</Button>
      <CommandButton command={newConnection} icon={<Plus size={15} />} />
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
    <div className={`row strip caution ${styles.leftovers}`} role="group" aria-label="Unused keys">
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
