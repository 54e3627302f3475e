/** Every command of Easel, in the order of the palette. */
import { activityCommands } from './activity-commands.ts';
import { boardListCommands } from './board-list-commands.ts';
import { boardsCommands } from './boards-commands.ts';
import { frameCommands } from './frame-commands.ts';
import { helpCommands } from './help-commands.ts';
import { jobsCommands } from './jobs-commands.ts';
import { keysCommands } from './keys-commands.ts';
import { papersCommands } from './papers-commands.ts';
import { previewsCommands } from './previews-commands.ts';
import type { Command } from './command.ts';

export const COMMANDS: readonly Command[] = [
  ...boardsCommands,
  ...boardListCommands,
  ...papersCommands,
  ...previewsCommands,
  ...jobsCommands,
  ...frameCommands,
  ...keysCommands,
  ...activityCommands,
  ...helpCommands,
];

/** The command with this id, such as one that the menu sends; undefined for an unknown id. */
export function commandById(id: string): Command | undefined {
  return COMMANDS.find((command) => command.id === id);
}
