/** Requires a user action for a call: a press, valid for one call, or a yes in main's own dialog. */
import * as v from 'valibot';
import { EFFECTS, press, type Call, type Consent as Wanted } from '../../preload/contract/call.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Question } from '../lib/implementation.ts';

export const PRESS_LASTS_MS = 5000;

/** Main's dialog; resolves to true for yes. The signal closes it as a no. */
export type Confirm = (question: Question, signal: AbortSignal) => Promise<boolean>;

export function consentOf({ consent, effect }: Call, args: unknown): Wanted {
  if (typeof consent === 'function') return consent(args);
  return consent ?? EFFECTS[effect].consent;
}

export class Consent {
  readonly #confirm: Confirm;
  readonly #now: () => number;
  /** The last used press, and the page load that counted it. */
  #lastPress = { page: '', number: 0 };
  /** Time of an unused press in main's menus, notifications or dialogs; null if none. */
  #pressedInMain: number | null = null;
  /** Time of the last lock; earlier presses don't count. */
  #lockedAt = -Infinity;
  #asking: AbortController | null = null;

  /** `now` in ms. */
  constructor(confirm: Confirm, now: () => number) {
    this.#confirm = confirm;
    this.#now = now;
  }

  /** Records a press in main's menus, notifications or dialogs. */
  pressed(): void {
    this.#pressedInMain = this.#now();
  }

  /** Uses up the press of a call, or one in main. Fails with `needs-press`. */
  take(sent: unknown): Failure | null {
    const read = v.safeParse(press, sent);
    if (read.success && this.#isNew(read.output)) {
      this.#lastPress = { page: read.output.page, number: read.output.number };
      return null;
    }
    const at = this.#pressedInMain;
    this.#pressedInMain = null;
    return at !== null && this.#now() - at <= PRESS_LASTS_MS ? null : failure('needs-press');
  }

  /** Asks one question at a time. Fails with `cancelled` for a no, `refused` while another is open. */
  async ask(question: Question): Promise<Failure | null> {
    if (this.#asking !== null) {
      const message = 'Easel is already asking a question.';
      return failure('refused', { message, nextStep: 'Answer that one first.' });
    }
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const yes = await this.#confirm(question, asking.signal);
      if (yes && !asking.signal.aborted) return null;
      return failure('cancelled', { message: 'Cancelled. Nothing was done.' });
    } finally {
      this.#asking = null;
    }
  }

  /** Answers an open question with no and voids earlier presses, for the lock. */
  drop(): void {
    this.#lockedAt = this.#now();
    this.#pressedInMain = null;
    this.#asking?.abort();
  }

  /** Press numbers restart at each page load. A script can't reload the page without losing its presses. */
  #isNew({ page, number, msAgo }: v.InferOutput<typeof press>): boolean {
    const isUsed = number <= (page === this.#lastPress.page ? this.#lastPress.number : 0);
    return !isUsed && msAgo <= PRESS_LASTS_MS && this.#now() - msAgo >= this.#lockedAt;
  }
}
