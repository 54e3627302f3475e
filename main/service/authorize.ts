/**
 * Puts the key on a request: for each attempt anew, once it has its place, and after everything that may speak against it
 * was asked. Nothing in front of this file is trusted: a queue outlives a lock, and a changed address the key before it.
 */
import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { fail, type Failure, ok, type Result } from '../../preload/contract/failure.ts';
import type { Secrets } from '../lib/log/redact.ts';
import type { Call, Effect, KeyedApi } from './types.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';

/** A key, and the origins (scheme, host, port) that it was entered for: it goes to no other. */
export interface EnteredKey {
  readonly key: ApiKey;
  readonly origins: readonly string[];
}

/** Gives the key for one of the two APIs: they may have two. */
export type AskKey = (api: KeyedApi) => Promise<Result<EnteredKey>>;

/** The client's present authority: what it may do, and with which key. */
export interface Authority {
  /** Why nothing of this effect may be sent at this moment; null when it may. */
  readonly whyNot: (effect: Effect) => Failure | null;
  readonly key: AskKey;
}

/** The yes to one attempt. */
export interface Authorized {
  readonly headers: Readonly<Record<string, string>>;
  /** The key that is in the headers; null for a request without one. */
  readonly key: ApiKey | null;
  /** Why it may not begin any more: a connection may take its time to stand. */
  readonly whyNot: () => Failure | null;
}

/**
 * The headers of one attempt of `call` at `url`.
 *
 * Fails as the authority does, with `no-key` where the key was entered for other origins, and with `invalid-input` where
 * a key stands in the address: one that the log or `used` knows.
 */
export async function authorize(
  call: Pick<Call, 'api' | 'effect' | 'withKey'>,
  url: URL,
  { whyNot, key }: Authority,
  log: { readonly secrets: Pick<Secrets, 'isIn'> },
  used: Secrets,
): Promise<Result<Authorized>> {
  const whyNotNow = (): Failure | null => whyNot(call.effect);
  // Before the keychain is asked, which may ask a person, and after it has answered.
  const before = whyNotNow();
  if (before !== null) return fail(before);
  const held = call.withKey && call.api !== 'appUrl' ? await key(call.api) : null;
  if (held?.ok === false) return held;
  const written = [url.href, decoded(url.href)];
  if (written.some((text) => log.secrets.isIn(text) || used.isIn(text))) return fail(keyInAddress);
  const after = whyNotNow();
  if (after !== null) return fail(after);
  if (held === null) return ok({ headers: {}, key: null, whyNot: whyNotNow });
  if (!held.value.origins.includes(url.origin)) return fail(enteredElsewhere(url));
  const secret = held.value.key.reveal();
  // Redacted when a service quotes it in a response.
  used.add(secret);
  const headers = { authorization: `Bearer ${secret}` };
  return ok({ headers, key: held.value.key, whyNot: whyNotNow });
}

/** As whoever reads the address may read it. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return '';
  }
}

const keyInAddress = failure('invalid-input', {
  message: 'The address of this request contains an API key. Nothing was sent.',
  nextStep: 'Look for the key in the id or in the connection’s addresses, and remove it.',
});

function enteredElsewhere({ host }: URL): Failure {
  return failure('no-key', {
    message: `The API key of this connection was entered for a different address than ${host}. Nothing was sent.`,
    nextStep: 'Edit the connection and paste the key again.',
  });
}

// API keys.

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
