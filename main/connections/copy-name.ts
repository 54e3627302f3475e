/** What a copy of a connection is called. */
import { LONGEST_NAME } from './draft.ts';

/** “Acme copy”, then “Acme copy 2” and so on: the first that is free, and short enough for the form. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/ copy(?: \d+)?$/u, '');
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? ' copy' : ` copy ${number}`;
    const copy = base.slice(0, LONGEST_NAME - ending.length).trimEnd() + ending;
    if (!taken.has(copy)) return copy;
  }
}
