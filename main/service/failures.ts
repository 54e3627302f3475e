/** What is said of a response that is a failure, and of what may have been done. Without a response: network-failures.ts. */
import type { Failure, FailureCode } from '../../preload/contract/failure.ts';
import { cleanStart } from '../lib/log/redact.ts';
import type { Call, CallTarget } from './types.ts';
import { failure, quote, type FailureParts } from '../lib/wording/failure.ts';
import type { HttpAnswer } from './http.ts';
import { retryAfterSeconds } from './limiter.ts';
import { type Body, decodeBody, digitsOf, isFields } from './wire/body.ts';
import { fieldMessages, messageOf } from './wire/service-messages.ts';
import { counted } from '../lib/wording/format.ts';

/** All that is known of an answer beside its body, as plain data: any thread can read it. */
export interface Received {
  readonly call: Call;
  readonly place: CallTarget;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** How its body ended; `unreadable`: it arrived whole, but reading it never finished. */
  readonly end: HttpAnswer['end'] | 'unreadable';
  readonly attempts: number;
  readonly milliseconds: number;
  readonly now: number;
}

/** One answer with all that is needed to judge it and to speak of it. */
export interface Answered extends Received {
  /** The body as it came; none when it could not be read. */
  readonly bytes: Uint8Array;
  readonly body: Body;
  /** Takes the key and all that looks like a secret out of a text. */
  readonly clean: (text: string) => string;
}

const LONGEST_RAW_DETAIL = 2000;
/** More than is ever quoted: blanks are taken out afterwards. */
const MOST_WORDS = 2000;

type Say = (code: FailureCode, predicate: string, more?: FailureParts) => Failure;

/** The failure of an answer outside 2xx. */
export function statusFailure(answered: Answered): Failure {
  const { status, place, call } = answered;
  const parts = partsOf(answered);
  if (call.effect === 'create' && !isPlainRefusal(status))
    return outcomeUnknown(call, place, answerCause(answered), parts);
  if (status >= 300 && status < 400) return redirectFailure(answered);
  if (isWebPageInstead(answered)) return webPageFailure(answered);
  const said: Say = (code, predicate, more = {}) =>
    failure(code, { message: told(answered, parts, predicate), ...parts, ...more });
  const known = SAID.get(status);
  if (known !== undefined) return said(...known);
  if (status === 404 || status === 410) return notFound(answered, parts, said);
  if (status === 407) {
    return failure('proxy-sign-in', { message: `The proxy for ${place.host} requires a sign-in.`, ...parts });
  }
  if (status === 502 || status === 504) {
    // A gateway speaks here: the service behind it may have done the work.
    return changesSomething(call)
      ? outcomeUnknown(call, place, `a gateway answered with status ${status}`, parts)
      : said('service-problem', 'seems not to be reachable behind its gateway');
  }
  return status >= 500 ? said('service-problem', 'reports an internal error') : refusedFailure(answered);
}

/** Statuses that mean the same for each call. */
const SAID: ReadonlyMap<number, readonly [FailureCode, string]> = new Map([
  [401, ['key-refused', 'does not accept the API key']],
  [402, ['not-allowed', 'seems to require billing: the trial may have ended, or a payment may be due']],
  [403, ['not-allowed', 'doesn’t allow this for your account or key']],
  [408, ['timeout', 'did not receive the request in time']],
  [429, ['too-many-requests', 'is receiving too many requests']],
  [503, ['service-problem', 'is unavailable']],
]);

/** The service's words first, then what Easel makes of them; `predicate` begins with a verb. */
function told({ place, status }: Answered, parts: FailureParts, predicate: string): string {
  const { serviceMessage: words, retryAfterSeconds: seconds } = parts;
  const wait = seconds === undefined ? '' : ` Try again in ${counted(seconds, 'second')}.`;
  return words === undefined
    ? `${place.start} ${predicate} (status ${status}).${wait}`
    : `${place.start} says “${words}” (status ${status}). It ${predicate}.${wait}`;
}

/** Statuses that say for certain that nothing was created: 4xx, but for those of a server or proxy that gave up waiting. */
function isPlainRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && status !== 408 && status !== 425 && status !== 499;
}

/** A 2xx whose body denies it. A read or a link can be asked for again; what was created or deleted is unknown. */
export function contradictedFailure(answered: Answered): Failure {
  const { call, place } = answered;
  if (call.effect !== 'create' && call.effect !== 'delete') return refusedFailure(answered);
  return outcomeUnknown(call, place, answerCause(answered), partsOf(answered));
}

/** Why an answer leaves the outcome open, as a clause. */
function answerCause({ status, body, clean }: Answered): string {
  const words = quoteMessage(messageOf(body), clean);
  if (words !== '') return `the answer has the status ${status} and says “${words}”`;
  return status < 300
    ? `the answer has the status ${status} and reports a failure`
    : `the answer has the status ${status}`;
}

