/** Requires the user's consent to a call. Consent is an unused click or key press, or a yes in main's dialog. */
import * as v from 'valibot';
import { EFFECTS, press, type Call, type Consent as Wanted } from '../../preload/contract/call.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Question } from '../lib/implementation.ts';

export const PRESS_LASTS_MS = 5000;

/** Shows a confirmation dialog. Resolves to true for yes. Aborting the signal closes the dialog and means no. */
export type Confirm = (question: Question, signal: AbortSignal) => Promise<boolean>;

export function consentOf({ consent, effect }: Call, args: unknown): Wanted {
  if (typeof consent === 'function') return consent(args);
  return consent ?? EFFECTS[effect].consent;
}

export class Consent {
  readonly #confirm: Confirm;
  readonly #now: () => number;
  #lastPress = { page: '', number: 0 };
  /** Time of the last click in main's menus, notifications or dialogs. Null if a call has already used that click. */
  #pressedInMain: number | null = null;
  /** Time of the last lock of Easel. Earlier clicks and key presses are not consent. */
  #lockedAt = -Infinity;
  #asking: AbortController | null = null;

  constructor(confirm: Confirm, now: () => number) {
    this.#confirm = confirm;
    this.#now = now;
  }

  pressed(): void {
    this.#pressedInMain = this.#now();
  }

  /** Consumes the call's click or key press, or a click in main's UI. Without either, fails with `needs-press`. */
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

  /** Asks the user in a dialog. Fails with `cancelled` if the user declines, `refused` while another dialog is open. */
  async ask(question: Question): Promise<Failure | null> {
    if (this.#asking !== null) {
      const message = 'Another confirmation dialog is already open.';
      return failure('refused', { message, nextStep: 'Respond to that dialog, then try again.' });
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

  /** Called when Easel locks. Closes an open dialog, and ignores all earlier clicks and key presses. */
  drop(): void {
    this.#lockedAt = this.#now();
    this.#pressedInMain = null;
    this.#asking?.abort();
  }

  /**
   * True if the click or key press is recent, after the last lock, and not used by another call. The preload script
   * counts only real input events. Each page load starts a new count, so reloading does not make old clicks valid.
   */
  #isNew({ page, number, msAgo }: v.InferOutput<typeof press>): boolean {
    const isUsed = number <= (page === this.#lastPress.page ? this.#lastPress.number : 0);
    return !isUsed && msAgo <= PRESS_LASTS_MS && this.#now() - msAgo >= this.#lockedAt;
  }
}
