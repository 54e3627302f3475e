/** Failures as values, which page and main exchange instead of exceptions. They never contain a key or token. */

import * as v from 'valibot';
import * as c from './call.ts';

/** Codes of failures. The page decides by the code, never by the message. */
export const FAILURE_CODES = [
  'key-refused', // 401: the service does not accept the API key
  'not-allowed', // 402, 403: billing, trial or missing rights
  'not-found', // 404 for something that should exist
  'already-gone', // 404 or 410 for a delete
  'too-many-requests', // 429: the service limits the request rate
  'refused', // 400, 409, 413, 422, or 200 with success:false: the service rejects the request with a reason
  'service-problem', // 5xx: the service failed
  'cannot-reach', // DNS error, connection refused or reset: the service did not process the request
  'timeout', // no response in time to a request that changes nothing
  'offline', // this computer has no network
  'certificate', // TLS: expired, unknown issuer, wrong host
  'proxy-sign-in', // 407: the proxy requires a sign-in
  'web-page', // HTML instead of JSON: login page, proxy or wrong host
  'redirected', // Easel never follows redirects with the key
  'not-understood', // response in an unknown format; the raw text is in the details
  'conflict', // a colleague changed the item first; `conflict` contains the change
  'outcome-unknown', // a create or delete was sent, but its outcome is unknown
  'cancelled',
  'no-key', // no API key is stored for this connection
  'keychain-locked',
  'keychain-absent',
  'keychain-busy',
  'keychain-error',
  'invalid-input', // `fields` contains an error for each wrong field
  'no-preview', // the service has no live preview for this board
  'read-only',
  'policy',
  'locked', // Easel is locked and answers only the calls for unlocking
  'storage', // disk or database error of this computer
  'bad-request', // the page violated the contract: schema, size or sender
  'needs-press', // the call requires a click or key press of the user
  'too-fast', // the page exceeded main's rate limit
  'internal', // a bug; the log contains the request id
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

export const failureSchema = c.object({
  code: v.picklist(FAILURE_CODES),
  message: c.text,
  nextStep: c.text,
  retryable: v.boolean(),
  /** Redacted lines that *Copy details* copies: status, URL without query, format of the response, request id. */
  details: c.list(c.text),
  fields: v.exactOptional(v.pipe(v.record(v.string(), v.string()), v.readonly())),
  status: v.exactOptional(c.number),
  /** The service's own message, redacted, at most 200 characters. */
  serviceMessage: v.exactOptional(c.text),
  retryAfterSeconds: v.exactOptional(c.number),
  /** `host:port` of the proxy, for the code `proxy-sign-in`. */
  proxy: v.exactOptional(c.text),
  /** For the code `conflict`: the colleague, the time of the change in epoch ms, and both values of each field. */
  conflict: v.exactOptional(
    c.object({
      by: c.text,
      at: c.time,
      fields: c.list(c.object({ field: c.text, yours: c.text, theirs: c.text })),
    }),
  ),
});
export interface Failure extends v.InferOutput<typeof failureSchema> {}

export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: F };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<F>(error: F): { readonly ok: false; readonly error: F } {
  return { ok: false, error };
}

/** Call this after the last branch of a switch, so that an unhandled case becomes a compile-time error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value of type ${typeof value}`);
}
