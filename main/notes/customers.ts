/** Customers of boards and papers. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { CustomerPage } from '../../preload/contract/customers.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { stored } from '../store/selection.ts';

type CustomersOptions = Pick<Core, 'mirror' | 'recordOf' | 'log'>;

/** Fails with `not-found` for an unknown connection, or `storage`. */
async function readPage(
  { connectionId, customer }: ArgsOf<'customers.page'>,
  { mirror, recordOf, log }: CustomersOptions,
): Promise<Result<CustomerPage>> {
  const record = await recordOf(connectionId);
  return record.ok ? stored(mirror.customerPage(connectionId, customer), log) : record;
}

export function customerCalls(options: CustomersOptions): CallsOf<'customers'> {
  return { page: { run: (args) => readPage(args, options) } };
}
