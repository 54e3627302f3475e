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

  /**
   * Where texts of at least a length are, those within others left out. Places that none can begin at are leapt over
   * (Wu and Manber, 1994): most of what is read holds none.
   */
  spansIn(text: string, least: number): Spans {
    const spans: Spans = [];
    const { shortest, byPair } = (this.#leaps ??= leapsOver(this.#texts));
    let place = 0;
    for (let at = 0; at < text.length;) {
      if (place === 0) {
        const end = at + shortest;
        if (end > text.length) break;
        const leap = byPair[pairOf(text, end - 2)] ?? 0;
        at += leap;
        if (leap > 0) continue;
      }
      place = this.#step(place, text.charCodeAt(at));
      at += 1;
      const length = this.#lengths[place] ?? 0;
      if (length < least) continue;
      while ((spans.at(-2) ?? -1) >= at - length) spans.length -= 2;
      spans.push(at - length, at);
    }
    return spans;
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

/** How far off the next of some texts is at least, by the last two of as many units as the shortest has. */
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
      const pair = pairOf(text, at);
      byPair[pair] = Math.min(byPair[pair] ?? 0, shortest - 2 - at);
    }
  }
  return { shortest, byPair };
}

/** Units beyond a byte share their pair with others, which only makes leaps shorter. */
function pairOf(text: string, at: number): number {
  return ((text.charCodeAt(at) << 8) | text.charCodeAt(at + 1)) & 0xffff;
}
