import type { CustomerTotal } from '../../preload/contract/customers.ts';
import { fail, type Result } from '../../preload/contract/failure.ts';
import { unlogged } from '../activity/entries.ts';
import type { Core } from '../ipc/core.ts';
import { timeCell, type Cell } from '../lib/files/csv.ts';
import { onePage, tablePieces } from '../lib/files/table.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { failure } from '../lib/wording/failure.ts';
import { stored } from '../store/selection.ts';

type CustomersOptions = Pick<Core, 'mirror' | 'recordOf' | 'log' | 'saveExport'>;

const CELLS: Readonly<Record<string, (total: CustomerTotal) => Cell>> = {
  customer: ({ name }) => name,
  boards: ({ boards }) => String(boards),
  papers: ({ papers }) => String(papers),
  'oldest board': ({ oldest }) => timeCell(oldest),
  'last visit': ({ lastVisit }) => timeCell(lastVisit),
};

export function customerCalls({ mirror, recordOf, log, saveExport }: CustomersOptions): CallsOf<'customers'> {
  /** Queries the database of boards. Fails with `not-found` for an unknown connection, or with `storage`. */
  async function ask<T>(connectionId: string, question: () => Promise<T>): Promise<Result<T>> {
    const record = await recordOf(connectionId);
    return record.ok ? stored(question(), log) : record;
  }

  const readTotals = (connectionId: string): Promise<Result<readonly CustomerTotal[]>> =>
    ask(connectionId, () => mirror.customerTotals(connectionId));

  return {
    totals: { run: ({ connectionId }) => readTotals(connectionId) },
    page: {
      run: ({ connectionId, customer }) =>
        ask(connectionId, () => mirror.customerPage(connectionId, customer)),
    },
    export: {
      run: async ({ connectionId }) => {
        const totals = await readTotals(connectionId);
        if (!totals.ok) return totals;
        if (totals.value.length === 0) return fail(nothingToExport);
        const rows = totals.value.map((total) => Object.values(CELLS).map((cellOf) => cellOf(total)));
        return saveExport('customers', 'csv', () => tablePieces(Object.keys(CELLS), onePage(rows)));
      },
      log: unlogged,
    },
  };
}

const nothingToExport = failure('invalid-input', {
  message: 'No board or paper has a customer yet.',
  nextStep: 'Add a customer to a board or paper first.',
});
