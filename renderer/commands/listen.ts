/**
 * Where commands come from that no button was pressed for: the keyboard, and the application menu. What a key means is
 * known to code that comes after the first screen: what is pressed before it is there is kept until then.
 */
import type { EaselBridge } from '../../preload/contract/bridge.ts';
import type { AppState, AppStore } from '../store/store.ts';
import { pressedKeys } from './keys.ts';
import { runCommand } from './run.ts';
import type { Command, FocusPlace } from './types.ts';

/** What keys and menu entries mean. */
export interface Meanings {
  readonly commandFor: (keys: string, state: AppState, place: FocusPlace) => Command | null;
  readonly chosenCommand: (id: string, state: AppState) => Command | null;
}

/** Where the meanings come from. */
export interface MeaningsSource {
  /** Null as long as they are not there. */
  readonly now: () => Meanings | null;
  readonly soon: () => Promise<Meanings>;
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

/** Whether keys may be a shortcut, and are nothing that the page itself answers: text, a press, a step. */
export function isKept(keys: string, { typing, onControl }: FocusPlace): boolean {
  if (typing) return false;
  if (onControl && (keys === 'Enter' || keys === 'Space')) return false;
  return !/Tab$|Arrow|Page(?:Up|Down)$|Home$|End$|^(?:Mod|Shift|\+|Control|Meta|Alt)+$/u.test(keys);
}

/** Runs the commands of pressed shortcuts; gives the function that ends it. */
export function listenToKeys(store: AppStore, meanings: MeaningsSource): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const keys = pressedKeys(event, store.getState().info?.platform ?? 'linux');
    if (keys === null) return;
    const place = placeOf(event.target);
    const known = meanings.now();
    const meant = known?.commandFor(keys, store.getState(), place) ?? null;
    if (known === null ? !isKept(keys, place) : meant === null) return;
    event.preventDefault();
    if (meant !== null) void runCommand(meant, store);
    else void runLater(({ commandFor }) => commandFor(keys, store.getState(), place));
  };

  async function runLater(find: (found: Meanings) => Command | null): Promise<void> {
    const command = find(await meanings.soon());
    if (command !== null) await runCommand(command, store);
  }

  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

/** Runs the commands that are chosen in the application menu; gives the function that ends it. */
export function listenToMenu(bridge: EaselBridge, store: AppStore, meanings: MeaningsSource): () => void {
  return bridge.on('command.run', ({ commandId }) => {
    const run = ({ chosenCommand }: Meanings): void => {
      const command = chosenCommand(commandId, store.getState());
      if (command !== null) void runCommand(command, store);
    };
    const known = meanings.now();
    if (known !== null) run(known);
    else void meanings.soon().then(run);
  });
}
