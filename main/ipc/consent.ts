/** Whether a person meant it: presses, each good for one call, and questions that main asks itself. */
import * as v from 'valibot';
import { EFFECTS, press, type Call, type Consent as Wanted } from '../../preload/contract/call.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Question } from '../lib/implementation.ts';

/** How long a press is good for. */
export const PRESS_LASTS_MS = 5000;

/** Main's own dialog: true for yes. It is closed, with no, when the signal fires. */
export type Confirm = (question: Question, signal: AbortSignal) => Promise<boolean>;

/** The consent that a call needs. */
export function consentOf({ consent, effect }: Call, args: unknown): Wanted {
  if (typeof consent === 'function') return consent(args);
  return consent ?? EFFECTS[effect].consent;
}

export class Consent {
  readonly #confirm: Confirm;
  readonly #now: () => number;
  /** The last press that was used, by the loading of the page that it was made in. */
  #used = { page: '', number: 0 };
  /** When a person last chose something in main's own menus, notices and dialogs; null once that was used. */
  #pressedInMain: number | null = null;
  /** When Easel was last locked: what was pressed before means nothing after it. */
  #dropped = -Infinity;
  #asking: AbortController | null = null;

  /** `now` in ms. */
  constructor(confirm: Confirm, now: () => number) {
    this.#confirm = confirm;
    this.#now = now;
  }

  /** A person has chosen something in a menu, a notice or a dialog of main's: that counts as one press. */
  pressed(): void {
    this.#pressedInMain = this.#now();
  }

  /** Uses up the press that came with a call, or one in main. Fails with `needs-press` when there is none left. */
  take(sent: unknown): Failure | null {
    const read = v.safeParse(press, sent);
    if (read.success && this.#isNew(read.output)) {
      this.#used = { page: read.output.page, number: read.output.number };
      return null;
    }
    const at = this.#pressedInMain;
    this.#pressedInMain = null;
    return at !== null && this.#now() - at <= PRESS_LASTS_MS ? null : failure('needs-press');
  }

  /** Asks, one question at a time. Fails with `cancelled` for a no, `refused` while another one is open. */
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

  /** For the lock: an open question is answered with no, and no press from before counts after it. */
  drop(): void {
    this.#dropped = this.#now();
    this.#pressedInMain = null;
    this.#asking?.abort();
  }

  /** Numbers restart with each loading of the page, which no script can cause without losing its presses. */
  #isNew({ page, number, msAgo }: v.InferOutput<typeof press>): boolean {
    const isUsed = number <= (page === this.#used.page ? this.#used.number : 0);
    return !isUsed && msAgo <= PRESS_LASTS_MS && this.#now() - msAgo >= this.#dropped;
  }
}
