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
  /** Shortcuts such as `Mod+Shift+C` (Mod: Cmd on a Mac, else Ctrl). Unique, except on different `screens`. */
  readonly keys: readonly string[];
  readonly group: CommandGroup;
  readonly scope: 'app' | 'rows';
  /** Screens on which the shortcut works. If absent, it works on all screens. */
  readonly screens?: readonly AppState['screen'][];
  readonly developer?: true;
  readonly everywhere?: true;
  /** Returns true, or the reason why the command is disabled. */
  enabled(state: AppState): true | string;
  /** Returns a warning that the command may fail although it is enabled, or null. */
  caution?(state: AppState): string | null;
  /** Runs the command. `state` is a snapshot from its start, so use `store` after an `await`. */
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
  /** True if any popover is open, even one in which shortcuts work. */
  readonly popoverOpen?: boolean;
}
