/** Child process that writes boards and prints each change. Printed changes must survive a kill of the process. */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { BoardStore } from '../../../main/store/mirror/board-store.ts';
import { openFile } from '../../../main/store/open.ts';
import { append, board, CONNECTION, complete, PAGE, PAGES } from './mirror-parts.ts';

/** `round`: number of the first listing. `dieAt`: index of the SQL statement before which the child kills itself. */
export interface Task {
  readonly folder: string;
  readonly round: number;
  readonly forget: boolean;
  readonly dieAt: number | null;
}

export type Said =
  | { readonly did: 'forget' | 'append' | 'finish'; readonly round: number }
  | { readonly did: 'put' | 'remove'; readonly round: number; readonly id: string };

const say = (said: Said): void => void writeSync(1, `${JSON.stringify(said)}\n`);

let left: number | null = null;

function count(): void {
  if (left === null) return;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
}

function countStatements(): void {
  for (const [prototype, names] of [
    [DatabaseSync.prototype, ['exec']],
    [StatementSync.prototype, ['run', 'get', 'all']],
  ] as const) {
    for (const name of names) {
      const original = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
      Reflect.set(prototype, name, function counted(this: unknown, ...args: unknown[]): unknown {
        count();
        return original.apply(this, args);
      });
    }
  }
}

async function listOnAndOn(
  folder: string,
  first: number,
  forget: boolean,
  dieAt: number | null,
): Promise<never> {
  const mainDatabase = path.join(folder, 'easel.db');
  openFile(mainDatabase, 0).db.close();
  const store = new BoardStore({ folder, mainDatabase, now: () => 0 });
  if (forget) {
    store.forget(CONNECTION);
    say({ did: 'forget', round: first });
  }
  for (let round = first; ; round += 1) {
    const run = store.begin(CONNECTION);
    for (let page = 0; page < PAGES; page += 1) {
      const items = Array.from({ length: PAGE }, (_, index) =>
        board(`b${page}-${index}`, { name: `Round ${round}` }),
      );
      append(store, run, items);
      say({ did: 'append', round });
      if (page === 4) {
        store.put(CONNECTION, board(`made-${round}`));
        say({ did: 'put', round, id: `made-${round}` });
        store.remove(CONNECTION, `b0-${round % PAGE}`);
        say({ did: 'remove', round, id: `b0-${round % PAGE}` });
      }
      await setImmediate();
    }
    left = dieAt;
    store.finish(CONNECTION, run, complete(round));
    left = null;
    say({ did: 'finish', round });
    if (dieAt !== null && round > first + 2) throw new Error(`listings end before statement ${dieAt}`);
  }
}

createInterface({ input: process.stdin }).once('line', (line) => {
  const task = JSON.parse(line) as Task;
  if (task.dieAt !== null) countStatements();
  void listOnAndOn(task.folder, task.round, task.forget, task.dieAt);
});
