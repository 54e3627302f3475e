import { counted } from '../lib/format.ts';
import { required } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createCustomersSlice({ bridge, get, attempt, saved }: SliceContext) {
  const inFront = (): string => required(get().currentId);
  return {
    readCustomers: () => bridge.customers.totals({ connectionId: inFront() }),
    readCustomer: (customer: string) => bridge.customers.page({ connectionId: inFront(), customer }),
    exportCustomers: () =>
      attempt(
        saved(
          bridge.customers.export({ connectionId: inFront() }),
          ({ items, fileName }) => `Exported ${counted(items, 'customer')} to ${fileName}.`,
        ),
      ),
  };
}
