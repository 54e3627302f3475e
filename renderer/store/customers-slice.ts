import { required } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createCustomersSlice({ bridge, get }: SliceContext) {
  return {
    readCustomer: (customer: string) =>
      bridge.customers.page({ connectionId: required(get().currentId), customer }),
  };
}
