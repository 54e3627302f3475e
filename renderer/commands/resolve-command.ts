/** What pressed keys and the entries of the application menu mean, here and now. */
import { isLocked } from '../store/lock-slice.ts';
import type { AppState } from '../store/store.ts';
import { isSingleKey } from './key-strokes.ts';
import { commandById, COMMANDS } from './registry.ts';
import type { Command, FocusPlace } from './command.ts';

/** Whether something modal is open: commands behind it wait. */
function isModal(state: AppState): boolean {
  const shut = isLocked(state) || state.policy?.kind === 'broken';
  return shut || state.dialog !== null || state.proxyAsking !== null;
}

/** The command that these keys mean here and now; null when they mean nothing. */
export function commandFor(keys: string, state: AppState, place: FocusPlace): Command | null {
  // An open list takes all keys, like a modal dialog.
  const taken = isModal(state) || state.switcherOpen || place.inPopover === true;
  // It closes the parts, and nothing else with them.
  if (state.healthOpen && keys === 'Escape') return null;
  if (isSingleKey(keys) && state.preferences?.singleKeys !== true) return null;
  // A field takes back what was typed in it, and nothing else.
  const isText = keys === 'Mod+Z' || (!keys.includes('Mod+') && !/F\d+$|^Escape$/u.test(keys));
  if (place.typing && isText) return null;
  if (place.onControl && (keys === 'Enter' || keys === 'Space')) return null;
  return (
    COMMANDS.find(
      (command) =>
        command.keys.includes(keys) &&
        (!taken || command.everywhere === true) &&
        (command.scope === 'app' || place.inRows) &&
        (command.screens?.includes(state.screen) ?? true),
    ) ?? null
  );
}

/** The command chosen in the menu; null for an unknown id, or while something modal is open. */
export function chosenCommand(id: string, state: AppState): Command | null {
  const command = commandById(id) ?? null;
  return command !== null && isModal(state) && command.everywhere !== true ? null : command;
}
