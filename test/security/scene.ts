/** What several checks set up around main: a clock that they move, and a person with one file on the desk. */
import type { Question } from '../../main/ipc/implementation.ts';
import { ok } from '../../preload/contract/failure.ts';
import { fileOf, type ServicesOptions } from '../support/services.ts';

export interface MovedClock {
  ahead: number;
}

/** Moves the clock of this process meanwhile: nothing else may run in it. */
export async function withClock<T>(work: (clock: MovedClock) => Promise<T>): Promise<T> {
  const real = Date.now;
  const clock = { ahead: 0 };
  Date.now = () => real() + clock.ahead;
  try {
    return await work(clock);
  } finally {
    Date.now = real;
  }
}

export interface Person {
  yes: boolean;
  /** What happens while a question of main's is open. */
  meanwhile: () => Promise<unknown>;
  readonly asked: Question[];
  /** The text of the file that is chosen, and that was saved last. */
  readonly file: { text: string };
  /** The person as main meets them. */
  readonly around: ServicesOptions;
}

export function createPerson(): Person {
  const file = { text: '' };
  const asked: Question[] = [];
  const person: Person = {
    yes: true,
    meanwhile: () => Promise.resolve(),
    asked,
    file,
    around: {
      confirm: async (question) => {
        asked.push(question);
        await person.meanwhile();
        return person.yes;
      },
      files: {
        choose: () => Promise.resolve(ok(fileOf(file.text, 'export.json'))),
        save: (_purpose, name, text) => {
          file.text = text;
          return Promise.resolve(ok(name));
        },
      },
    },
  };
  return person;
}