/** The service says no: 4xx, or a 2xx that denies what it says. */
function refusedFailure(answered: Answered): Failure {
  const { body, call, clean } = answered;
  const parts = partsOf(answered);
  const named = Object.entries(fieldMessages(body)).flatMap(([name, sentence]) => {
    const field = call.fieldNames?.[name];
    return field === undefined ? [] : [[field, quoteMessage(sentence, clean)] as const];
  });
  return failure('refused', {
    message: told(answered, parts, 'refused this'),
    ...parts,
    ...(named.length === 0 ? {} : { fields: Object.fromEntries(named) }),
  });
}

/** The service's own words, fit to be shown. */
export function quoteMessage(words: string, clean: Answered['clean']): string {
  return quote(cleanStart(words, MOST_WORDS, clean));
}

/** HTML where data was due. */
export function webPageFailure(answered: Answered): Failure {
  const { call, place, status } = answered;
  const parts = partsOf(answered);
  if (call.effect === 'create' && !isPlainRefusal(status))
    return outcomeUnknown(call, place, `a web page (status ${status}) came instead of data`, parts);
  return failure('web-page', {
    message: `${place.start} answered with a web page (status ${status}) instead of data.`,
    nextStep: `A sign-in page, proxy or firewall may have answered instead, or the address is wrong. Open ${place.host} in a browser to see it.`,
    ...parts,
  });
}

/** A 2xx response that can't be read as expected; `expected` is a noun such as "the list of boards". */
export function notUnderstoodFailure(answered: Answered, expected: string): Failure {
  const { call, place, status } = answered;
  const parts = { ...partsOf(answered), details: [...detailsOf(answered), ...rawDetails(answered)] };
  if (call.effect === 'create') {
    const cause = `the answer (status ${status}) came without an identifier`;
    return outcomeUnknown(call, place, cause, parts);
  }
  const link = call.thing === 'token' ? ' A link may exist that nobody has.' : '';
  return failure('not-understood', {
    message: `${place.start} answered, but without ${expected}.${link}`,
    ...parts,
  });
}

function redirectFailure(answered: Answered): Failure {
  const { place, headers } = answered;
  const target = URL.parse(headers['location'] ?? '', place.address);
  const where =
    target === null ? 'an unknown address' : `${target.protocol}//${target.host}${target.pathname}`;
  const isSignIn = /login|signin|sign-in|auth/iu.test(target?.pathname ?? '');
  const parts = partsOf(answered);
  return failure('redirected', {
    message: `${place.start} redirects to ${answered.clean(where)}. Easel didn’t send the key there.`,
    nextStep: isSignIn
      ? 'This looks like a sign-in page. Check the API key and the address in this connection.'
      : 'If you trust that address, enter it in this connection.',
    ...parts,
  });
}

/** What was asked for or the whole service is not there; for a delete that is `already-gone`, if the answer came whole. */
function notFound({ call, end }: Answered, { serviceMessage }: FailureParts, said: Say): Failure {
  const what = missingOf(call);
  if (what === null && serviceMessage === undefined)
    return said('not-found', 'has nothing at this address', {
      nextStep: 'Check the address in this connection.',
    });
  // A body that was cut off may be a wrong host's page: no proof that something is gone.
  const code = call.effect === 'delete' && end === 'whole' ? 'already-gone' : 'not-found';
  return said(code, `seems not to know ${what ?? 'what was asked for'}`, {
    nextStep:
      what === null
        ? 'Check the address in this connection. If it is right, ask the service’s support.'
        : 'Refresh. It may have been deleted elsewhere.',
  });
}

/** What a 404 may be about, other than the address; null for nothing. */
function missingOf({ effect, thing, body, query }: Call): string | null {
  if (effect === 'create') return body?.['template'] === undefined ? null : 'the template';
  if (thing === 'boards') return Number(query?.['offset'] ?? 0) > 0 ? 'this part of the list' : null;
  if (thing === 'host') return null;
  return thing === 'token' ? 'this paper' : `this ${thing}`;
}

/**
 * Whether a page stands where the service would have said no. A 404 page of a wrong host must not pass for
 * "already gone", nor a firewall's 403 page for billing.
 */
function isWebPageInstead({ body, status }: Answered): boolean {
  return body.kind === 'web-page' && (status === 403 || status === 404 || status === 410);
}

/** What all failures of an answer carry. */
function partsOf(answered: Answered): FailureParts {
  const { status, headers, body, clean, now } = answered;
  const words = quoteMessage(messageOf(body), clean);
  const retryAfter = retryAfterSeconds(headers, now);
  return {
    status,
    details: detailsOf(answered),
    ...(words === '' ? {} : { serviceMessage: words }),
    ...(retryAfter === null ? {} : { retryAfterSeconds: retryAfter }),
  };
}

