import type { AppState, AppStore } from '../store/store.ts';
import type { Command } from './command.ts';

export function disabledReason(command: Command, state: AppState): string | null {
  const enabled = command.enabled(state);
  return enabled === true ? null : enabled;
}

export async function runCommand(command: Command, store: AppStore): Promise<void> {
  const state = store.getState();
  const reason = disabledReason(command, state);
  if (reason === null) await command.run(state, store);
  else state.announce(`${command.label}: ${reason}.`, 'note');
}
