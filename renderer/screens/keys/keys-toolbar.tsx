import { ArrowDown, ArrowUp, Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { CommandButton } from '../../commands/command-button.tsx';
import { newConnection } from '../../commands/frame-commands.ts';
import { duplicateConnection, moveDown, moveUp } from '../../commands/keys-commands.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Toolbar, ToolbarSpace } from '../../parts/toolbar.tsx';
import { shownConnection } from '../../store/keys-slice.ts';
import { useApp } from '../../store/use-app.ts';

const NONE = 'There is no connection yet';

/** What can be done with the connection on show, and with all of them. */
export function KeysToolbar(): React.JSX.Element {
  const connection = useApp(shownConnection);
  const go = useApp((state) => state.go);
  const openDialog = useApp((state) => state.openDialog);
  const off = connection === null ? NONE : null;
  const practice = connection?.environment === 'practice';
  return (
    <Toolbar label="Keys & connections">
      <h1>Keys &amp; connections</h1>
      <ToolbarSpace />
      <CommandButton command={moveUp} iconOnly variant="quiet" icon={<ArrowUp size={15} aria-hidden />} />
      <CommandButton command={moveDown} iconOnly variant="quiet" icon={<ArrowDown size={15} aria-hidden />} />
      <CommandButton
        command={duplicateConnection}
        iconOnly
        variant="quiet"
        icon={<Copy size={15} aria-hidden />}
      />
      <IconButton
        label="Edit"
        icon={<Pencil size={15} aria-hidden />}
        disabledReason={practice ? 'The practice connection has nothing to edit' : off}
        onClick={() => connection && void go({ kind: 'connection-form', id: connection.id })}
      />
      <IconButton
        label="Remove…"
        icon={<Trash2 size={15} aria-hidden />}
        disabledReason={off}
        onClick={() => connection && openDialog({ kind: 'remove-connection', connectionId: connection.id })}
      />
      <Button
        disabledReason={practice ? 'The practice service is every Easel’s own' : off}
        onClick={() =>
          connection && openDialog({ kind: 'export-connections', connectionIds: [connection.id] })
        }
      >
        Export…
      </Button>
      <Button onClick={() => openDialog({ kind: 'import-connections' })}>Import…</Button>
      <CommandButton command={newConnection} icon={<Plus size={15} aria-hidden />} />
    </Toolbar>
  );
}
