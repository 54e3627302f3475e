/** Pages of a listing on their way from where they are read to the mirror, and which of their boards are new there. */
import { createHash } from 'node:crypto';
import { itemKey, type BoardItem, type BoardPage } from '../types.ts';
import { charactersIn } from './body.ts';
import { MetItems } from './met-items.ts';

/**
 * A page between threads: every row is in `items` or counted in `notUnderstood`. As a thousand objects, or as one text,
 * its boards would cost main and the threads on either side a millisecond each; bytes are handed over.
 */
export interface PackedPage extends Omit<BoardPage, 'items' | 'starts'> {
  readonly items: number;
  /** The same for pages that hold the same. */
  readonly fingerprint: string;
  /** Of the boards, without anything between them. Apart, for ids are kept, and a part of a text keeps all of it. */
  readonly ids: string;
  readonly times: string;
  /** The answer as it came, where the JSON of all boards is a part of it, and else only that. */
  readonly bytes: Uint8Array;
  /**
   * Of each board the lengths of its id and its time, -1 for what it does not have; where its JSON begins in the text of
   * the bytes, and its length; its time, epoch ms; whether that is taken for UTC.
   */
  readonly numbers: Float64Array;
}

const NUMBERS = 6;

/** A page as it goes to another thread; `bytes` are those that it was read from. */
export function packPage({ items, starts, ...page }: BoardPage, bytes?: Uint8Array): PackedPage {
  const isAsItCame = bytes !== undefined && starts !== undefined;
  const numbers = new Float64Array(NUMBERS * items.length);
  let start = 0;
  items.forEach(({ id, created, raw }, at) => {
    const first = NUMBERS * at;
    numbers[first] = id === null ? -1 : id.length;
    numbers[first + 1] = created === null ? -1 : created.raw.length;
    numbers[first + 2] = isAsItCame ? (starts[at] ?? 0) : start;
    numbers[first + 3] = raw.length;
    numbers[first + 4] = created?.epochMs ?? Number.NaN;
    numbers[first + 5] = created?.assumedUtc === true ? 1 : 0;
    start += raw.length;
  });
  // Neither an id nor JSON has a NUL.
  const said = `${page.notUnderstood}\0${items.map(itemKey).join('\0')}`;
  return {
    ...page,
    items: items.length,
    fingerprint: createHash('sha256').update(said).digest('base64'),
    ids: items.map(({ id }) => id ?? '').join(''),
    times: items.map(({ created }) => created?.raw ?? '').join(''),
    bytes: isAsItCame ? bytes : new TextEncoder().encode(items.map(({ raw }) => raw).join('')),
    numbers,
  };
}

function unpack({ ids, times, bytes, numbers }: PackedPage): readonly BoardItem[] {
  const { part } = charactersIn(bytes);
  const items: BoardItem[] = [];
  let idEnd = 0;
  let timeEnd = 0;
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const [idStart, timeStart, start] = [idEnd, timeEnd, numbers[at + 2] ?? 0];
    const [hasId, hasTime] = [numbers[at] !== -1, numbers[at + 1] !== -1];
    if (hasId) idEnd += numbers[at] ?? 0;
    if (hasTime) timeEnd += numbers[at + 1] ?? 0;
    const ms = numbers[at + 4] ?? Number.NaN;
    const epochMs = Number.isNaN(ms) ? null : ms;
    items.push({
      id: hasId ? ids.slice(idStart, idEnd) : null,
      created: hasTime
        ? { raw: times.slice(timeStart, timeEnd), epochMs, assumedUtc: numbers[at + 5] === 1 }
        : null,
      raw: part(start, start + (numbers[at + 3] ?? 0)),
    });
  }
  return items;
}

/**
 * When a page is taken: in any case, where a row of it is known (or can't be), or where it begins with the row that
 * the page taken before ended with, and all others are new.
 */
export type TakeWhen = 'always' | 'meets-known' | 'follows';

/** All boards that a listing has met, in memory. */
export class SeenBoards {
  /** By the keys of items. */
  readonly #met = new MetItems();
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
    const keys = items.map(itemKey);
    if (when === 'meets-known' && notUnderstood === 0 && !keys.some((key) => this.#met.has(key))) return null;
    if (when === 'follows' && (notUnderstood > 0 || keys[0] !== this.#last)) return null;
    const { areNew, takeBack } = this.#met.add(keys);
    const fresh = items.filter((_, at) => areNew[at]);
    if (when === 'follows' && fresh.length < items.length - 1) {
      takeBack();
      return null;
    }
    this.#last = keys.at(-1) ?? null;
    return fresh;
  }
}
