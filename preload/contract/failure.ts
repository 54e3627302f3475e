/** Failures as values. Page and main exchange them instead of exceptions. They never contain a key or token. */

import * as v from 'valibot';

/** The page decides by the code, never by the text. */
export const FAILURE_CODES = [
  'key-refused', // 401: the service does not accept the API key
  'not-allowed', // 402, 403: billing, trial or rights
  'not-found', // 404 where the thing should be
  'already-gone', // 404 or 410 while deleting
  'too-many-requests', // 429
  'refused', // 400, 409, 413, 422, or 200 with success:false: the service says no, and says why
  'service-problem', // 5xx
  'cannot-reach', // DNS, connection refused or reset, before anything was processed
  'timeout', // no answer in time, nothing was changed by it
  'offline', // this computer has no network
  'certificate', // TLS: expired, unknown issuer, wrong host
  'proxy-sign-in', // 407
  'web-page', // HTML where JSON was due: login page, proxy or wrong host
  'redirected', // the address answers with a redirect, which is never followed with the key
  'not-understood', // an answer came, its shape is unknown; the raw text is in the details
  'outcome-unknown', // a create or delete was sent and its end was not seen
  'cancelled',
  'no-key', // this connection has no API key here
  'keychain-locked',
  'keychain-absent',
  'keychain-busy',
  'keychain-error',
  'invalid-input', // `fields` names what is wrong, field by field
  'no-preview', // the service offers no live preview for this board
  'read-only',
  'policy',
  'locked', // Easel itself is locked: nothing but unlocking is answered
  'storage', // this computer's disk or database
  'bad-request', // the caller broke the contract: schema, size, sender
  'needs-press', // no person pressed anything for it
  'too-fast', // the caller's own rate limit on the border
  'internal', // a bug; the request id finds it in the log
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

export const failureSchema = v.strictObject({
  code: v.picklist(FAILURE_CODES),
  message: v.string(),
  nextStep: v.string(),
  retryable: v.boolean(),
  /** Redacted lines for the command *Copy details*: status, address without query, response shape, request id. */
  details: v.pipe(v.array(v.string()), v.readonly()),
  fields: v.exactOptional(v.pipe(v.record(v.string(), v.string()), v.readonly())),
  status: v.exactOptional(v.number()),
  /** The service's own message, redacted, at most 200 characters. */
  serviceMessage: v.exactOptional(v.string()),
  retryAfterSeconds: v.exactOptional(v.number()),
  /** `host:port` of the proxy, for the code `proxy-sign-in`. */
  proxy: v.exactOptional(v.string()),
});
export interface Failure extends Readonly<v.InferOutput<typeof failureSchema>> {}

export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: F };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<F>(error: F): { readonly ok: false; readonly error: F } {
  return { ok: false, error };
}

/** Turns an unhandled case into a compile-time error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value of type ${typeof value}`);
}