function detailsOf(answered: Answered): readonly string[] {
  const { place, status, headers, body, bytes, end, attempts, milliseconds, clean } = answered;
  const type = cleanStart(headers['content-type'] ?? 'no type', 100, clean);
  const requestId = headers['x-request-id'] ?? headers['x-correlation-id'] ?? headers['cf-ray'];
  const lines = [
    `Request: ${place.request}`,
    `Status: ${status}`,
    `Answer: ${type}, ${decodeBody(bytes).length} characters, ${describeBody(body, clean)}`,
    `Attempts: ${attempts}, ${milliseconds} ms`,
  ];
  if (requestId !== undefined) lines.push(`The service’s request id: ${cleanStart(requestId, 100, clean)}`);
  if (end !== 'whole') lines.push(`The body was cut short: ${end}`);
  return lines.map(clean);
}

/** The response, for troubleshooting. One that should hold a token is never quoted. */
function rawDetails({ call, bytes, clean }: Answered): readonly string[] {
  const text = decodeBody(bytes);
  if (text === '' || call.thing === 'token') return [];
  return [`Received: ${cleanStart(text, LONGEST_RAW_DETAIL, clean)}`];
}

// An answer by its form alone: names, types and lengths, never a value.

const MOST_NAMES = 12;
const LONGEST_NAME = 40;
const DEEPEST = 3;

const NOT_DATA = {
  nothing: 'nothing',
  'web-page': 'a web page',
  'too-deep': 'JSON nested too deeply',
} as const;

/** One line, such as `object {data (list of 3: object {room_id (text of 36)})}`; `clean` takes secrets out of names. */
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
  if (depth === 0 || entries.length === 0) return `object of ${entries.length}`;
  const named = entries
    .slice(0, MOST_NAMES)
    .map(
      ([name, inner]) =>
        `${cleanStart(name, LONGEST_NAME, clean)} (${describeValue(inner, depth - 1, clean)})`,
    );
  if (entries.length > MOST_NAMES) named.push(`${entries.length - MOST_NAMES} more`);
  return `object {${named.join(', ')}}`;
}

// What was sent and may have been done, though its response was lost.

/** Whether losing this call's response leaves its effect unknown. */
export function changesSomething(call: Call): boolean {
  return call.effect !== 'read';
}

/** `outcome-unknown` for this call; `cause` is a clause such as "the connection was cut". */
export function outcomeUnknown(call: Call, place: CallTarget, cause: string, parts: FailureParts): Failure {
  const clause = `${cause}. The request went to ${place.middle}.`;
  switch (call.effect) {
    case 'mint':
    case 'invite':
      return failure('outcome-unknown', {
        message: `A link may exist that nobody has: ${clause}`,
        nextStep: 'Try again if you need one: that makes another link.',
        retryable: true,
        ...parts,
      });
    case 'delete':
      return failure('outcome-unknown', {
        message: `The ${call.thing} may or may not have been deleted: ${clause}`,
        nextStep: 'Delete it again. If it is already gone, you are told so.',
        retryable: true,
        ...parts,
      });
    default:
      return failure('outcome-unknown', {
        message: `The ${call.thing} may or may not have been created: ${clause}`,
        nextStep:
          call.thing === 'paper'
            ? 'Easel can’t check: the service doesn’t list papers. Look in its web app before you create it again.'
            : 'Refresh the list and look for a new board before you create another.',
        ...parts,
      });
  }
}

// A success whose body can't be read.

/** The status was a success, and the body, which could deny it, can't be read. */
export function unreadFailure(answered: Answered, end: keyof typeof UNREAD): Failure {
  const { call, place, status } = answered;
  const [code, clause] = UNREAD[end];
  const details = detailsOf({ ...answered, end });
  if (changesSomething(call)) return outcomeUnknown(call, place, clause, { details, status });
  return failure(code, { message: `${place.start} answered, but ${clause}.`, details, status });
}

const UNREAD: Readonly<Record<Exclude<Received['end'], 'whole'>, readonly [FailureCode, string]>> = {
  lost: ['cannot-reach', 'the connection was lost before the answer was complete'],
  stalled: ['timeout', 'the rest of the answer did not arrive in time'],
  cancelled: ['cancelled', 'it was cancelled before the answer was complete'],
  'too-large': ['not-understood', 'the answer is larger than 8 MiB and was not read'],
  'bad-encoding': ['not-understood', 'the answer’s encoding can’t be read'],
  unreadable: ['not-understood', 'the answer takes too much time or memory to read'],
};
