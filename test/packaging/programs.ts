import { spawnSync } from 'node:child_process';

export type Ended = { readonly ok: boolean; readonly stdout: string; readonly output: string };

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

export const call = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string => {
  const { ok, stdout, output } = attempt(command, args, env);
  if (!ok) throw new Error(`${command} ${args.join(' ')}\n${output}`);
  return stdout;
};
