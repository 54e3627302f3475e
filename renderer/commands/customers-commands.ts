import type { AppState } from '../store/store.ts';
import { onBoard } from './boards-commands.ts';
import type { Command } from './command.ts';
import { currentPaper, onPaper } from './papers-commands.ts';
import { both, onConnection } from './reasons.ts';

function showCommand(
  screen: 'boards' | 'papers',
  onRow: (state: AppState) => true | string,
  customerOf: (state: AppState) => string | undefined,
): Command {
  return {
    id: `${screen}.customer`,
    label: 'Show customer',
    keys: [],
    group: screen === 'boards' ? 'Boards' : 'Papers',
    scope: 'rows',
    screens: [screen],
    enabled: (state) => both(onRow(state), (customerOf(state) ?? '') !== '' || 'It has no customer'),
    run: (state) => state.go({ kind: 'customer', name: customerOf(state) ?? null }),
  };
}

export const showBoardCustomer = showCommand(
  'boards',
  onBoard,
  ({ boardSelection }) => boardSelection?.row?.local?.customer,
);
export const showPaperCustomer = showCommand(
  'papers',
  onPaper,
  (state) => currentPaper(state)?.local?.customer,
);

/** Returns to the screen from which the user opened the customer. */
export const backFromCustomer: Command = {
  id: 'customers.back',
  label: 'Back',
  keys: ['Escape'],
  group: 'View',
  scope: 'app',
  screens: ['customers'],
  enabled: ({ screen, customer }) => (screen === 'customers' && customer !== null) || 'No customer is open',
  run({ customerFrom, go }) {
    if (customerFrom === 'customers') return go({ kind: 'customer', name: null });
    return go({ kind: 'screen', screen: customerFrom === 'connection-form' ? 'home' : customerFrom });
  },
};

const shared = { group: 'View', scope: 'app', enabled: onConnection } as const;

export const goToCustomers: Command = {
  ...shared,
  id: 'view.customers',
  label: 'Go to customers',
  keys: [],
  run: (state) => state.go({ kind: 'customer', name: null }),
};

export const exportCustomers: Command = {
  ...shared,
  id: 'customers.export',
  label: 'Export customers…',
  keys: ['Mod+E'],
  screens: ['customers'],
  run: (state) => state.exportCustomers(),
};
