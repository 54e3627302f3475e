/** Who calls beside the page: a command in a terminal. What it calls reaches its own files, and it hears every event. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Files } from '../files/files.ts';
import type { Confirm } from './consent.ts';
import type { Dispatch } from './dispatch.ts';
import type { Publish } from './publish.ts';

export interface Caller {
  /** In place of the dialogs that the window would show. */
  readonly files: Files;
  readonly confirm: Confirm;
  readonly hear: Publish;
}

export interface Attached {
  /** Each call counts as asked for by the person who started the caller. */
  readonly call: <C extends CallName>(name: C, args: ArgsOf<C>) => Promise<Result<ValueOf<C>>>;
  readonly detach: () => void;
}

export class Callers {
  readonly #now = new AsyncLocalStorage<Caller>();
  readonly #attached = new Set<Caller>();

  /** The page's publisher, and every caller's. */
  heardBy(page: Publish): Publish {
    return (event, data) => {
      page(event, data);
      for (const { hear } of this.#attached) hear(event, data);
    };
  }

  /** The files of whoever called; the page's for everybody else. */
  filesOr(page: Files): Files {
    const now = (): Files => this.#now.getStore()?.files ?? page;
    return {
      choose: (...asked) => now().choose(...asked),
      save: (...asked) => now().save(...asked),
      saveStream: (...asked) => now().saveStream(...asked),
    };
  }

  attach(caller: Caller, dispatch: Dispatch): Attached {
    const page = randomUUID();
    let number = 0;
    this.#attached.add(caller);
    return {
      call: async (name, args) => {
        number += 1;
        const press = { page, number, msAgo: 0 };
        const reply = await this.#now.run(caller, () => dispatch(name, true, args, press));
        // The gate has held it against the call's own schema.
        return reply as Result<ValueOf<typeof name>>;
      },
      detach: () => this.#attached.delete(caller),
    };
  }
}
