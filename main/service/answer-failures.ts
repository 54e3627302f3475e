/** Failures from responses: status by status, with the service's own words. */
import type { Failure, FailureCode } from '../../preload/contract/failure.ts';
import { cleanStart } from '../log/redact.ts';
import { changesSomething, outcomeUnknown, type Call, type CallTarget } from './call.ts';
import { failure, quote, type FailureParts } from '../wording/failure.ts';
import type { HttpAnswer } from './http.ts';
import { retryAfterSeconds } from './retry-after.ts';
import type { Body } from './wire/body.ts';
import { describeBody } from './wire/shape.ts';
import { fieldMessages, messageOf } from './wire/service-messages.ts';
import { counted } from '../wording/format.ts';

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
  /** Whether anything of the service ever came from this address. */
  readonly heardBefore: boolean;
}

/** One answer with all that is needed to judge it and to speak of it. */
export interface Answered extends Received {
  readonly body: Body;
  /** The body as it came; empty when it could not be read. */
  readonly text: string;
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
  return status >= 500
    ? said('service-problem', 'reports an internal error', afterError(call))
    : refusedFailure(answered);
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

/** A create that ended with an error of the service may have been done before. */
function afterError(call: Call): FailureParts {
  if (call.effect !== 'create') return {};
  const where = call.thing === 'paper' ? 'Look in the service’s web app' : 'Refresh the list';
  return { nextStep: `${where} before you create it again: it may have been created all the same.` };
}

/** The service says no: 4xx, or 2xx with `success: false`. */
export function refusedFailure(answered: Answered): Failure {
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
  const { place, status, heardBefore } = answered;
  const parts = partsOf(answered);
  const instead = 'a sign-in page, proxy or firewall';
  const why = heardBefore
    ? `Data has come from this address before, so ${instead} has probably answered instead.`
    : `Check the address in this connection. If it is right, ${instead} has probably answered instead.`;
  return failure('web-page', {
    message: `${place.start} answered with a web page (status ${status}) instead of data.`,
    nextStep: `${why} Open ${place.host} in a browser to see it.`,
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
function notFound(answered: Answered, { serviceMessage }: FailureParts, said: Say): Failure {
  const { call, end, heardBefore } = answered;
  const missing = missingOf(call);
  if (!heardBefore && serviceMessage === undefined && missing === null) {
    return said('not-found', 'has nothing at this address', { nextStep: CHECK_ADDRESS });
  }
  // A body that was cut off may be a wrong host's page: no proof that something is gone.
  const code = call.effect === 'delete' && end === 'whole' ? 'already-gone' : 'not-found';
  const { what, nextStep } = missing ?? SOMETHING;
  return said(code, `seems not to know ${what}`, {
    nextStep: heardBefore ? nextStep : `${nextStep} Nothing has come from this address yet: check it, too.`,
  });
}

const CHECK_ADDRESS = 'Check the address in this connection.';
const SUPPORT = 'Try again. If it keeps happening, send the details to the service’s support.';
const ELSEWHERE = 'Refresh. It may have been deleted elsewhere.';
const SOMETHING = { what: 'what was asked for', nextStep: SUPPORT } as const;

/** What a 404 may be about, other than the address; null for nothing. */
function missingOf(call: Call): { readonly what: string; readonly nextStep: string } | null {
  if (call.effect === 'create') {
    if (call.body?.['template'] === undefined) return null;
    return { what: 'the template', nextStep: 'Check the template. It may have been deleted.' };
  }
  if (call.thing === 'boards') {
    return Number(call.query?.['offset'] ?? 0) > 0
      ? { what: 'this part of the list', nextStep: SUPPORT }
      : null;
  }
  if (call.thing === 'host') return null;
  return { what: call.thing === 'token' ? 'this paper' : `this ${call.thing}`, nextStep: ELSEWHERE };
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
  const { place, status, headers, body, text, end, attempts, milliseconds, clean } = answered;
  const type = cleanStart(headers['content-type'] ?? 'no type', 100, clean);
  const requestId = headers['x-request-id'] ?? headers['x-correlation-id'] ?? headers['cf-ray'];
  const lines = [
    `Request: ${place.request}`,
    `Status: ${status}`,
    `Answer: ${type}, ${text.length} characters, ${describeBody(body, clean)}`,
    `Attempts: ${attempts}, ${milliseconds} ms`,
  ];
  if (requestId !== undefined) lines.push(`The service’s request id: ${cleanStart(requestId, 100, clean)}`);
  if (end !== 'whole') lines.push(`The body was cut short: ${end}`);
  return lines.map(clean);
}

/** The response, for troubleshooting. One that should hold a token is never quoted. */
function rawDetails({ call, text, clean }: Answered): readonly string[] {
  if (text === '' || call.thing === 'token') return [];
  return [`Received: ${cleanStart(text, LONGEST_RAW_DETAIL, clean)}`];
}
