/**
 * The environment of a child process that gets nothing of ours, but where programs lie, and where Node keeps what it has
 * compiled: to do that again is most of a short process.
 */
export function bareEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
}
