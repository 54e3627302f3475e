/** Customers of boards and papers: totals, their export, and the page of one customer. */
import type { FileWritten } from '../../preload/contract/call.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { CustomerTotal } from '../../preload/contract/customers.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { unlogged } from '../activity/entries.ts';
import type { Core } from '../ipc/core.ts';
import { timeCell, type Cell } from '../lib/files/csv.ts';
import { writePieces } from '../lib/files/files.ts';
import { tablePieces, type TablePages } from '../lib/files/table.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { failure } from '../lib/wording/failure.ts';
import { dayOf } from '../lib/wording/format.ts';
import { stored } from '../store/selection.ts';

type CustomersOptions = Pick<Core, 'mirror' | 'recordOf' | 'log' | 'files' | 'startWorkbook' | 'now'>;

const CELLS: Readonly<Record<string, (total: CustomerTotal) => Cell>> = {
  customer: ({ name }) => name,
  boards: ({ boards }) => String(boards),
  papers: ({ papers }) => String(papers),
  'oldest board': ({ oldest }) => timeCell(oldest),
  'last visit': ({ lastVisit }) => timeCell(lastVisit),
};

async function* pageOf(totals: readonly CustomerTotal[]): TablePages {
  yield await Promise.resolve(ok(totals.map((total) => Object.values(CELLS).map((cellOf) => cellOf(total)))));
}

export function customerCalls(options: CustomersOptions): CallsOf<'customers'> {
  const { mirror, recordOf, log, files, startWorkbook, now } = options;

  /** Asks the boards' thread. Fails with `not-found` for an unknown connection, or `storage`. */
  async function ask<T>(connectionId: string, question: () => Promise<T>): Promise<Result<T>> {
    const record = await recordOf(connectionId);
    return record.ok ? stored(question(), log) : record;
  }

  const readTotals = ({
    connectionId,
  }: ArgsOf<'customers.totals'>): Promise<Result<readonly CustomerTotal[]>> =>
    ask(connectionId, () => mirror.customerTotals(connectionId));

  /** Saves the totals. Null if the user cancels. Fails with `invalid-input` without customers, or `storage`. */
  async function save({
    connectionId,
    format,
  }: ArgsOf<'customers.export'>): Promise<Result<FileWritten | null>> {
    const totals = await readTotals({ connectionId });
    if (!totals.ok) return totals;
    if (totals.value.length === 0) return fail(nothingToExport);
    const place = await files.saveStream('customers', `easel-customers-${dayOf(now())}.${format}`);
    return writePieces(place, tablePieces(Object.keys(CELLS), pageOf(totals.value), startWorkbook(format)));
  }

  return {
    totals: { run: readTotals },
    page: {
      run: ({ connectionId, customer }) =>
        ask(connectionId, () => mirror.customerPage(connectionId, customer)),
    },
    export: { run: save, log: unlogged },
  };
}

const nothingToExport = failure('invalid-input', {
  message: 'No board or paper has a customer yet.',
  nextStep: 'Enter one in the notes of a board or paper first.',
});
