import { BellRing } from 'lucide-react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { formatDate } from '../../lib/format.ts';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pane } from '../../parts/pane.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { SortedTable, type SortedColumn } from '../../parts/sorted-table.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { dueAt, isDue, shortFingerprint, slotName, STAGE_NAMES } from './key-facts.ts';

interface ListedKey extends KeyInfo {
  readonly connection: Connection;
}

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
    width: 'minmax(100px, 1fr)',
    value: ({ addedAt }) => addedAt,
    cell: ({ addedAt }) => <RelativeTime at={addedAt} />,
  },
  { id: 'due', title: 'Due', width: 'minmax(108px, 1.1fr)', value: dueAt, cell: (key) => <Due info={key} /> },
];

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
