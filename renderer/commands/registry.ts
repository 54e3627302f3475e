import * as activity from './activity-commands.ts';
import * as boards from './boards-commands.ts';
import * as customers from './customers-commands.ts';
import * as frame from './frame-commands.ts';
import * as jobs from './jobs-commands.ts';
import * as keys from './keys-commands.ts';
import * as lists from './list-commands.ts';
import * as papers from './papers-commands.ts';
import * as previews from './previews-commands.ts';
import * as views from './view-commands.ts';
import { isLocked } from '../store/lock-slice.ts';
import type { AppState } from '../store/store.ts';
import { COMMAND_GROUPS, isOffered, type Command, type FocusPlace } from './command.ts';

const MODULES = [activity, boards, customers, frame, jobs, keys, lists, papers, previews, views];

export const COMMANDS: readonly Command[] = MODULES.flatMap((module): readonly unknown[] =>
  Object.values(module),
)
  .filter((value): value is Command => typeof value === 'object' && value !== null && 'run' in value)
  .toSorted(
    (one, other) =>
      COMMAND_GROUPS.indexOf(one.group) - COMMAND_GROUPS.indexOf(other.group) ||
      one.label.localeCompare(other.label),
  );

function isModal(state: AppState): boolean {
  const shut = isLocked(state) || state.policy?.kind === 'broken';
  return shut || state.dialog !== null || state.proxyAsking !== null;
}

export function commandFor(keys: string, state: AppState, place: FocusPlace): Command | null {
  // An open menu or modal dialog handles key presses itself, except those of commands with `everywhere`.
  const taken = isModal(state) || place.inPopover === true;
  // Runs no command on Escape while a popover is open, because the browser closes the popover.
  if (place.popoverOpen === true && keys === 'Escape') return null;
  // One-character shortcuts work only if turned on, because speech input may type a character by accident.
  if (keys.length === 1 && state.preferences?.singleKeys !== true) return null;
  // In a text field, typed characters and undo belong to the field, so they run no command.
  const isText = keys === 'Mod+Z' || (!keys.includes('Mod+') && !/F\d+$|^Escape$/u.test(keys));
  if (place.typing && isText) return null;
  if (place.onControl && (keys === 'Enter' || keys === 'Space')) return null;
  return (
    COMMANDS.find(
      (command) =>
        command.keys.includes(keys) &&
        isOffered(command, state) &&
        (!taken || command.everywhere === true) &&
        (command.scope === 'app' || (place.inRows && !place.typing)) &&
        (command.screens?.includes(state.screen) ?? true),
    ) ?? null
  );
}

/** Returns the command chosen in the menu. Like F5, the menu's *Refresh* refreshes the list on the current screen. */
export function chosenCommand(id: string, state: AppState): Command | null {
  const chosen = id === 'boards.refresh' && state.screen === 'papers' ? 'papers.refresh' : id;
  const command = COMMANDS.find((each) => each.id === chosen) ?? null;
  return command !== null && isModal(state) && command.everywhere !== true ? null : command;
}
