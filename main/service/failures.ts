/** Converts HTTP error responses to a `Failure`. For errors without a response, see network-failures.ts. */
import type { Failure, FailureCode } from '../../preload/contract/failure.ts';
import { cleanStart } from '../lib/log/redact.ts';
import type { Call, CallTarget } from './types.ts';
import { failure, quote, type FailureParts } from '../lib/wording/failure.ts';
import type { BodyEnd } from './transport.ts';
import { type Body, decodeBody, digitsOf, isFields } from './wire/body.ts';
import { readRateLimit } from './limiter.ts';
import { whyNoId } from './wire/record.ts';
import { fieldMessages, messageOf } from './wire/service-messages.ts';
import { counted } from '../lib/wording/format.ts';

/** An HTTP response without its body, as plain data for transfer to another thread. */
export interface Received {
  readonly call: Call;
  readonly place: CallTarget;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** How the reading of the response body ended. `unreadable`: the parser timed out or crashed. */
  readonly end: BodyEnd | 'unreadable';
  readonly attempts: number;
  /** True if an earlier attempt was sent too. The service may then already have executed the request. */
  readonly repeated: boolean;
  readonly milliseconds: number;
  readonly now: number;
}

export interface Answered extends Received {
  readonly bytes: Uint8Array;
  readonly body: Body;
  readonly clean: (text: string) => string;
}

const LONGEST_RAW_DETAIL = 2000;
/** Maximum length of a message before redaction. More than the 200 shown, because redaction may shorten the message. */
const MOST_WORDS = 2000;

type FailWith = (code: FailureCode, predicate: string, more?: FailureParts) => Failure;

export function statusFailure(answered: Answered): Failure {
  const { status, place, call } = answered;
  const parts = partsOf(answered);
  if (call.effect === 'create' && !isPlainRefusal(status))
    return outcomeUnknown(call, place, answerCause(answered), parts);
  if (status >= 300 && status < 400) return redirectFailure(answered);
  const failWith: FailWith = (code, predicate, more = {}) =>
    failure(code, { message: messageFor(answered, parts, predicate), ...parts, ...more });
  if (readRateLimit(answered, answered.now).isRefusal)
    return failWith('too-many-requests', 'is receiving too many requests');
  // A web page may come from a wrong host or a firewall, so a 404 with a web page does not prove a deletion.
  if (answered.body.kind === 'web-page' && [403, 404, 410].includes(status)) return webPageFailure(answered);
  const known = BY_STATUS.get(status);
  if (known !== undefined) return failWith(...known);
  if (status === 404 || status === 410) return notFound(answered, parts, failWith);
  if (status === 407) {
    return failure('proxy-sign-in', { message: `The proxy for ${place.host} requires a sign-in.`, ...parts });
  }
  if (status === 511) {
    return failure('cannot-reach', {
      ...parts,
      message: `You must sign in to this network before Easel can reach ${place.host} (status 511).`,
      nextStep: 'Open any web page in a browser and sign in to the network. Then try again.',
    });
  }
  if (status === 502 || status === 504 || (status >= 520 && status <= 530)) {
    // A gateway failed. The service behind the gateway may nevertheless have made the change.
    return call.effect !== 'read'
      ? outcomeUnknown(call, place, `a gateway responded with status ${status}`, parts)
      : failWith('service-problem', 'seems to be unavailable: its gateway responded instead');
  }
  return status >= 500
    ? failWith('service-problem', 'couldn’t handle the request')
    : refusedFailure(answered);
}

const BY_STATUS: ReadonlyMap<number, readonly [FailureCode, string]> = new Map([
  [401, ['key-refused', 'doesn’t accept the API key']],
  [402, ['not-allowed', 'seems to require billing: the trial may have ended, or a payment may be due']],
  [403, ['not-allowed', 'doesn’t allow this for your account or key']],
  [408, ['timeout', 'didn’t receive the request in time']],
  [500, ['service-problem', 'reports an internal error']],
  [501, ['service-problem', 'doesn’t support this request']],
  [503, ['service-problem', 'is unavailable']],
  [529, ['service-problem', 'is overloaded']],
]);

/** Returns the message of a failure. `predicate` is the end of a sentence, such as "couldn't handle the request". */
function messageFor({ place, status }: Answered, parts: FailureParts, predicate: string): string {
  const { serviceMessage: words, retryAfterSeconds: seconds } = parts;
  const wait = seconds === undefined ? '' : ` Try again in ${counted(seconds, 'second')}.`;
  return words === undefined
    ? `${place.start} ${predicate} (status ${status}).${wait}`
    : `${place.start} says “${words}” (status ${status}). It ${predicate}.${wait}`;
}

/** True if the HTTP status proves that nothing was created. Statuses of timeouts do not prove it. */
function isPlainRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && status !== 408 && status !== 425 && status !== 499;
}

export function contradictedFailure(answered: Answered): Failure {
  const { call, place } = answered;
  if (call.effect !== 'create' && call.effect !== 'delete') return refusedFailure(answered);
  return outcomeUnknown(call, place, answerCause(answered), partsOf(answered));
}

