import type { ArgsOf } from '../../preload/contract/contract.ts';
import { counted } from '../lib/format.ts';
import { required } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createCustomersSlice({ bridge, get, set, saved }: SliceContext) {
  const inFront = (): string => required(get().currentId);
  return {
    /** Name in the current row of the table. */
    customerSelected: null as string | null,
    selectCustomer: (customerSelected: string | null) => set({ customerSelected }),
    readCustomers: () => bridge.customers.totals({ connectionId: inFront() }),
    readCustomer: (customer: string) => bridge.customers.page({ connectionId: inFront(), customer }),
    exportCustomers: (format: ArgsOf<'customers.export'>['format']) =>
      saved(
        bridge.customers.export({ connectionId: inFront(), format }),
        ({ items, fileName }) => `Exported ${counted(items, 'customer')} to ${fileName}.`,
      ),
  };
}
