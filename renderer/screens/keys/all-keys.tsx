/** The keys of every connection in one table, earliest due date first. */
import { BellRing } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { counted, formatDate } from '../../lib/format.ts';
import { ENVIRONMENT_WORDS } from '../../parts/connection-mark.tsx';
import { DataGrid, type GridSort } from '../../parts/data-grid/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pane } from '../../parts/pane.tsx';
import { PersonName } from '../../parts/person-name.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { dueAt, isDue, shortFingerprint, slotName, STAGE_NAMES } from './key-facts.ts';

interface ListedKey {
  readonly connection: Connection;
  readonly info: KeyInfo;
  readonly now: number;
}

type Order = (row: ListedKey) => string | number;

const DAY_MS = 24 * 60 * 60_000;

/** `order`: the value to sort by, which is also shown if there is no `cell`. */
function column(
  id: string,
  title: string,
  width: string,
  order: Order,
  cell?: (row: ListedKey) => ReactNode,
) {
  return { id, title, width, order, cell: cell ?? order, sortable: true };
}

const COLUMNS = [
  column('connection', 'Connection', 'minmax(72px, 2fr)', nameOf, (row) => <PersonName name={nameOf(row)} />),
  column(
    'environment',
    'Environment',
    'minmax(80px, 0.9fr)',
    (row) => ENVIRONMENT_WORDS[row.connection.environment],
  ),
  column('slot', 'Key', 'minmax(52px, 1fr)', (row) => slotName(row.connection, row.info.slot)),
  column('stage', 'Stage', 'minmax(56px, 0.7fr)', (row) => STAGE_NAMES[row.info.stage]),
  column(
    'fingerprint',
    'Fingerprint',
    'minmax(70px, 0.9fr)',
    (row) => row.info.fingerprint,
    (row) => <code className="sensitive">{shortFingerprint(row.info.fingerprint)}</code>,
  ),
  column(
    'added',
    'Added',
    'minmax(86px, 0.9fr)',
    (row) => row.info.addedAt,
    (row) => formatDate(row.info.addedAt),
  ),
  column(
    'age',
    'Age',
    'minmax(48px, 0.7fr)',
    (row) => -row.info.addedAt,
    ({ info, now }) => counted(Math.max(0, Math.floor((now - info.addedAt) / DAY_MS)), 'day'),
  ),
  // Keys without a due date come last.
  column('due', 'Due', 'minmax(108px, 1.1fr)', (row) => dueAt(row.info) ?? Number.MAX_SAFE_INTEGER, Due),
  column('storage', 'Storage', 'minmax(60px, 1fr)', ({ info }) =>
    info.kept === 'keychain' ? 'Keychain' : 'Session',
  ),
];

function nameOf({ connection }: ListedKey): string {
  return connection.name;
}

function Due({ info, now }: ListedKey): ReactNode {
  const at = dueAt(info);
  if (at === null) return <span className="muted">Not set</span>;
  if (!isDue(info, now)) return formatDate(at);
  return (
    <span className="row-tight warning bold" title="Rotate now">
      <BellRing size={13} aria-label="Rotate now" /> {formatDate(at)}
    </span>
  );
}

function compared(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other));
}

const keyOf = ({ connection, info }: ListedKey): string => `${connection.id} ${info.id}`;

export function AllKeys() {
  const connections = useApp((state) => state.connections);
  const keysById = useApp((state) => state.keysById);
  const { showKeysOf } = useActions();
  const now = useNow();
  const [sort, setSort] = useState<NonNullable<GridSort>>({ column: 'due', descending: false });
  const [selected, setSelected] = useState<string | null>(null);
  const order = COLUMNS.find(({ id }) => id === sort.column)?.order ?? keyOf;
  const rows = connections
    .flatMap((connection) => (keysById[connection.id]?.keys ?? []).map((info) => ({ connection, info, now })))
    .toSorted((one, other) => compared(order(one), order(other)) * (sort.descending ? -1 : 1));
  const active = rows.findIndex((row) => keyOf(row) === selected);
  return (
    <Pane label="All keys" className="fill">
      <DataGrid
        name="All keys"
        columns={COLUMNS}
        total={rows.length}
        rowAt={(rank) => rows[rank]}
        keyOf={keyOf}
        activeRank={active === -1 ? null : active}
        selectedKey={selected}
        arrangement={JSON.stringify(sort)}
        sort={sort}
        onSort={(id) => setSort({ column: id, descending: sort.column === id && !sort.descending })}
        onSelect={(rank) => setSelected(rows[rank] === undefined ? null : keyOf(rows[rank]))}
        onOpen={() => rows[active] !== undefined && void showKeysOf(rows[active].connection.id)}
        empty={<Empty>No keys yet.</Empty>}
      />
    </Pane>
  );
}
