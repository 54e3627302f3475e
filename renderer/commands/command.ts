import type { AppState, AppStore } from '../store/store.ts';

export function isOffered({ developer }: Command, { preferences }: AppState): boolean {
  return developer !== true || preferences?.developer === true;
}

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
  readonly id: string;
  readonly label: string;
  /**
   * Shortcuts, such as `Mod+Shift+C` (Mod is Cmd on a Mac, Ctrl elsewhere), `F5`, `Delete`, `Enter`, `Space`, `/` and
   * `C`. Commands may share a shortcut only if their `screens` don't overlap.
   */
  readonly keys: readonly string[];
  readonly group: CommandGroup;
  /** `rows`: the shortcut works only while a list of rows has the focus. */
  readonly scope: 'app' | 'rows';
  /** Screens where the shortcut works; all screens if absent. The palette offers the command on every screen. */
  readonly screens?: readonly AppState['screen'][];
  /** Offered only with the setting *Developer* on. */
  readonly developer?: true;
  /** Also runs above dialogs and on the lock screen. */
  readonly everywhere?: true;
  /** Returns true, or why the command is disabled. Returns false if the reason is obvious. */
  enabled(state: AppState): boolean | string;
  /** Returns a warning that an enabled command may fail; null without a warning. */
  caution?(state: AppState): string | null;
  /** Runs the command. `state` is from the start of the command, so read the store again after an await. */
  run(state: AppState, store: AppStore): void | Promise<void>;
}

export interface FocusPlace {
  readonly typing: boolean;
  readonly inRows: boolean;
  /** True if the focus is on a control that Enter and Space activate. */
  readonly onControl: boolean;
  readonly inPopover?: boolean;
}
