import { BellRing, Check, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Connection, KeyState } from '../../../preload/contract/connections.ts';
import { isDue } from '../../../preload/contract/facts.ts';
import { dueAt } from '../../../preload/contract/later-facts.ts';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import type { PartName } from '../../../preload/contract/service.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { newConnection } from '../../commands/frame-commands.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { ConnectionMark, ReadOnlyMark } from '../../parts/connection-mark.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { capital, formatDate } from '../../lib/format.ts';
import { PART_NAMES } from '../../lib/health-wording.ts';
import { KeychainNote } from '../../parts/keychain-note.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pane, Toolbar } from '../../parts/pane.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { SortedTable, type SortedColumn } from '../../parts/sorted-table.tsx';
import { shownConnection, unusedKeysSentence } from '../../store/keys-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { slotName, worstOfNext, type Verdict } from './key-facts.ts';
import { KeysPanel } from './keys-panel.tsx';
import styles from './keys-screen.module.css';

export function KeysScreen() {
  const { openKeys, dismissKeysFailure, removeLeftovers } = useActions();
  const leftovers = useApp((state) => state.leftovers);
  const removing = useApp((state) => state.removingLeftovers);
  const failure = useApp((state) => state.keysFailure);
  const connection = useApp(shownConnection);
  const all = useApp((state) => state.allKeysShown);
  const count = useApp((state) => state.connections.length);
  useEffect(() => void openKeys(), [openKeys, count]);

  return (
    <div className="fill">
      <KeysToolbar />
      <KeychainNote look="strip" />
      {leftovers > 0 && (
        <div className="row start short strip caution" role="group" aria-label="Unused keys">
          <KeyRound size={16} className="warning" />
          <p className="grow">
            <strong>{unusedKeysSentence(leftovers)}</strong>
          </p>
          <Button busy={removing} onClick={() => void removeLeftovers()}>
            Remove unused keys
          </Button>
        </div>
      )}
      {failure && <FailureNotice look="strip" failure={failure} onDismiss={dismissKeysFailure} />}
      {all ? (
        <AllKeys />
      ) : connection === null ? (
        <Pane label="Connections" className="fill muted surface padded-3">
          <Empty action={<CommandButton command={newConnection} />}>No connections.</Empty>
        </Pane>
      ) : (
        <div className={`panes ${styles.panes}`}>
          <Pane label="Connections" className={`column fixed surface ${styles.side}`}>
            <ConnectionList />
          </Pane>
          <Pane as="aside" label="Keys" className="fill scroll sunken">
            <KeysPanel key={connection.id} connection={connection} />
          </Pane>
        </div>
      )}
    </div>
  );
}

function KeysToolbar() {
  const connection = useApp(shownConnection);
  const all = useApp((state) => state.allKeysShown);
  const { askToRemove, exportKeys, go, openDialog, showAllKeys } = useActions();
  const disabledReason = connection === null ? 'Add a connection first' : null;
  const practice = connection?.environment === 'practice';
  const allKeys = (
    <Button
      variant="quiet"
      aria-pressed={all}
      disabledReason={disabledReason}
      onClick={() => showAllKeys(!all)}
    >
      All keys
    </Button>
  );
  if (all) {
    return (
      <Toolbar title="Keys & connections" filters={allKeys}>
        <Button onClick={() => void exportKeys()}>Export list…</Button>
      </Toolbar>
    );
  }
  return (
    <Toolbar title="Keys & connections" filters={allKeys}>
      <IconButton
        label="Edit connection"
        icon={<Pencil size={15} />}
        disabledReason={practice ? 'The practice connection can’t be edited' : disabledReason}
        onClick={() => connection && void go({ kind: 'connection-form', id: connection.id })}
      />
      <IconButton
        label="Remove connection…"
        icon={<Trash2 size={15} />}
        disabledReason={disabledReason}
        onClick={() => connection && void askToRemove(connection.id)}
      />
      <Button
        disabledReason={practice ? 'The practice connection can’t be exported' : disabledReason}
        onClick={() =>
          connection && openDialog({ kind: 'export-connections', connectionIds: [connection.id] })
        }
      >
        Export…
      </Button>
      <Button onClick={() => openDialog({ kind: 'import' })}>Import…</Button>
      {/* In a narrow window this button is hidden, because the sidebar has the same command. */}
      <CommandButton command={newConnection} className="folds" icon={<Plus size={15} />} />
    </Toolbar>
  );
}

