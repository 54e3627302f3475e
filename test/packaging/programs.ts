import { spawnSync } from 'node:child_process';

/** How a program ended: what it gave, and that together with what it said of its work. */
export type Ended = { readonly ok: boolean; readonly stdout: string; readonly output: string };

/** Runs a program to its end, in English, with what is added to its environment. One that isn't there ends badly, too. */
export const attempt = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ended => {
  const ended = spawnSync(command, args, {
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ended.error) return { ok: false, stdout: '', output: ended.error.message };
  const stdout = ended.stdout.trim();
  return { ok: ended.status === 0, stdout, output: `${stdout}\n${ended.stderr}`.trim() };
};

/** The same, for what can't go wrong: gives what it gave, and throws all that it said where it did. */
export const call = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string => {
  const { ok, stdout, output } = attempt(command, args, env);
  if (!ok) throw new Error(`${command} ${args.join(' ')}\n${output}`);
  return stdout;
};
