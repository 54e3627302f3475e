/** A source of numbers that repeats for the same seed, so that sample data looks the same in every run. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number;
  /** A version 4 UUID. It is an example's name, not a secret. */
  uuid(): string;
}

/**
 * Makes a repeatable random source (the "mulberry32" mixing function: 32 bits of state, good enough for pictures).
 * @param seed any integer; equal seeds give equal sequences
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[Math.floor(next() * 4)] ?? '8'}${hex(3)}-${hex(12)}`,
  };
}
