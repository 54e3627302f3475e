import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Counts, Setting } from './server.ts';

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

export async function startServerProcess() {
  const child = fork(new URL('./server.ts', import.meta.url), { stdio: 'inherit' });
  const [port] = (await once(child, 'message')) as [number];
  return {
    origin: `http://127.0.0.1:${port}`,
    set: (setting: Partial<Setting>) => void child.send(setting),
    counts: async (): Promise<Counts> => {
      const message = once(child, 'message') as Promise<[Counts]>;
      child.send('counts');
      return (await message)[0];
    },
    stop: () => child.disconnect(),
  };
}
