import { commandsOf } from './command.ts';
import { onConnection } from './reasons.ts';

const onCustomers = commandsOf({ group: 'View', screens: ['customers'] });

export const backFromCustomer = onCustomers(
  'customers.back',
  'Back',
  {
    keys: ['Escape'],
    enabled: ({ screen, customer }) => (screen === 'customers' && customer !== null) || 'No customer is open',
  },
  ({ customerFrom, go }) =>
    go({ kind: 'screen', screen: customerFrom === 'connection-form' ? 'home' : customerFrom }),
);

export const exportCustomers = onCustomers(
  'customers.export',
  'Export customers…',
  { keys: ['Mod+E'], enabled: onConnection },
  (state) => state.exportCustomers(),
);
