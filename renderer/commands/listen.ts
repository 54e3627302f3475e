/** Where commands come from that no button was pressed for: the keyboard, and the application menu. */
import type { EaselBridge } from '../../preload/contract/bridge.ts';
import { isLocked } from '../store/lock-slice.ts';
import type { AppState, AppStore } from '../store/store.ts';
import { isSingleKey, pressedKeys } from './keys.ts';
import { commandById, COMMANDS } from './registry.ts';
import { runCommand } from './run.ts';
import type { Command } from './types.ts';

/** Where the focus was at a key press, as far as shortcuts care. */
export interface FocusPlace {
  /** In a field, where letters are text. */
  readonly typing: boolean;
  readonly inRows: boolean;
  /** On a button or link, which Enter and Space press. */
  readonly onControl: boolean;
  /** In something that has the keyboard to itself, such as an open menu. */
  readonly inPopover?: boolean;
}

/** Whether something modal is in front: what stands behind it waits, whoever asks. */
function isModal(state: AppState): boolean {
  const shut = isLocked(state) || state.policy?.kind === 'broken';
  return shut || state.dialog !== null || state.proxyAsking !== null;
}

/** The command that these keys mean here and now; null when they mean nothing. */
export function commandFor(keys: string, state: AppState, place: FocusPlace): Command | null {
  // An open list has the keyboard to itself, as what is modal has.
  const taken = isModal(state) || state.switcherOpen || place.inPopover === true;
  // It closes the lights, and nothing else with them.
  if (state.lightsOpen && keys === 'Escape') return null;
  if (isSingleKey(keys) && !state.preferences.singleKeys) return null;
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

/** Reads from the focused element where the focus is. */
function placeOf(target: EventTarget | null): FocusPlace {
  if (!(target instanceof Element)) return { typing: false, inRows: false, onControl: false };
  return {
    typing: target.matches(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]',
    ),
    inRows: target.closest('[role="grid"]') !== null,
    onControl: target.matches('button, a[href], summary, input, [role="tab"], [role="option"]'),
    inPopover: target.closest('[data-popover]') !== null,
  };
}

/** Runs the commands of pressed shortcuts; gives the function that ends it. */
export function listenToKeys(store: AppStore): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const state = store.getState();
    const keys = pressedKeys(event, state.info?.platform ?? 'linux');
    const command = keys === null ? null : commandFor(keys, state, placeOf(event.target));
    if (!command) return;
    event.preventDefault();
    void runCommand(command, store);
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

/** Runs the commands that are chosen in the application menu; gives the function that ends it. */
export function listenToMenu(bridge: EaselBridge, store: AppStore): () => void {
  return bridge.on('command.run', ({ commandId }) => {
    const command = commandById(commandId);
    if (!command || (isModal(store.getState()) && command.everywhere !== true)) return;
    void runCommand(command, store);
  });
}
