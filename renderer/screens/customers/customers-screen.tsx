/** The table of customers, and the page of one: its boards, papers, visits and notes. */
import { ArrowLeft, Download } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CustomerRooms, CustomerTotal } from '../../../preload/contract/customers.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { backFromCustomer, exportCustomers, openCustomer } from '../../commands/customers-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { counted, formatNumber, roomTitle, visible } from '../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Pane } from '../../parts/pane.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { Line, Section, Sections } from '../../parts/sections.tsx';
import { Customer } from '../../parts/tags.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import type { ListOf } from '../../store/list-slice.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import { useAnswer } from '../../store/use-answer.ts';

export function CustomersScreen() {
  const customer = useApp((state) => state.customer);
  return customer === null ? <Totals /> : <CustomerPage key={customer} name={customer} />;
}

/** Identifies what the lists of customers depend on. Null without a connection. */
function useQuestion(): string | null {
  return useApp(({ currentId, boards }) => currentId && `${currentId} ${boards?.revision ?? 0}`);
}

const timeCell = (at: number | null) => at !== null && <RelativeTime at={at} />;

interface TotalColumn extends GridColumn<CustomerTotal> {
  readonly id: keyof CustomerTotal;
}

const WIDTH = 'minmax(88px, 1fr)';

const COLUMNS: readonly TotalColumn[] = [
  {
    id: 'name',
    title: 'Customer',
    width: 'minmax(140px, 2fr)',
    sortable: true,
    cell: ({ name }) => <Customer text={name} />,
  },
  { id: 'boards', title: 'Boards', width: WIDTH, sortable: true, cell: ({ boards }) => formatNumber(boards) },
  { id: 'papers', title: 'Papers', width: WIDTH, sortable: true, cell: ({ papers }) => formatNumber(papers) },
  {
    id: 'oldest',
    title: 'Oldest board',
    width: WIDTH,
    sortable: true,
    cell: ({ oldest }) => timeCell(oldest),
  },
  {
    id: 'lastVisit',
    title: 'Last visit',
    width: WIDTH,
    sortable: true,
    cell: ({ lastVisit }) => timeCell(lastVisit),
  },
];

interface Sort {
  readonly column: keyof CustomerTotal;
  readonly descending: boolean;
}

/** Customers without the sorted value come last. */
function sorted(totals: readonly CustomerTotal[], { column, descending }: Sort): readonly CustomerTotal[] {
  return totals.toSorted((one, other) => {
    const [a, b] = [one[column], other[column]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order =
      typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), undefined, { numeric: true });
    return descending ? -order : order;
  });
}

function Totals() {
  const { readCustomers, selectCustomer } = useActions();
  const store = useAppStore();
  const [answer, again] = useAnswer(useQuestion(), readCustomers);
  const [sort, setSort] = useState<Sort>({ column: 'boards', descending: true });
  const selected = useApp((state) => state.customerSelected);
  const rows = answer?.ok === true ? sorted(answer.value, sort) : [];
  const rank = rows.findIndex(({ name }) => name === selected);

  function sortBy(id: string): void {
    const column = COLUMNS.find((each) => each.id === id)?.id ?? 'name';
    const isSame = column === sort.column;
    setSort({ column, descending: isSame ? !sort.descending : column === 'boards' || column === 'papers' });
  }

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
        <DataGrid
          name="Customers"
          columns={COLUMNS}
          sort={sort}
          onSort={sortBy}
          total={rows.length}
          rowAt={(at) => rows[at]}
          keyOf={({ name }) => name}
          activeRank={rank < 0 ? null : rank}
          selectedKey={selected}
          arrangement={JSON.stringify(sort)}
          onSelect={(at) => selectCustomer(rows[at]?.name ?? null)}
          onOpen={() => void runCommand(openCustomer, store)}
          empty={
            answer?.ok === true && (
              <Empty>No customers yet. Enter one in the notes of a board or paper.</Empty>
            )
          }
        />
      }
      footer={counted(rows.length, 'customer')}
    />
  );
}

const MOST_AT_HOME = 5;

/** Section of Home with the largest customers. Absent without customers. */
export function CustomersSection() {
  const { readCustomers, go } = useActions();
  const [answer] = useAnswer(useQuestion(), readCustomers);
  const totals = answer?.ok === true ? answer.value : [];
  if (totals.length === 0) return null;
  return (
    <Section title="Customers">
      {totals.slice(0, MOST_AT_HOME).map(({ name, boards, papers }) => (
        <Line key={name} onClick={() => void go({ kind: 'customer', name })}>
          <span className="grow ellipsis sensitive">{visible(name)}</span>
          <span className="hint nowrap">
            {counted(boards, 'board')}, {counted(papers, 'paper')}
          </span>
        </Line>
      ))}
      <Line onClick={() => void go({ kind: 'customer', name: null })}>
        <span className="accent">Compare {counted(totals.length, 'customer')}</span>
      </Line>
    </Section>
  );
}

function CustomerPage({ name }: { readonly name: string }) {
  const { readCustomer } = useActions();
  const [answer, again] = useAnswer(useQuestion(), () => readCustomer(name));
  const heading = useRef<HTMLHeadingElement>(null);
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
          <Empty drawing="none-found">No board or paper has this customer.</Empty>
        ) : (
          <Sections>
            <Rooms title="Boards" rooms={page.boards}>
              <All of="board" customer={name} rooms={page.boards} />
            </Rooms>
            <Rooms title="Papers on this computer" rooms={page.papers}>
              <All of="paper" customer={name} rooms={page.papers} />
            </Rooms>
            <Rooms title="Recent visits" rooms={page.visits} />
            <Rooms title="Notes" rooms={page.notes} />
          </Sections>
        )}
      </Pane>
    </div>
  );
}

interface RoomsProps {
  readonly title: string;
  readonly rooms: CustomerRooms;
  readonly children?: ReactNode;
}

function Rooms({ title, rooms: { total, rows }, children }: RoomsProps) {
  const { go, showPaper } = useActions();
  return (
    <Section title={`${title} (${formatNumber(total)})`}>
      {total === 0 && <p className="muted">None yet.</p>}
      {rows.map(({ kind, id, name, at, text }) => (
        <Line
          key={`${kind} ${id} ${at}`}
          onClick={() => void (kind === 'board' ? go({ kind, id }) : showPaper(id))}
        >
          <span className="column-0 start grow">
            <span className="ellipsis wide sensitive">{roomTitle(name, id)}</span>
            {text !== '' && <span className="hint sensitive">{visible(text)}</span>}
          </span>
          <span className="hint nowrap">{at === null ? 'No date' : <RelativeTime at={at} />}</span>
        </Line>
      ))}
      {children}
      {children === undefined && total > rows.length && (
        <p className="hint">The newest {formatNumber(rows.length)}.</p>
      )}
    </Section>
  );
}

interface AllProps {
  readonly of: ListOf;
  readonly customer: string;
  readonly rooms: CustomerRooms;
}

/** Opens the list with the customer as filter. */
function All({ of, customer, rooms: { total } }: AllProps) {
  const { showMatching } = useActions();
  if (total === 0) return null;
  return (
    <Line onClick={() => void showMatching(of, [{ kind: 'customer', customer, exact: true }])}>
      <span className="accent">
        {total === 1 ? `Show in ${of}s` : `All ${formatNumber(total)} in ${of}s`}
      </span>
    </Line>
  );
}
