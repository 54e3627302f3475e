/** Commands about the service's health and the network. */
import { onConnection } from './reasons.ts';
import type { Command } from './command.ts';

const shared = { keys: [], scope: 'app', enabled: onConnection } as const;

const showStatus: Command = {
  ...shared,
  id: 'view.service-status',
  label: 'Service status',
  group: 'View',
  run: (store) => store.getState().setLightsOpen(true),
};

const tryNow: Command = {
  ...shared,
  id: 'connections.try-now',
  label: 'Try the service now',
  group: 'Connections',
  run: (store) => store.getState().tryHealthNow(),
};

export const networkSettings: Command = {
  ...shared,
  id: 'network.settings',
  label: 'Network settings',
  group: 'Connections',
  run: (store) => store.getState().openDialog({ kind: 'network' }),
};

export const serviceCommands: readonly Command[] = [showStatus, tryNow, networkSettings];
