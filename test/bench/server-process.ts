/** Starts a benchmark's server in a process of its own, and asks it how much it has served. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface ServerProcess {
  readonly origin: string;
  readonly served: () => Promise<number>;
  readonly ask: (name: string) => Promise<number>;
  /** Tells the server's program something; nothing is answered. */
  readonly tell: (message: Readonly<Record<string, unknown>>) => void;
  readonly stop: () => void;
}

/** `file` is the server's program; it sends `{ port }` when it listens, and `{ served }` when asked. */
export async function startServerProcess(file: URL, args: readonly string[] = []): Promise<ServerProcess> {
  const child = fork(file, args, { stdio: 'inherit' });
  const number = async (name: string): Promise<number> => {
    const messages: readonly unknown[] = await once(child, 'message');
    const message = messages[0];
    const value: unknown =
      typeof message === 'object' && message !== null ? Reflect.get(message, name) : null;
    if (typeof value !== 'number') throw new Error(`the server did not say its ${name}`);
    return value;
  };
  const ask = (name: string): Promise<number> => {
    const answer = number(name);
    child.send(`${name}?`);
    return answer;
  };
  const origin = `http://127.0.0.1:${await number('port')}`;
  return {
    origin,
    served: () => ask('served'),
    ask,
    tell: (message) => void child.send(message),
    stop: () => child.disconnect(),
  };
}
