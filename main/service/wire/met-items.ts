/**
 * Which items a listing has met. Of each it keeps 64 bits by a secret hash: a million texts would take
 * 200 MB, and this takes 16. Two items look alike by chance once in 40 million listings of a million boards, and no
 * service can bring that about, for it does not know the secret.
 */
import { randomBytes } from 'node:crypto';

const FIRST_PLACES = 4096;
/** A word each for the two halves of a hash. */
const WORDS = 2;

export class MetItems {
  readonly #secret = new Uint32Array(new Uint8Array(randomBytes(8)).buffer);
  /** Open addressing; both halves are 0 where nobody is. At most half of it is taken. */
  #table = new Uint32Array(FIRST_PLACES * WORDS);
  #count = 0;
  readonly #hash = new Uint32Array(WORDS);

  has(key: string): boolean {
    const at = this.#placeOf(key);
    return this.#isTaken(at);
  }

  /** Adds items and says of each whether it is new. `takeBack` undoes it, as long as nothing else was added. */
  add(keys: readonly string[]): { readonly areNew: readonly boolean[]; readonly takeBack: () => void } {
    while ((this.#count + keys.length) * 2 > this.#table.length / WORDS) this.#grow();
    const places: number[] = [];
    const areNew = keys.map((key) => {
      const at = this.#placeOf(key);
      if (this.#isTaken(at)) return false;
      this.#putHash(at);
      places.push(at);
      return true;
    });
    this.#count += places.length;
    // Whoever came last has nobody behind.
    const takeBack = (): void => {
      for (const at of places) this.#table.fill(0, at, at + WORDS);
      this.#count -= places.length;
    };
    return { areNew, takeBack };
  }

  #isTaken(at: number): boolean {
    return this.#table[at] !== 0 || this.#table[at + 1] !== 0;
  }

  /** Where the item is, or would be; its hash is in `#hash` then. */
  #placeOf(key: string): number {
    hashInto(this.#hash, key, this.#secret);
    return this.#findHash();
  }

  #findHash(): number {
    const table = this.#table;
    const low = this.#hash[0] ?? 0;
    const high = this.#hash[1] ?? 0;
    const last = table.length - WORDS;
    let at = (low * WORDS) % table.length;
    while (this.#isTaken(at) && (table[at] !== low || table[at + 1] !== high))
      at = at === last ? 0 : at + WORDS;
    return at;
  }

  #grow(): void {
    const before = this.#table;
    this.#table = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += WORDS) {
      if (before[at] === 0 && before[at + 1] === 0) continue;
      this.#hash[0] = before[at] ?? 0;
      this.#hash[1] = before[at + 1] ?? 0;
      this.#putHash(this.#findHash());
    }
  }

  /** Word by word: for two, a call of `set` costs more than what it does. */
  #putHash(at: number): void {
    this.#table[at] = this.#hash[0] ?? 0;
    this.#table[at + 1] = this.#hash[1] ?? 0;
  }
}

/** Two UTF-16 units of a text; behind its end its length, so that no text is the beginning of another. */
function wordOf(text: string, at: number): number {
  const { length } = text;
  if (at + 1 < length) return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
  return at < length ? text.charCodeAt(at) : length;
}

/** After HalfSipHash-2-4 with 64 bits. In one loop, without inner functions: at a million it is a second or two. */
function hashInto(hash: Uint32Array, text: string, secret: Uint32Array): void {
  const k0 = secret[0] ?? 0;
  const k1 = secret[1] ?? 0;
  let v0 = k0;
  let v1 = k1 ^ 0xee;
  let v2 = 0x6c796765 ^ k0;
  let v3 = 0x74656462 ^ k1;
  // One for the length, and two ends.
  const words = Math.ceil(text.length / 2) + 1;
  for (let step = 0; step < words + 2; step += 1) {
    const word = step < words ? wordOf(text, step * 2) : 0;
    if (step === words) v2 ^= 0xee;
    else if (step > words) {
      hash[0] = v1 ^ v3;
      v1 ^= 0xdd;
    }
    v3 ^= word;
    for (let round = step < words ? 2 : 4; round > 0; round -= 1) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
  }
  // Nobody is at 0 and 0.
  hash[1] = v1 ^ v3 || 1;
}
