import { ConnectionDot, EnvironmentBadge, KeyTrouble, ReadOnlyMark } from '../parts/connection-mark.tsx';
import { visible } from '../lib/format.ts';
import { Menu } from '../parts/menu.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { useActions, useApp } from '../store/use-app.ts';
import styles from './connection-switcher-list.module.css';

const DIGITS = 9;

export function ConnectionList({ button }: { readonly button: HTMLElement | null }) {
  const connections = useApp((state) => state.connections);
  const current = useApp(currentConnection);
  const open = useApp((state) => state.switcherOpen);
  const { setSwitcherOpen: setOpen, go } = useActions();
  // The component is mounted before its menu opens, so that a digit typed right after the menu's shortcut is not lost.
  if (!open || button === null) return null;
  const entries = connections.map((connection, index) => ({
    id: connection.id,
    label: connection.name,
    content: (
      <>
        <ConnectionDot color={connection.color} />
        <span className="ellipsis grow sensitive">{visible(connection.name)}</span>
        <KeyTrouble connection={connection} />
        <ReadOnlyMark connection={connection} />
        <EnvironmentBadge environment={connection.environment} />
      </>
    ),
    keys: index < DIGITS ? String(index + 1) : undefined,
    checked: connection.id === current?.id,
    onChoose: () => void go({ kind: 'connection', id: connection.id }),
  }));
  return (
    <Menu
      label="Connections"
      anchor={button}
      groups={[{ title: null, entries }]}
      className={styles.list}
      onClose={() => setOpen(false)}
    />
  );
}
