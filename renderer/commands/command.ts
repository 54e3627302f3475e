import type { AppState, AppStore } from '../store/store.ts';

/** False for developer commands while the setting is off. */
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
   * Shortcuts: `Mod+Shift+C` (Mod is Cmd on a Mac, Ctrl elsewhere), `F5`, `Delete`, `Enter`, `Space`, `/`, `C`.
   * Commands may share a key only if their `screens` don't overlap.
   */
  readonly keys: readonly string[];
  readonly group: CommandGroup;
  /** `rows`: the shortcut works only while a grid has the focus. */
  readonly scope: 'app' | 'rows';
  /** Screens where the shortcut works; absent for all. The palette offers the command everywhere. */
  readonly screens?: readonly AppState['screen'][];
  /** Offered only with the setting *Developer* on. */
  readonly developer?: true;
  /** Also runs above dialogs and on the lock screen. */
  readonly everywhere?: true;
  /** `true`, or the reason why the command is off. `false` if the reason is obvious. */
  enabled(state: AppState): boolean | string;
  /** Warns that an enabled command may fail; null if not. */
  caution?(state: AppState): string | null;
  /** `state` is from the start; after an await, read the store again. */
  run(state: AppState, store: AppStore): void | Promise<void>;
}

export interface FocusPlace {
  readonly typing: boolean;
  readonly inRows: boolean;
  /** On a control that Enter and Space press. */
  readonly onControl: boolean;
  readonly inPopover?: boolean;
}