function answerCause({ status, body, clean }: Answered): string {
  const words = quoteMessage(messageOf(body), clean);
  if (words !== '') return `the response has the status ${status} and says “${words}”`;
  return status < 300
    ? `the response has the status ${status} and reports a failure`
    : `the response has the status ${status}`;
}

function refusedFailure(answered: Answered): Failure {
  const { body, call, clean } = answered;
  const parts = partsOf(answered);
  const fields = Object.entries(fieldMessages(body)).flatMap(([name, sentence]) => {
    const field = call.fieldNames?.[name];
    return field === undefined ? [] : [[field, quoteMessage(sentence, clean)] as const];
  });
  return failure('refused', {
    message: messageFor(answered, parts, 'rejected this request'),
    ...parts,
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
  });
}

export function quoteMessage(words: string, clean: Answered['clean']): string {
  return quote(cleanStart(words, MOST_WORDS, clean));
}

export function webPageFailure(answered: Answered): Failure {
  const { call, place, status } = answered;
  const parts = partsOf(answered);
  if (call.effect === 'create' && !isPlainRefusal(status))
    return outcomeUnknown(call, place, `the response (status ${status}) was a web page`, parts);
  return failure('web-page', {
    message: `${place.start} responded with a web page (status ${status}) instead of data.`,
    nextStep: `A sign-in page, proxy or firewall may have responded instead, or the address is wrong. Open ${place.host} in a browser to see the page.`,
    ...parts,
  });
}

/** Returns the failure for a response in an unknown format. `expected` is a noun such as "the list of boards". */
export function notUnderstoodFailure(answered: Answered, expected: string): Failure {
  const { call, place, status, bytes, clean } = answered;
  const details = [...detailsOf(answered)];
  // Never quotes a response that should contain an access token, because the quoted text could be the token.
  const text = call.thing === 'token' ? '' : decodeBody(bytes);
  if (text !== '') details.push(`Text of the response: ${cleanStart(text, LONGEST_RAW_DETAIL, clean)}`);
  const parts = { ...partsOf(answered), details };
  if (call.effect === 'create') {
    const why = whyNoId(answered.body, call.thing === 'paper' ? 'paper' : 'board', clean);
    const cause = `the response (status ${status}) ${why}`;
    return outcomeUnknown(call, place, cause, parts);
  }
  const link = call.thing === 'token' ? ' A link may have been created, but Easel didn’t receive it.' : '';
  return failure('not-understood', {
    message: `${place.start} responded, but without ${expected}.${link}`,
    ...parts,
  });
}

const CHECK_ADDRESS =
  'Check the address in this connection. If it is correct, contact the service’s support.';
function redirectFailure(answered: Answered): Failure {
  const { place, headers, status } = answered;
  const parts = partsOf(answered);
  const location = headers['location']?.trim() ?? '';
  const target = location === '' ? null : URL.parse(location, place.address);
  if (target === null) {
    return failure('redirected', {
      message: `${place.start} responded with status ${status}, but without data or a valid redirect address.`,
      nextStep: CHECK_ADDRESS,
      ...parts,
    });
  }
  const where = `${target.protocol}//${target.host}${target.pathname}`;
  const isSignIn = /login|signin|sign-in|auth/iu.test(target.pathname);
  return failure('redirected', {
    message: `${place.start} redirects to ${answered.clean(where)}. Easel didn’t send the key there.`,
    nextStep: isSignIn
      ? 'The new address looks like a sign-in page. Check the API key and the address in this connection.'
      : 'If you trust that address, edit this connection to use it.',
    ...parts,
  });
}

/** Returns the failure for a 404. A complete 404 response to a delete has the code `already-gone`. */
function notFound({ call, end }: Answered, { serviceMessage }: FailureParts, failWith: FailWith): Failure {
  const what = missingOf(call);
  if (what === null && serviceMessage === undefined)
    return failWith('not-found', 'found nothing at this address', {
      nextStep: 'Check the address in this connection.',
    });
  // A 404 with an incomplete body may come from a wrong host, so it does not prove a deletion.
  const code = call.effect === 'delete' && end === 'whole' ? 'already-gone' : 'not-found';
  return failWith(code, `couldn’t find ${what ?? 'the requested item'}`, {
    nextStep: what === null ? CHECK_ADDRESS : 'Refresh the list. The item may have been deleted elsewhere.',
  });
}

/** Returns words for the item that a 404 reports as missing; null if a 404 can only mean a wrong address. */
function missingOf({ effect, thing, body, query }: Call): string | null {
  if (effect === 'create') return body?.['template'] === undefined ? null : 'the template';
  if (thing === 'boards') return Number(query?.['offset'] ?? 0) > 0 ? 'this part of the list' : null;
  if (thing === 'host') return null;
  return thing === 'token' ? 'this paper' : `this ${thing}`;
}

