/** Runs commands from menu, palette, buttons and shortcuts. */
import type { AppState, AppStore } from '../store/store.ts';
import type { Command } from './command.ts';

/** Returns why the command is off, or null. */
export function disabledReason(command: Command, state: AppState): string | null {
  const enabled = command.enabled(state);
  if (enabled === true) return null;
  return enabled === false ? 'Not available here' : enabled;
}

/** Runs the command, or announces why it is off. */
export async function runCommand(command: Command, store: AppStore): Promise<void> {
  const state = store.getState();
  const reason = disabledReason(command, state);
  if (reason === null) await command.run(state, store);
  else state.announce(`${command.label}: ${reason}.`, 'note');
}
