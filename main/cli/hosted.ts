/** A command that an open Easel does for whoever typed it. */
import type { Services } from '../services.ts';
import { EXIT, readArguments } from './arguments.ts';
import { runCommand } from './commands.ts';
import type { Terminal } from './terminal.ts';
import { withSession } from './session.ts';

/** Gives the exit code. */
export async function runHosted(
  { attach, policy }: Pick<Services, 'attach' | 'policy'>,
  typed: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const command = readArguments(typed);
  if (!command.ok || command.value === 'help') return EXIT.usage;
  const { value } = command;
  const host = { attach, allowsUnattended: policy.allowUnattended, staysOpen: true };
  return withSession(host, terminal, (session) => runCommand(session, value));
}
