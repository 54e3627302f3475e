/** How fast items end, over the last ten seconds. */

const WINDOW_MS = 10_000;
const SLOT_MS = 250;
/** Before that nobody can tell. */
const SOONEST_MS = 500;

export class Rate {
  /** Items that ended, by slot of time, oldest first. */
  #slots: { readonly slot: number; items: number }[] = [];
  #since: number | null = null;

  /** It runs from now on: what was before a pause says nothing. */
  begin(now: number): void {
    this.#slots = [];
    this.#since = now;
  }

  rest(): void {
    this.#since = null;
  }

  ended(now: number): void {
    const slot = Math.floor(now / SLOT_MS);
    const last = this.#slots.at(-1);
    if (last?.slot === slot) last.items += 1;
    else this.#slots.push({ slot, items: 1 });
    if (this.#slots.length > (2 * WINDOW_MS) / SLOT_MS) this.#forget(now);
  }

  /** Items a second; null while nobody can tell. */
  perSecond(now: number): number | null {
    if (this.#since === null || now - this.#since < SOONEST_MS) return null;
    this.#forget(now);
    const items = this.#slots.reduce((sum, slot) => sum + slot.items, 0);
    return (items * 1000) / Math.min(WINDOW_MS, now - this.#since);
  }

  #forget(now: number): void {
    const first = Math.floor((now - WINDOW_MS) / SLOT_MS);
    this.#slots = this.#slots.filter(({ slot }) => slot > first);
  }
}
