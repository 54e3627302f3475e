/** The page of a customer: the boards, papers, visits and notes that belong to it. */
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { CustomerRooms } from '../../../preload/contract/customers.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { backFromCustomer } from '../../commands/customers-commands.ts';
import { formatNumber, roomTitle, visible } from '../../lib/format.ts';
import { Empty } from '../../parts/empty.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Pane } from '../../parts/pane.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { Line, Section, Sections } from '../../parts/sections.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import type { ListOf } from '../../store/list-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useAnswer } from '../../store/use-answer.ts';

export function CustomersScreen() {
  const customer = useApp((state) => state.customer);
  return customer === null ? null : <CustomerPage key={customer} name={customer} />;
}

/** Identifies what the lists of customers depend on. Null without a connection. */
function useQuestion(): string | null {
  return useApp(({ currentId, boards }) => currentId && `${currentId} ${boards?.revision ?? 0}`);
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
