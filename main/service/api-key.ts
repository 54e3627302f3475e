import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';

/** The most that every system's keychain stores: Windows ends at 2,560 bytes. */
export const LONGEST_KEY_BYTES = 2048;

/** Holds an API key so that it can't be printed by accident: as text, JSON or in a debugger it is `[key]`. */
export class ApiKey {
  readonly #text: string;

  /** For `readApiKey` alone: it has checked the text. */
  constructor(text: string) {
    this.#text = text;
  }

  /** The key itself: for the Authorization header, the keychain and the list of what must not be logged. */
  reveal(): string {
    return this.#text;
  }

  /** Eight hex digits that tell one key from another, and nothing about it to who lacks the salt. */
  fingerprint(salt: string): string {
    return createHmac('sha256', salt).update(this.#text).digest('hex').slice(0, 8);
  }

  toString(): string {
    return '[key]';
  }

  toJSON(): string {
    return '[key]';
  }

  [inspect.custom](): string {
    return '[key]';
  }
}

/**
 * Reads a typed or stored API key; blanks around it are dropped.
 *
 * Gives the sentence to put beside the field when it can't be one. Control characters would be cut off by the
 * Linux keychain, and what is not Latin-1 can't stand in a header.
 */
export function readApiKey(typed: string): Result<ApiKey, string> {
  const text = typed.trim();
  if (text === '') return fail('Paste the API key from your account’s dashboard.');
  if (Buffer.byteLength(text) > LONGEST_KEY_BYTES) {
    return fail(`This is too long for an API key. The limit is ${formatNumber(LONGEST_KEY_BYTES)} bytes.`);
  }
  if (/^bearer\s/iu.test(text)) return fail('Remove “Bearer”: Easel adds it.');
  if (/\s/u.test(text)) return fail('An API key has no spaces or line breaks. Copy the whole key again.');
  // C0, DEL, C1 and the soft hyphen: none can be seen in the field.
  if (/[\u0000-\u001f\u007f-\u009f\u00ad]/u.test(text)) {
    return fail('This contains invisible characters. Copy the key again from the dashboard.');
  }
  if (/[^\u0000-\u00ff]/u.test(text)) {
    return fail('This contains characters that API keys don’t have. Copy the key again from the dashboard.');
  }
  return ok(new ApiKey(text));
}
