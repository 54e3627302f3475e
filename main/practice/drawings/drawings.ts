import type { Item } from '../items.ts';
import type { Random } from '../random.ts';

/** A sample paper: its name, and the code that draws it. */
export interface Drawing {
  readonly name: string;
  draw(random: Random): readonly Item[];
}

export const drawings: readonly Drawing[] = [];
