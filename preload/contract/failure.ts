/** Failures as values, which page and main exchange instead of exceptions. They never contain a key or token. */

import * as v from 'valibot';
import * as c from './call.ts';

/** Codes of failures. The page reacts to the code, never to the message. */
export const FAILURE_CODES = [
  'key-refused', // 401: the service does not accept the API key.
  'not-allowed', // 402, 403: billing, an expired trial, or missing rights.
  'not-found', // 404 for an item that should exist at the service.
  'already-gone', // 404 or 410 in response to a delete.
  'too-many-requests', // 429: the service limits the request rate.
  'refused', // 400, 409, 413, 422, or 200 with success:false: the service rejects the request with a reason.
  'service-problem', // 5xx: an error of the service.
  'cannot-reach', // DNS error, connection refused or reset: the service did not process the request.
  'timeout', // The service did not respond in time to a request that changes nothing.
  'offline',
  'certificate', // Invalid TLS certificate: expired, unknown issuer, or wrong host.
  'proxy-sign-in', // 407: the proxy requires a sign-in.
  'web-page', // HTML instead of JSON: a login page, a proxy or a wrong host.
  'redirected', // A redirect. Easel never follows redirects, because they could send the key to another host.
  'not-understood', // The response has an unknown format. The details contain its text.
  'conflict', // A colleague changed the item first. `conflict` contains the change.
  'outcome-unknown', // A create or delete was sent, but its outcome is unknown.
  'cancelled',
  'no-key',
  'keychain-locked',
  'keychain-absent',
  'keychain-busy',
  'keychain-error',
  'invalid-input', // Invalid form. `fields` contains an error for each wrong field.
  'no-preview', // The service has no live preview for this board.
  'read-only',
  'policy',
  'locked', // Easel is locked, and answers only the calls for unlocking.
  'storage', // Disk or database error of this computer.
  'bad-request', // A call from the page violated the contract: its schema, size or sender.
  'needs-press',
  'too-fast',
  'internal', // A bug of Easel. The log contains the request id.
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
  /** The proxy that requires a sign-in, as `host:port`. Only for the failure code `proxy-sign-in`. */
  proxy: v.exactOptional(c.text),
  /** Details of a `conflict`: the colleague, the time of the change in epoch ms, and both values of each field. */
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

/** Call this after the last branch of a switch. An unhandled case is then a compile-time error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value of type ${typeof value}`);
}
