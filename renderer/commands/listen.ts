import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { AppStore } from '../store/store.ts';
import { onKeys, pressedKeys } from '../lib/keys.ts';
import { runCommand } from './run.ts';
import type { FocusPlace } from './command.ts';

type LoadedCommands = Pick<typeof import('./registry.ts'), 'commandFor' | 'chosenCommand'>;

export interface RegistrySource {
  readonly now: () => LoadedCommands | null;
  readonly soon: () => Promise<LoadedCommands>;
}

function placeOf(target: EventTarget | null): FocusPlace {
  if (!(target instanceof Element)) return { typing: false, inRows: false, onControl: false };
  return {
    typing: target.matches(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]',
    ),
    // Excludes the grid in the jobs drawer, because its rows are a job's items, not rows of the screen.
    inRows: target.closest('[role$="grid"]') !== null && target.closest('aside') === null,
    onControl: target.matches('button, a[href], summary, input, [role="tab"], [role="option"]'),
    inPopover: target.closest('[data-popover]') !== null,
    popoverOpen: document.querySelector(':popover-open') !== null,
  };
}

/** Runs the first command found for one of these shortcuts. Returns false if there is none. */
function press(
  shortcuts: readonly string[],
  place: FocusPlace,
  store: AppStore,
  { now }: RegistrySource,
): boolean {
  const commands = shortcuts.map((keys) => now()?.commandFor(keys, store.getState(), place) ?? null);
  const command = commands.find((each) => each !== null);
  if (command !== undefined) void runCommand(command, store);
  return command !== undefined;
}

export function listenToKeys(store: AppStore, registry: RegistrySource): void {
  document.addEventListener(
    'keydown',
    onKeys((event) => {
      if (event.defaultPrevented) return;
      const keys = pressedKeys(event, store.getState().info?.platform ?? 'linux');
      if (press(keys, placeOf(event.target), store, registry)) event.preventDefault();
    }),
  );
}

/** Describes the focused element. Null for a webview, because Easel's shortcuts don't work in its room. */
function focusedPlace(): FocusPlace | null {
  const focused = document.activeElement;
  return focused?.closest('webview') == null ? placeOf(focused) : null;
}

/** Runs commands chosen in the application menu. Treats a menu shortcut like a key press in Easel's window. */
export function listenToMenu(
  bridge: EaselBridge,
  store: AppStore,
  registry: RegistrySource,
  placeNow = focusedPlace,
): void {
  bridge.on('command.run', ({ commandId, keys }) => {
    if (keys !== null) {
      const place = placeNow();
      if (place !== null) press([keys], place, store, registry);
      return;
    }
    void registry.soon().then(({ chosenCommand }) => {
      const command = chosenCommand(commandId, store.getState());
      if (command !== null) void runCommand(command, store);
    });
  });
}
