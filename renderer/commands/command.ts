/** A command: the one description that menu, palette, buttons and shortcuts share. */
import type { AppState, AppStore } from '../store/store.ts';

/** In the order of the palette. */
export const COMMAND_GROUPS = [
  'Boards',
  'Papers',
  'Previews',
  'Jobs',
  'Connections',
  'View',
  'Help',
] as const;

export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface Command {
  /** `group.verb`, such as `boards.create`; the application menu names commands by it. */
  readonly id: string;
  /** In sentence case, as on a button: "New board". */
  readonly label: string;
  /**
   * Shortcuts: `Mod+Shift+C` (Mod is Cmd on a Mac, Ctrl elsewhere), `F5`, `Delete`, `Enter`, `Space`, `/`, `C`.
   * Two commands may share a key only when their `screens` do not overlap.
   */
  readonly keys: readonly string[];
  readonly group: CommandGroup;
  /** Where the shortcut is heard: `rows` only while focus is in a grid (Enter, Space, Delete, letters). */
  readonly scope: 'app' | 'rows';
  /** Screens on which the shortcut is heard; absent for all. The palette offers the command everywhere. */
  readonly screens?: readonly AppState['screen'][];
  /** Runs above dialogs and on the lock screen too, where everything else waits. */
  readonly everywhere?: true;
  /** `true`, or the reason why it is off, shown beside it. `false` where the reason goes without saying. */
  enabled(state: AppState): boolean | string;
  /** Why it may fail though it is on, in one sentence; null when nothing speaks against it. */
  caution?(state: AppState): string | null;
  /** `state` is the one when it was chosen; what goes on after a wait reads the store again. */
  run(state: AppState, store: AppStore): void | Promise<void>;
}

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
