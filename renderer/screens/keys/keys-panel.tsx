/** The keys of one connection: their check, and its slots with three stages each. */
import type { Connection } from '../../../preload/contract/connections.ts';
import { Button } from '../../parts/button.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { EmptyRows } from '../../parts/list-screen.tsx';
import { useApp } from '../../store/use-app.ts';
import { slotsOf } from './key-facts.ts';
import styles from './keys-panel.module.css';
import { RehearsalSection } from './rehearsal-section.tsx';
import { SlotSection } from './slot-section.tsx';

/** What stands beside the list. */
export function KeysPanel({ connection }: { readonly connection: Connection }): React.JSX.Element {
  const keys = useApp((state) => state.keysById[connection.id]);
  const inFront = useApp((state) => state.currentId === connection.id);
  const failed = useApp((state) => state.keysFailure !== null);
  const go = useApp((state) => state.go);
  return (
    <div className={styles.panel}>
      <header className={styles.header}>
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
        !failed && <EmptyRows>Reading what is known of the keys…</EmptyRows>
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
