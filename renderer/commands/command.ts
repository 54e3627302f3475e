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
   * Keyboard shortcuts, such as `Mod+Shift+C` (Mod is Cmd on a Mac, Ctrl elsewhere), `F5`, `Delete`, `Enter`, `Space`,
   * `/` or `C`. Commands may have the same shortcut only if their `screens` don't overlap.
   */
  readonly keys: readonly string[];
  readonly group: CommandGroup;
  readonly scope: 'app' | 'rows';
  /** Screens on which the shortcut works; all if absent. Does not affect the command palette. */
  readonly screens?: readonly AppState['screen'][];
  readonly developer?: true;
  readonly everywhere?: true;
  /** Returns true, or the reason why the command is disabled. */
  enabled(state: AppState): true | string;
  /** Returns null, or a warning that the command is enabled but may fail. */
  caution?(state: AppState): string | null;
  /** Runs the command. `state` is the state before the run, so read `store` again after an `await`. */
  run(state: AppState, store: AppStore): void | Promise<void>;
}

export function commandsOf(shared: Pick<Command, 'group'> & Partial<Command>) {
  return (id: string, label: string, facts: Partial<Command>, run: Command['run']): Command => ({
    keys: [],
    scope: 'app',
    enabled: () => true,
    ...shared,
    ...facts,
    id,
    label,
    run,
  });
}

export interface FocusPlace {
  readonly typing: boolean;
  readonly inRows: boolean;
  readonly onControl: boolean;
  readonly inPopover?: boolean;
}
