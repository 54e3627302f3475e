/** Pages of a listing as its thread reads them: from their bytes, and held until main says what becomes of each. */
import { createHash } from 'node:crypto';
import { redact } from '../../log/redact.ts';
import { itemKey, type BoardItem, type BoardPage, type ListShape } from '../types.ts';
import { decodeBody, readBody } from './body.ts';
import { withoutSecrets } from './clean-items.ts';
import { readList } from './list.ts';
import { saysFailure } from './service-messages.ts';

/** A page that is held until it is taken: every row is in `items` or counted in `notUnderstood`. */
export interface HeldPage extends Omit<BoardPage, 'items'> {
  readonly number: number;
  readonly items: number;
  /** The same for pages that hold the same. */
  readonly fingerprint: string;
}

/**
 * When a page is taken: in any case, where a row of it is known (or can't be), or where it begins with the row that
 * the page taken before ended with, and all others are new.
 */
export type TakeWhen = 'always' | 'meets-known' | 'follows';

/**
 * Reads a page of boards, to spare main. Null where main has to say what is wrong, for it is no list. What looks like a
 * secret is taken out; that no key is in it is for main to have seen, for keys are not told to other threads.
 */
export function readPage(
  bytes: Uint8Array,
  countHeader: string | undefined,
  known?: ListShape,
): BoardPage | null {
  const body = readBody(decodeBody(bytes));
  const page = saysFailure(body) ? null : readList(body, countHeader, known);
  return page && withoutSecrets(page, body, redact);
}

/** More pages than a listing can have on their way: what is older was given up. */
const MOST_HELD = 12;

/** Pages that have been read, and all boards that were met. In memory: most of them are taken as soon as they are read. */
export class PageBuffer {
  readonly #held = new Map<number, BoardPage>();
  /** Keys of items. */
  readonly #seen = new Set<string>();
  /** Of the item that was taken last. */
  #last: string | null = null;
  #lastNumber = 0;

  hold(page: BoardPage): HeldPage {
    const { notUnderstood, items } = page;
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([notUnderstood, ...items.map(itemKey)]))
      .digest('base64');
    this.#lastNumber += 1;
    this.#held.set(this.#lastNumber, page);
    this.#held.delete(this.#lastNumber - MOST_HELD);
    return { ...page, number: this.#lastNumber, items: items.length, fingerprint };
  }

  /** Whether a board was met. */
  met(id: string): boolean {
    return this.#seen.has(id);
  }

  /** Gives what is new of a page, each board once; null where the page is not as `when` demands. It is held no longer. */
  take(number: number, when: TakeWhen): readonly BoardItem[] | null {
    const held = this.#held.get(number);
    if (held === undefined) throw new Error('a page that is not held');
    this.#held.delete(number);
    const { items, notUnderstood } = held;
    const keys = items.map(itemKey);
    const isKnown = (key: string): boolean => this.#seen.has(key);
    if (when === 'meets-known' && notUnderstood === 0 && !keys.some(isKnown)) return null;
    if (when === 'follows') {
      const [first, ...others] = keys;
      const isAllNew = new Set(others).size === others.length && !others.some(isKnown);
      if (notUnderstood > 0 || first === undefined || first !== this.#last || !isAllNew) return null;
    }
    this.#last = keys.at(-1) ?? null;
    return items.filter((_, at) => {
      const before = this.#seen.size;
      return this.#seen.add(keys[at] ?? '').size > before;
    });
  }
}
