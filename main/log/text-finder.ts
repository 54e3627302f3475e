/** Parts of a text: a start and an end each, in the order of their starts. They may overlap. */
export type Spans = number[];

const NO_UNIT = -1;

/**
 * Finds many texts at once, in one pass however they repeat and overlap (Aho and Corasick, 1975). They are laid out as
 * a tree; each place in it also knows the place of its longest tail that begins one of them too. 0 is the root.
 */
export class TextFinder {
  /** By place: the unit that leads to the next place, what other units lead to, and the place of the tail. */
  readonly #units: number[] = [NO_UNIT];
  readonly #forks: (Map<number, number> | undefined)[] = [undefined];
  readonly #tails: number[] = [0];
  /** By place: how long the longest text is that ends there; 0 for none. */
  readonly #lengths: number[] = [0];
  /** What bytes lead to from the root: most of what is read leads nowhere. */
  readonly #first = new Uint32Array(256);
  readonly #texts: readonly string[];
  #leaps: Leaps | null = null;

  constructor(texts: Iterable<string>) {
    this.#texts = [...texts];
    for (const text of this.#texts) this.#add(text);
    const places = [0];
    for (const place of places) {
      const reach = (next: number, unit: number): void => {
        const tail = place === 0 ? 0 : this.#step(this.#tails[place] ?? 0, unit);
        this.#tails[next] = tail;
        // Tails are shorter, so they are complete by now.
        this.#lengths[next] ||= this.#lengths[tail] ?? 0;
        places.push(next);
      };
      const unit = this.#units[place] ?? NO_UNIT;
      if (unit !== NO_UNIT) reach(place + 1, unit);
      this.#forks[place]?.forEach(reach);
    }
  }

  /** Where texts of at least a length are, those within others left out. */
  spansIn(text: string, shortest: number): Spans {
    const spans: Spans = [];
    const first = this.#first;
    let place = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (place === 0) {
        place = first[unit] ?? this.#wayFrom(0, unit);
        continue;
      }
      place = this.#step(place, unit);
      const length = this.#lengths[place] ?? 0;
      if (length < shortest) continue;
      const from = at + 1 - length;
      while ((spans.at(-2) ?? -1) >= from) spans.length -= 2;
      spans.push(from, at + 1);
    }
    return spans;
  }

  /** Whether any is in there; bytes are units. Bytes that none can begin at are leapt over (Wu and Manber, 1994). */
  isInBytes(bytes: Uint8Array): boolean {
    const { shortest, byPair } = (this.#leaps ??= leapsOver(this.#texts));
    for (let at = 0; at + shortest <= bytes.length;) {
      const end = at + shortest;
      const leap = byPair[((bytes[end - 2] ?? 0) << 8) | (bytes[end - 1] ?? 0)] ?? 0;
      at += leap;
      if (leap > 0) continue;
      let place = 0;
      do {
        place = this.#step(place, bytes[at] ?? 0);
        if ((this.#lengths[place] ?? 0) > 0) return true;
        at += 1;
      } while (place > 0 && at < bytes.length);
    }
    return false;
  }

  #add(text: string): void {
    let place = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      place = this.#wayFrom(place, unit) || this.#grow(place, unit);
    }
    this.#lengths[place] = text.length;
  }

  #grow(place: number, unit: number): number {
    const next = this.#units.push(NO_UNIT) - 1;
    this.#tails.push(0);
    this.#lengths.push(0);
    this.#forks.push(undefined);
    if (place === 0 && unit < this.#first.length) this.#first[unit] = next;
    if (place > 0 && next === place + 1) this.#units[place] = unit;
    else (this.#forks[place] ??= new Map<number, number>()).set(unit, next);
    return next;
  }

  /** 0 for none: nothing leads back to the root. */
  #wayFrom(place: number, unit: number): number {
    if (this.#units[place] === unit) return place + 1;
    return (place === 0 ? this.#first[unit] : undefined) ?? this.#forks[place]?.get(unit) ?? 0;
  }

  #step(from: number, unit: number): number {
    for (let place = from; ; place = this.#tails[place] ?? 0) {
      const next = this.#wayFrom(place, unit);
      if (next > 0 || place === 0) return next;
    }
  }
}

/** How far off the next of some texts is at least, by the last two of as many bytes as the shortest has. */
interface Leaps {
  readonly shortest: number;
  readonly byPair: Uint8Array;
}

function leapsOver(texts: readonly string[]): Leaps {
  // A leap fits into a byte.
  const shortest = Math.min(256, ...texts.map(({ length }) => length));
  const byPair = new Uint8Array(65_536).fill(shortest - 1);
  for (const text of texts) {
    for (let at = 0; at < shortest - 1; at += 1) {
      // A text with a unit that is no byte is in no bytes, whatever pair this is.
      const pair = ((text.charCodeAt(at) << 8) | text.charCodeAt(at + 1)) & 0xffff;
      byPair[pair] = Math.min(byPair[pair] ?? 0, shortest - 2 - at);
    }
  }
  return { shortest, byPair };
}
