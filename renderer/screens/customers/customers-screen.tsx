import { placeOf } from '../../store/changes.ts';
import { ArrowLeft, Download } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { CustomerRooms, CustomerTotal } from '../../../preload/contract/customers.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { backFromCustomer, exportCustomers } from '../../commands/customers-commands.ts';
import { counted, formatNumber, visible } from '../../lib/format.ts';
import { Empty } from '../../parts/empty.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Pane, Toolbar } from '../../parts/pane.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { Line, RoomLine, Section, Sections } from '../../parts/sections.tsx';
import { SortedTable, type SortedColumn } from '../../parts/sorted-table.tsx';
import { Customer } from '../../parts/tags.tsx';
import type { ListOf } from '../../store/list-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useAnswer } from '../../store/use-answer.ts';

export function CustomersScreen() {
  const customer = useApp((state) => state.customer);
  return customer === null ? <Totals /> : <CustomerPage key={customer} name={customer} />;
}

/** Cache key of the customers: current connection and revision of its boards. Null without a connection. */
function useQuestion(): string | null {
  return useApp(({ currentId, boards }) => currentId && `${currentId} ${boards?.revision ?? 0}`);
}

const COLUMNS: readonly SortedColumn<CustomerTotal>[] = [
  {
    id: 'name',
    title: 'Customer',
    width: 'minmax(140px, 2fr)',
    value: ({ name }) => name,
    cell: ({ name }) => <Customer text={name} />,
  },
  numbers('boards', 'Boards', formatNumber),
  numbers('papers', 'Papers', formatNumber),
  numbers('oldest', 'Oldest board', (at) => <RelativeTime at={at} />, '–'),
  numbers('lastVisit', 'Last visit', (at) => <RelativeTime at={at} />, 'Never'),
];

function numbers(
  id: Exclude<keyof CustomerTotal, 'name'>,
  title: string,
  show: (value: number) => ReactNode,
  none = '',
): SortedColumn<CustomerTotal> {
  const value = (total: CustomerTotal) => total[id];
  const cell = ({ [id]: shown }: CustomerTotal) =>
    shown === null ? <span className="muted">{none}</span> : show(shown);
  return { id, title, width: 'minmax(88px, 1fr)', value, cell };
}

function Totals() {
  const { readCustomers, go } = useActions();
  const [answer, again] = useAnswer(useQuestion(), readCustomers);
  const totals = answer?.ok === true ? answer.value : [];
  return (
    <ListScreen
      label="Customers"
      toolbar={
        <Toolbar title="Customers">
          <CommandButton command={exportCustomers} icon={<Download size={15} />} />
        </Toolbar>
      }
      notices={answer?.ok === false && <FailureNotice look="strip" failure={answer.error} onRetry={again} />}
      grid={
        <SortedTable
          name="Customers"
          columns={COLUMNS}
          rows={totals}
          keyOf={({ name }) => name}
          sortedBy="boards"
          descending
          onOpen={({ name }) => void go({ kind: 'customer', name })}
          empty={
            answer?.ok === true && (
              <Empty>No customers yet. To add one, enter a customer in the notes of a board or paper.</Empty>
            )
          }
        />
      }
      footer={counted(totals.length, 'customer')}
    />
  );
}

function CustomerPage({ name }: { readonly name: string }) {
  const { readCustomer } = useActions();
  const [answer, again] = useAnswer(useQuestion(), () => readCustomer(name));
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useApp(placeOf);
  useEffect(() => heading.current?.focus(), []);
  const page = answer?.ok === true ? answer.value : null;
  return (
    <div className="fill">
      <Toolbar
        title="Customer"
        filters={
          <h2 ref={heading} tabIndex={-1} className="title ellipsis sensitive">
            {visible(name)}
          </h2>
        }
      >
        <CommandButton command={backFromCustomer} icon={<ArrowLeft size={15} />} />
      </Toolbar>
      {answer?.ok === false && <FailureNotice look="strip" failure={answer.error} onRetry={again} />}
      <Pane label="Customer" className="rest relative scroll">
        {page === null ? null : page.boards.total + page.papers.total === 0 ? (
          <Empty drawing="none-found">No board or paper belongs to this customer.</Empty>
        ) : (
          <Sections>
            <Rooms title="Boards" rooms={page.boards} all="board" customer={name} />
            <Rooms title={`Papers ${place}`} rooms={page.papers} all="paper" customer={name} />
            <Rooms title="Recent visits" rooms={page.visits} customer={name} />
            <Rooms title="Notes" rooms={page.notes} customer={name} />
          </Sections>
        )}
      </Pane>
    </div>
  );
}

interface RoomsProps {
  readonly title: string;
  readonly rooms: CustomerRooms;
  readonly all?: ListOf;
  readonly customer: string;
}

function Rooms({ title, rooms: { total, rows }, all, customer }: RoomsProps) {
  const { showMatching } = useActions();
  return (
    <Section title={`${title} (${formatNumber(total)})`}>
      {total === 0 && <p className="muted">No entries yet.</p>}
      {rows.map((room) => (
        <RoomLine key={`${room.kind} ${room.id} ${room.at}`} {...room} />
      ))}
      {all !== undefined && total > 0 && (
        <Line onClick={() => void showMatching(all, [{ kind: 'customer', customer, exact: true }])}>
          <span className="accent">
            {total === 1 ? 'Show in list' : `Show all in list (${formatNumber(total)})`}
          </span>
        </Line>
      )}
      {all === undefined && total > rows.length && (
        <p className="hint">Only the newest {formatNumber(rows.length)} entries are shown.</p>
      )}
    </Section>
  );
}