function partsOf(answered: Answered): FailureParts {
  const { status, body, clean, now } = answered;
  const words = quoteMessage(messageOf(body), clean);
  const { pauseMs } = readRateLimit(answered, now);
  return {
    status,
    details: detailsOf(answered),
    ...(words === '' ? {} : { serviceMessage: words }),
    ...(pauseMs === null || pauseMs === 0 ? {} : { retryAfterSeconds: Math.ceil(pauseMs / 1000) }),
  };
}

function detailsOf(answered: Answered): readonly string[] {
  const { place, status, headers, body, bytes, end, attempts, milliseconds, clean } = answered;
  const type = cleanStart(headers['content-type'] ?? 'no type', 100, clean);
  const requestId = headers['x-request-id'] ?? headers['x-correlation-id'] ?? headers['cf-ray'];
  const lines = [
    `Request: ${place.request}`,
    `Status: ${status}`,
    `Response: ${type}, ${decodeBody(bytes).length} characters, ${describeBody(body, clean)}`,
    `Attempts: ${attempts} in ${milliseconds} ms`,
  ];
  if (requestId !== undefined) lines.push(`The service’s request id: ${cleanStart(requestId, 100, clean)}`);
  if (end !== 'whole') lines.push(`The response was cut short: ${end}`);
  return lines.map(clean);
}

// The functions below describe a response by the names, types and lengths of its fields, without its values.

const MOST_NAMES = 12;
const LONGEST_NAME = 40;
const DEEPEST = 3;

const NOT_DATA = {
  nothing: 'nothing',
  'web-page': 'a web page',
  'too-deep': 'JSON nested too deeply',
} as const;

/** Describes the format of a response on one line, such as `object {data (list of 3: object {id (text of 36)})}`. */
export function describeBody(body: Body, clean = (text: string): string => text): string {
  if (body.kind === 'json') return describeValue(body.value, DEEPEST, clean);
  return body.kind === 'text' ? `text of ${body.text.length}, not JSON` : NOT_DATA[body.kind];
}

function describeValue(value: unknown, depth: number, clean: (text: string) => string): string {
  if (typeof value === 'string') return `text of ${value.length}`;
  if (Array.isArray(value)) {
    const first: unknown = value[0];
    const inside = value.length === 0 || depth === 0 ? '' : `: ${describeValue(first, depth - 1, clean)}`;
    return `list of ${value.length}${inside}`;
  }
  if (digitsOf(value) !== null) return 'number';
  if (!isFields(value)) return value === null ? 'null' : typeof value;
  const entries = Object.entries(value);
  if (depth === 0 || entries.length === 0) return `object with ${counted(entries.length, 'field')}`;
  const fields = entries
    .slice(0, MOST_NAMES)
    .map(
      ([name, inner]) =>
        `${cleanStart(name, LONGEST_NAME, clean)} (${describeValue(inner, depth - 1, clean)})`,
    );
  if (entries.length > MOST_NAMES) fields.push(`${entries.length - MOST_NAMES} more`);
  return `object {${fields.join(', ')}}`;
}

/** Returns the failure `outcome-unknown`. `cause` is a clause such as "the connection was cut". */
export function outcomeUnknown(call: Call, place: CallTarget, cause: string, parts: FailureParts): Failure {
  const [doubt, nextStep] = doubtOf(call);
  const message = `${doubt}: ${cause}. The request was sent to ${place.middle}.`;
  return failure('outcome-unknown', { message, nextStep, retryable: call.effect !== 'create', ...parts });
}

function doubtOf({ effect, thing }: Call): readonly [doubt: string, nextStep: string] {
  if (effect === 'delete')
    return [
      `The ${thing} may or may not have been deleted`,
      `Delete the ${thing} again. If it has already been deleted, Easel will tell you.`,
    ];
  if (effect !== 'create')
    return [
      'A link may have been created, but Easel didn’t receive it',
      'If you need a link, try again. This creates another link.',
    ];
  return [
    `The ${thing} may or may not have been created`,
    thing === 'paper'
      ? 'Easel can’t check, because the service doesn’t list papers. Look for the paper in the web app before you create it again.'
      : 'Refresh the list and look for a new board before you create another.',
  ];
}

/** Returns the failure for a 2xx response whose body can't be read. The body may have reported an error. */
export function unreadFailure(answered: Answered, end: keyof typeof UNREAD): Failure {
  const { call, place, status } = answered;
  const [code, clause] = UNREAD[end];
  const details = detailsOf({ ...answered, end });
  if (call.effect !== 'read') return outcomeUnknown(call, place, clause, { details, status });
  return failure(code, { message: `${place.start} responded, but ${clause}.`, details, status });
}

const UNREAD: Readonly<Record<Exclude<Received['end'], 'whole'>, readonly [FailureCode, string]>> = {
  lost: ['cannot-reach', 'the connection was lost before the response was complete'],
  stalled: ['timeout', 'the rest of the response didn’t arrive in time'],
  cancelled: ['cancelled', 'the request was cancelled before the response was complete'],
  'too-large': ['not-understood', 'the response is larger than 8 MiB and was not read'],
  'bad-encoding': ['not-understood', 'the response’s encoding can’t be read'],
  unreadable: ['not-understood', 'reading the response takes too much time or memory'],
};
