/** The keys of every connection in one table, earliest due date first. */
import { BellRing } from 'lucide-react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { counted, formatDate } from '../../lib/format.ts';
import { ENVIRONMENT_WORDS } from '../../parts/connection-mark.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pane } from '../../parts/pane.tsx';
import { PersonName } from '../../parts/person-name.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { SortedTable, type SortedColumn } from '../../parts/sorted-table.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { dueAt, isDue, shortFingerprint, slotName, STAGE_NAMES } from './key-facts.ts';

interface ListedKey extends KeyInfo {
  readonly connection: Connection;
}

const DAY_MS = 24 * 60 * 60_000;

const COLUMNS: readonly SortedColumn<ListedKey>[] = [
  {
    id: 'connection',
    title: 'Connection',
    width: 'minmax(72px, 2fr)',
    value: ({ connection }) => connection.name,
    cell: ({ connection }) => <PersonName name={connection.name} />,
  },
  {
    id: 'environment',
    title: 'Environment',
    width: 'minmax(80px, 0.9fr)',
    value: ({ connection }) => ENVIRONMENT_WORDS[connection.environment],
  },
  {
    id: 'slot',
    title: 'Key',
    width: 'minmax(52px, 1fr)',
    value: ({ connection, slot }) => slotName(connection, slot),
  },
  { id: 'stage', title: 'Stage', width: 'minmax(56px, 0.7fr)', value: ({ stage }) => STAGE_NAMES[stage] },
  {
    id: 'fingerprint',
    title: 'Fingerprint',
    width: 'minmax(70px, 0.9fr)',
    value: ({ fingerprint }) => fingerprint,
    cell: ({ fingerprint }) => <code className="sensitive">{shortFingerprint(fingerprint)}</code>,
  },
  {
    id: 'added',
    title: 'Added',
    width: 'minmax(134px, 1.5fr)',
    value: ({ addedAt }) => addedAt,
    cell: ({ addedAt }) => <Added at={addedAt} />,
  },
  { id: 'due', title: 'Due', width: 'minmax(108px, 1.1fr)', value: dueAt, cell: (key) => <Due info={key} /> },
  {
    id: 'storage',
    title: 'Storage',
    width: 'minmax(60px, 1fr)',
    value: ({ kept }) => (kept === 'keychain' ? 'Keychain' : 'Session'),
  },
];

function Added({ at }: { readonly at: number }) {
  const days = Math.max(0, Math.floor((useNow() - at) / DAY_MS));
  return `${formatDate(at)} (${counted(days, 'day')})`;
}

function Due({ info }: { readonly info: KeyInfo }) {
  const isOverdue = isDue(info, useNow());
  const at = dueAt(info);
  if (at === null) return <span className="muted">Not set</span>;
  if (!isOverdue) return formatDate(at);
  return (
    <span className="row-tight warning bold" title="Rotate now">
      <BellRing size={13} aria-label="Rotate now" /> {formatDate(at)}
    </span>
  );
}

export function AllKeys() {
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
