/** Adds the API key to a request just before each attempt, because Easel may lock while the request waits. */
import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { fail, type Failure, ok, type Result } from '../../preload/contract/failure.ts';
import type { Secrets } from '../lib/log/redact.ts';
import type { Call, Effect, KeyedApi } from './types.ts';
import { decoded } from '../../preload/contract/later-facts.ts';
import { readPastedKey } from '../lib/pasted.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';

/** An API key, and the origins (scheme, host, port) for which the user entered it. Never sent to other origins. */
export interface EnteredKey {
  readonly key: ApiKey;
  readonly origins: readonly string[];
}

export type AskKey = (api: KeyedApi) => Promise<Result<EnteredKey>>;

export interface Authority {
  /** Returns why the policy, the lock or read-only mode forbids an effect now; null if the effect is allowed. */
  readonly whyNot: (effect: Effect) => Failure | null;
  readonly key: AskKey;
}

export interface Authorized {
  readonly headers: Readonly<Record<string, string>>;
  readonly key: ApiKey | null;
  /** Checks the permission again when the connection is open, because it may change while Easel connects. */
  readonly whyNot: () => Failure | null;
}

/** Returns headers with the API key. Fails if the key belongs to another origin, or if the URL contains an API key. */
export async function authorize(
  call: Pick<Call, 'api' | 'effect' | 'withKey'>,
  url: URL,
  { whyNot, key }: Authority,
  log: { readonly secrets: Pick<Secrets, 'isIn'> },
  used: Secrets,
): Promise<Result<Authorized>> {
  const whyNotNow = (): Failure | null => whyNot(call.effect);
  // Checks the permission twice, because Easel may lock while the keychain waits for the user.
  const before = whyNotNow();
  if (before !== null) return fail(before);
  const entered = call.withKey && call.api !== 'appUrl' ? await key(call.api) : null;
  if (entered?.ok === false) return entered;
  const written = [url.href, decoded(url.href) ?? ''];
  if (written.some((text) => log.secrets.isIn(text) || used.isIn(text))) return fail(keyInAddress);
  const after = whyNotNow();
  if (after !== null) return fail(after);
  if (entered === null) return ok({ headers: {}, key: null, whyNot: whyNotNow });
  if (!entered.value.origins.includes(url.origin)) return fail(enteredElsewhere(url));
  const secret = entered.value.key.reveal();
  used.add(secret);
  const headers = { authorization: `Bearer ${secret}` };
  return ok({ headers, key: entered.value.key, whyNot: whyNotNow });
}

const keyInAddress = failure('invalid-input', {
  message: 'This request’s address contains an API key. Nothing was sent.',
  nextStep: 'Remove the key from the id or from the connection’s addresses.',
});

function enteredElsewhere({ host }: URL): Failure {
  return failure('no-key', {
    message: `The API key of this connection was entered for a different address than ${host}. Nothing was sent.`,
    nextStep: 'Edit the connection and paste the key again.',
  });
}

/** Maximum length of an API key in bytes. The Windows credential store allows 2,560 bytes. */
export const LONGEST_KEY_BYTES = 2048;

/** An API key in memory. Printed or serialised, it appears as `[key]`. */
export class ApiKey {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the API key in plain text. Only for the Authorization header, the keychain and the redactor. */
  reveal(): string {
    return this.#text;
  }

  /** Returns eight hex digits that identify the API key. Without the salt, they reveal nothing about the key. */
  fingerprint(salt: string): string {
    return createHmac('sha256', salt).update(this.#text).digest('hex').slice(0, 8);
  }

  /** Returns a punctuation mark at the end of the API key, which may be a copying mistake; '' if there is none. */
  punctuation(): string {
    return /[.,;:)\]}"'`]$/u.exec(this.#text)?.[0] ?? '';
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

/** Reads an API key that the user typed. Rejects characters that the Linux keychain or a header can't contain. */
export function readApiKey(typed: string): Result<ApiKey, string> {
  const pasted = readPastedKey(typed);
  if (!pasted.ok) return pasted;
  const text = pasted.value;
  if (text === '') return fail('Paste the API key from your account’s dashboard.');
  if (Buffer.byteLength(text) > LONGEST_KEY_BYTES) {
    return fail(`The API key is too long. The limit is ${formatNumber(LONGEST_KEY_BYTES)} bytes.`);
  }
  if (/[^\u0000-\u00ff]/u.test(text)) {
    return fail('The key contains invalid characters. Copy the key from the dashboard.');
  }
  return ok(new ApiKey(text));
}