function ConnectionList() {
  const connections = useApp((state) => state.connections);
  const shownId = useApp((state) => shownConnection(state)?.id ?? null);
  const keysById = useApp((state) => state.keysById);
  const currentId = useApp((state) => state.currentId);
  const now = useNow();
  const { showKeysOf } = useActions();
  const list = useRef<HTMLUListElement>(null);
  const at = connections.findIndex((connection) => connection.id === shownId);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <ul ref={list} className="rest scroll" aria-label="Connections">
      {connections.map((connection) => {
        const keys = keysById[connection.id];
        const verdict = worstOfNext(keys, connection);
        const isOverdue = keys?.keys.some((each) => isDue(each, now)) ?? false;
        return (
          <li key={connection.id} className={styles.row}>
            <button
              type="button"
              className="column-0 choosable line-below inset wide ring-inside"
              aria-current={connection.id === shownId || undefined}
              data-pane-focus={connection.id === shownId || undefined}
              onClick={() => void showKeysOf(connection.id)}
            >
              <ConnectionMark connection={connection} />
              <KeyLine api={connection.boardKey && 'paper-api'} state={connection.key} />
              {connection.boardKey && <KeyLine api="board-api" state={connection.boardKey} />}
              <span className="flow">
                {connection.id === currentId && (
                  <span className="mark muted">
                    <Check size={13} /> Current connection
                  </span>
                )}
                {isOverdue && (
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
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  failed: 'Next key failed its check',
  unchecked: 'Next key not fully checked',
  passed: 'Next key passed its check',
};

function KeyLine({ api, state }: { readonly api: PartName | null; readonly state: KeyState }) {
  return (
    <span className="hint anywhere">
      {api && `${PART_NAMES[api]}: `}
      {state.kind === 'none' ? (
        'no key'
      ) : (
        <>
          <span className="sensitive">{state.fingerprint}…</span>{' '}
          {state.kind === 'stored' ? 'in keychain' : 'this session only'}
        </>
      )}
    </span>
  );
}

type ListedKey = KeyInfo & { readonly connection: Connection };

const COLUMNS: readonly SortedColumn<ListedKey>[] = [
  {
    id: 'connection',
    title: 'Connection',
    width: 'minmax(152px, 2.6fr)',
    value: ({ connection }) => connection.name,
    cell: ({ connection }) => <ConnectionMark connection={connection} />,
  },
  {
    id: 'slot',
    title: 'Key',
    width: 'minmax(52px, 1fr)',
    value: ({ connection, slot }) => slotName(connection, slot),
  },
  { id: 'stage', title: 'Status', width: 'minmax(56px, 0.7fr)', value: ({ stage }) => capital(stage) },
  {
    id: 'fingerprint',
    title: 'Fingerprint',
    width: 'minmax(70px, 0.9fr)',
    value: ({ fingerprint }) => fingerprint,
    cell: ({ fingerprint }) => <code className="sensitive">{fingerprint}…</code>,
  },
  {
    id: 'added',
    title: 'Added',
    width: 'minmax(100px, 1fr)',
    value: ({ addedAt }) => addedAt,
    cell: ({ addedAt }) => <RelativeTime at={addedAt} />,
  },
  { id: 'due', title: 'Due', width: 'minmax(108px, 1.1fr)', value: dueAt, cell: (key) => <Due info={key} /> },
];

function Due({ info }: { readonly info: KeyInfo }) {
  const isOverdue = isDue(info, useNow());
  const at = dueAt(info);
  if (at === null) return <span className="muted">No rotation date</span>;
  if (!isOverdue) return formatDate(at);
  return (
    <span className="row-tight warning bold" title="Rotate now">
      <BellRing size={13} aria-label="Rotate now" /> {formatDate(at)}
    </span>
  );
}

function AllKeys() {
  const connections = useApp((state) => state.connections);
  const keysById = useApp((state) => state.keysById);
  const { showKeysOf } = useActions();
  return (
    <Pane label="All keys" className="fill">
      <SortedTable
        name="All keys"
        columns={COLUMNS}
        rows={connections.flatMap((connection) =>
          (keysById[connection.id]?.keys ?? []).map((key) => ({ ...key, connection })),
        )}
        keyOf={({ connection, id }) => `${connection.id} ${id}`}
        sortedBy="due"
        onOpen={({ connection }) => void showKeysOf(connection.id)}
        empty={<Empty>No keys yet.</Empty>}
      />
    </Pane>
  );
}
