/** One run of a program against the benchmark's server, and the proof that it did the work. */
import type { ChangesSetting } from './changes-server.ts';
import type { ServerProcess } from './server-process.ts';
import { timed, type Program } from './timed.ts';

export const MANY = 1000;

export type Kind = 'delete' | 'create';

export interface Bench {
  readonly server: ServerProcess;
  readonly programs: string;
}

/** Sets the server anew, runs a program, and holds that everything was done. */
export async function played(
  { server }: Bench,
  setting: ChangesSetting,
  kind: Kind,
  program: Program,
): Promise<Awaited<ReturnType<typeof timed>>> {
  server.tell({ ...setting });
  const run = await timed(program);
  const done = kind === 'delete' ? setting.boards - (await server.ask('left')) : await server.ask('made');
  if (done !== MANY) throw new Error(`${program.file} did ${done} of ${MANY}`);
  return run;
}
