import type { Command } from './command.ts';
import { onConnection } from './reasons.ts';

const shared = { group: 'View', scope: 'app', screens: ['customers'] } as const;

/** Leaves a customer's page, back to the screen from which the user opened it. */
export const backFromCustomer: Command = {
  ...shared,
  id: 'customers.back',
  label: 'Back',
  keys: ['Escape'],
  enabled: ({ screen, customer }) => (screen === 'customers' && customer !== null) || 'No customer is open',
  run: ({ customerFrom, go }) =>
    go({ kind: 'screen', screen: customerFrom === 'connection-form' ? 'home' : customerFrom }),
};

export const exportCustomers: Command = {
  ...shared,
  id: 'customers.export',
  label: 'Export customers…',
  keys: ['Mod+E'],
  enabled: onConnection,
  run: (state) => state.exportCustomers(),
};
