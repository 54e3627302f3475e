/** Pages of a listing on their way from where they are read to the mirror, and which of their boards are new there. */
import { createHash } from 'node:crypto';
import { itemKey, type BoardItem, type BoardPage } from '../types.ts';
import { decodeBody } from './body.ts';

/**
 * A page between threads: every row is in `items` or counted in `notUnderstood`. As a thousand objects, or as one text,
 * its boards would cost main and the threads on either side a millisecond each; bytes are handed over.
 */
export interface PackedPage extends Omit<BoardPage, 'items'> {
  readonly items: number;
  /** The same for pages that hold the same. */
  readonly fingerprint: string;
  /** Of the boards, without anything between them. Apart, for ids are kept, and a part of a text keeps all of it. */
  readonly ids: string;
  readonly times: string;
  /** The JSON of the boards, without anything between them. */
  readonly bytes: Uint8Array;
  /**
   * Of each board the lengths of its id and its time, -1 for what it does not have; the length of its JSON as text; its
   * time, epoch ms; whether that is taken for UTC.
   */
  readonly numbers: Float64Array;
}

const NUMBERS = 5;

/** A page as it goes to another thread. */
export function packPage({ items, ...page }: BoardPage): PackedPage {
  const numbers = items.flatMap(({ id, created, raw }) => [
    id === null ? -1 : id.length,
    created === null ? -1 : created.raw.length,
    raw.length,
    created?.epochMs ?? Number.NaN,
    created?.assumedUtc === true ? 1 : 0,
  ]);
  // Neither an id nor JSON has a NUL.
  const said = `${page.notUnderstood}\0${items.map(itemKey).join('\0')}`;
  return {
    ...page,
    items: items.length,
    fingerprint: digestOf(said),
    ids: items.map(({ id }) => id ?? '').join(''),
    times: items.map(({ created }) => created?.raw ?? '').join(''),
    bytes: new TextEncoder().encode(items.map(({ raw }) => raw).join('')),
    numbers: Float64Array.from(numbers),
  };
}

function unpack({ ids, times, bytes, numbers }: PackedPage): readonly BoardItem[] {
  const json = decodeBody(bytes);
  const items: BoardItem[] = [];
  let [idEnd, timeEnd, jsonEnd] = [0, 0, 0];
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const [idStart, timeStart, start] = [idEnd, timeEnd, jsonEnd];
    const [hasId, hasTime] = [numbers[at] !== -1, numbers[at + 1] !== -1];
    if (hasId) idEnd += numbers[at] ?? 0;
    if (hasTime) timeEnd += numbers[at + 1] ?? 0;
    jsonEnd += numbers[at + 2] ?? 0;
    const ms = numbers[at + 3] ?? Number.NaN;
    const epochMs = Number.isNaN(ms) ? null : ms;
    items.push({
      id: hasId ? ids.slice(idStart, idEnd) : null,
      created: hasTime
        ? { raw: times.slice(timeStart, timeEnd), epochMs, assumedUtc: numbers[at + 4] === 1 }
        : null,
      raw: json.slice(start, jsonEnd),
    });
  }
  return items;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/**
 * When a page is taken: in any case, where a row of it is known (or can't be), or where it begins with the row that
 * the page taken before ended with, and all others are new.
 */
export type TakeWhen = 'always' | 'meets-known' | 'follows';

/** All boards that a listing has met: their ids, and a digest of those without one. */
export class SeenBoards {
  readonly #met = new Set<string>();
  /** Of the item that was taken last. */
  #last: string | null = null;

  /** Whether a board was met. */
  met(id: string): boolean {
    return this.#met.has(id);
  }

  /** Gives what is new of a page, each board once; null where the page is not as `when` demands. */
  take(page: PackedPage, when: TakeWhen): readonly BoardItem[] | null {
    const { notUnderstood } = page;
    const items = unpack(page);
    const keys = items.map((item) => item.id ?? digestOf(itemKey(item)));
    const isKnown = keys.some((key) => this.#met.has(key));
    if (when === 'meets-known' && notUnderstood === 0 && !isKnown) return null;
    if (when === 'follows') {
      const others = keys.slice(1);
      const areNew = new Set(others).size === others.length && !others.some((key) => this.#met.has(key));
      if (notUnderstood > 0 || keys[0] !== this.#last || !areNew) return null;
    }
    const fresh = items.filter((_, at) => this.#add(keys[at] ?? ''));
    this.#last = keys.at(-1) ?? null;
    return fresh;
  }

  #add(key: string): boolean {
    const isNew = !this.#met.has(key);
    this.#met.add(key);
    return isNew;
  }
}
