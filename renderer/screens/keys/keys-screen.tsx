/** Keys & connections: every connection in its order, and the keys of one of them. */
import { useEffect, useRef } from 'react';
import { newConnection } from '../../commands/frame-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { KeychainNote, keychainInTrouble } from '../../parts/keychain-note.tsx';
import { EmptyRows } from '../../parts/list-screen.tsx';
import { keepFocusIn, Pane } from '../../parts/pane.tsx';
import { shownConnection } from '../../store/keys-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { ConnectionList } from './connection-list.tsx';
import { KeysPanel } from './keys-panel.tsx';
import styles from './keys-screen.module.css';
import { KeysToolbar } from './keys-toolbar.tsx';
import { LeftoversStrip } from './leftovers-strip.tsx';

/** The screen. Looking at it asks no keychain. */
export function KeysScreen(): React.JSX.Element {
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
    <div ref={screen} className={styles.screen}>
      <KeysToolbar />
      {trouble && <KeychainNote look="strip" />}
      <LeftoversStrip />
      <KeysFailure />
      {connection === null ? (
        <Pane label="Connections" className={styles.empty}>
          <EmptyRows action={<CommandButton command={newConnection} />}>
            There is no connection yet.
          </EmptyRows>
        </Pane>
      ) : (
        <div className={styles.panes}>
          <Pane label="Connections" className={styles.list}>
            <ConnectionList />
            {!trouble && (
              <div className={styles.footer}>
                <KeychainNote />
              </div>
            )}
          </Pane>
          <Pane as="aside" label="Keys" className={styles.keys}>
            <KeysPanel key={connection.id} connection={connection} />
          </Pane>
        </div>
      )}
    </div>
  );
}

function KeysFailure(): React.JSX.Element | null {
  const failure = useApp((state) => state.keysFailure);
  const dismiss = useApp((state) => state.dismissKeysFailure);
  return failure && <FailureNotice look="strip" failure={failure} onDismiss={dismiss} />;
}
