/** Reads messages of the service, and detects 2xx responses that report a failure. */
import type { Effect } from '../types.ts';
import { type Body, digitsOf, type Fields, isFields } from './body.ts';

const MESSAGE_NAMES = ['message', 'error', 'detail', 'reason', 'title', 'errors'] as const;

/** Returns the first message in a response, or ''. Callers must redact and shorten it. */
export function messageOf(body: Body): string {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'json') return '';
  if (typeof body.value === 'string') return body.value;
  return isFields(body.value) ? firstMessage(named(body.value), 2) : '';
}

function named(fields: Fields): readonly unknown[] {
  return MESSAGE_NAMES.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
}

/** Returns the first text in `values`. In an object, looks first into members such as `message`. */
function firstMessage(values: readonly unknown[], depth: number): string {
  for (const value of values) {
    const inner = Array.isArray(value)
      ? value
      : isFields(value)
        ? [...named(value), Object.values(value)[0]]
        : [];
    const message =
      typeof value === 'string' ? value.trim() : depth > 0 ? firstMessage(inner, depth - 1) : '';
    if (message !== '') return message;
  }
  return '';
}

/** Returns the first message per form field from a response such as `{"errors": {"name": ["Too long."]}}`. */
export function fieldMessages(body: Body): Readonly<Record<string, string>> {
  const errors = body.kind === 'json' && isFields(body.value) ? body.value['errors'] : undefined;
  if (!isFields(errors)) return {};
  const messages = Object.entries(errors).map(([name, value]) => [name, firstMessage([value], 1)] as const);
  return Object.fromEntries(messages.filter(([, message]) => message !== ''));
}

/** True if a 2xx body reports a failure or a partial success, or does not confirm a requested delete. */
export function contradicts(body: Body, status: number, effect: Effect): boolean {
  const members = membersOf(body, status, effect);
  return (
    members.some((member) => isDenial(member, effect)) ||
    (effect === 'delete' && textsIn(members).some((text) => toneOf(text) === 'unclear'))
  );
}

/** True if a 2xx body says that the delete will be executed later. */
export function isPending(body: Body, status: number): boolean {
  return textsIn(membersOf(body, status, 'delete')).some((text) => toneOf(text) === 'pending');
}

interface Member {
  /** Name of the member in lower case without separators. '' if the whole body is a text, number or boolean. */
  readonly name: string;
  readonly value: unknown;
}

const DEEPEST_ENVELOPE = 5;

/** Returns members of a body and of its `WRAPPERS`. After a delete or with status 207, searches all inner objects. */
function membersOf(body: Body, status: number, effect: Effect): readonly Member[] {
  if (body.kind === 'text') return [{ name: '', value: body.text }];
  if (body.kind !== 'json') return [];
  const { value } = body;
  if (typeof value !== 'object') return [{ name: '', value }];
  const isWhole = effect === 'delete' || status === 207;
  return membersIn(value, (name) => isWhole || WRAPPERS.test(name), DEEPEST_ENVELOPE);
}

function membersIn(value: unknown, isSearched: (name: string) => boolean, depth: number): readonly Member[] {
  if (depth < 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => membersIn(item, isSearched, depth - 1));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const plain = name.replaceAll(/[-_ .]/gu, '').toLowerCase();
    const within = isSearched(plain) ? membersIn(inner, isSearched, depth - 1) : [];
    return [{ name: plain, value: inner }, ...within];
  });
}

/** Returns the texts, numbers and booleans of members about the outcome, such as `message` and `status`. */
function textsIn(members: readonly Member[]): readonly string[] {
  return members
    .filter(({ name }) => name === '' || TEXT.test(name) || OUTCOME.test(name) || STATUS.test(name))
    .flatMap(({ value }) => [value].flat())
    .filter((value) => value !== null && value !== '' && !isFields(value))
    .map((value) => digitsOf(value) ?? String(value));
}

const WRAPPERS =
  /^(?:data|results?|response|payload|body|meta|status|d|reply|output|operation|board|room|paper)$/u;

const SUCCESS =
  /^(?:is|was|has)?(?:ok|okay|success|successful|successfully|succeeded|acknowledged|accepted)$/u;
const CREATED = /^(?:is|was)?created$/u;
const DELETED =
  /^(?:is|was|has)?(?:deleted|removed|destroyed|erased)(?:boards?|papers?|items?|rows?|ids?)?$/u;
const DELETED_COUNT =
  /^(?:n|(?:deleted?|removed|affected)(?:count|rows?|total)|rows?(?:deleted|affected|removed))$/u;
const ERROR = /^(?:has|is|with)?(?:err|errors?|failed|failures?|failure|faults?|exceptions?)$/u;
const ERROR_PART =
  /^(?:err|error|failure|fault|exception)(?:message|msg|text|description|detail|details|type|code|count|no|number|reason)$/u;
const OUTCOME = /^(?:status|result|outcome|state)(?:text|code|message|name)?$/u;
const STATUS = /^(?:http|response|result)?(?:status|code|statuscode|httpstatus)$/u;
const TEXT = /^(?:message|msg|detail|reason|title|description|info|note|notice|text|data|response|body)s?$/u;

/** True if a member means that the request failed. */
function isDenial({ name, value }: Member, effect: Effect): boolean {
  if (name === '' || SUCCESS.test(name)) return isFalse(value);
  if (ERROR.test(name) || ERROR_PART.test(name)) return holdsError(value);
  if (effect === 'create' && CREATED.test(name)) return value === false || value === 'false';
  if (OUTCOME.test(name) && (value === false || (typeof value === 'string' && isFailureWord(value))))
    return true;
  if (STATUS.test(name) && isFailureStatus(value)) return true;
  if (name === 'code') return typeof value === 'string' && FAILURE.test(words(value));
  if (effect !== 'delete') return false;
  if (DELETED.test(name))
    return isFalse(value) || value === null || (Array.isArray(value) && value.length === 0);
  return DELETED_COUNT.test(name) && digitsOf(value) === '0';
}

const FALSE = /^(?:false|no|n|f|0|off|nok|ko)$/iu;

function isFalse(value: unknown): boolean {
  return (
    value === false || digitsOf(value) === '0' || (typeof value === 'string' && FALSE.test(value.trim()))
  );
}

const NO_ERROR = /^(?:|0+|false|null|nil|none|no|n\/?a|ok|okay|success(?:ful(?:ly)?)?|undefined|-)$/iu;

/** True if a member's value describes an error. For `null`, `0`, `""`, `[]`, `{}` and "No errors": false. */
function holdsError(value: unknown): boolean {
  if (typeof value === 'string') {
    const rest = withoutNegations(value);
    return rest.length === Math.min(value.length, LONGEST_SENTENCES)
      ? !NO_ERROR.test(value.trim())
      : FAILURE.test(rest);
  }
  if (typeof value === 'object' && value !== null && !JSON.isRawJSON(value))
    return Object.values(value).some((inner) => holdsError(inner));
  const digits = digitsOf(value);
  return digits === null ? value === true : Number(digits) !== 0;
}

/** Phrases such as "No errors occurred", which contain words of failure but report success. */
const NEGATIONS =
  /\b(?:no|without(?: any)?|zero|0)[\s_-]+(?:\w+[\s_-]+)?(?:errors?|failures?|failed|problems?|exceptions?|issues?)\b(?:[\s_-]+(?:occurr?ed|found|reported|detected|encountered))?\.?|\b(?:errors?|failed|failures?)["']?\s*[:=]\s*["']?(?:0|none|null|false|no|\[\]|\{\})(?!\w)|\b(?:cannot|can[’']?t|can not|can no longer|could not|couldn[’']t|will not) be (?:undone|reversed|reverted|recovered|restored)\b/giu;

function withoutNegations(text: string): string {
  return text.slice(0, LONGEST_SENTENCES).replaceAll(NEGATIONS, '');
}

const FAILURE =
  /\b(?:err|errors?|err\d+|fail|fails|failed|failures?|denied|reject(?:s|ed)?|refus(?:es|ed)|forbidden|disallowed|un(?:able|authenticated|authori[sz]ed|available|successful)|invalid|exceptions?|cannot|(?:could|did|has|is|was) not|not (?:allowed|authori[sz]ed|created|found|permitted|possible)|aborted|timed ?out|timeout|conflict|fault)\b/iu;

const LONGEST_SENTENCES = 10_000;

/** Matches a whole text that confirms a delete, such as "OK" or "204 No Content". "202" is no confirmation. */
const CONFIRMATION =
  /^(?:0+|1|(?:HTTP\S* )?2(?!02)\d\d(?:00)?(?: OK| No Content)?|no content|ok(?:ay)?|done|true|yes|complete|finished)[.!]?$/iu;
/** Words that confirm a delete, unless the text contains a word of `FAILURE` or `DOUBT`. */
const DONE = /\b(?:deleted|removed|destroyed|erased|success(?:ful(?:ly)?)?|succeeded|completed)\b/iu;
const PENDING = /\b(?:accepted|being|pending|processing|queued|scheduled|started|will be)\b/iu;
const DELETION = /\b(?:delet|remov|destr|eras)/iu;
/** Words that negate or limit the confirmation of a delete, or show that the text is not about a board or paper. */
const DOUBT =
  /\?|\b(?:no|not|none|nothing|never|\w+n[’']t|without|0|zero|false|partial(?:ly)?|only|if|unless|until|can|could|may|might|must|should|would|please|access|account|billing|key|payment|permissions?|subscription|trial|users?)\b/iu;

/** Classifies the message of a delete. Only a plain confirmation is `done`, because a refusal may use any words. */
function toneOf(text: string): 'done' | 'pending' | 'unclear' {
  const said = words(withoutNegations(text.trim()));
  if (CONFIRMATION.test(said)) return 'done';
  if (FAILURE.test(said) || DOUBT.test(said)) return 'unclear';
  if (PENDING.test(said)) return DELETION.test(said) || !said.includes(' ') ? 'pending' : 'unclear';
  return DONE.test(said) ? 'done' : 'unclear';
}

function words(text: string): string {
  return text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_-]+/gu, ' ');
}

/** True if an outcome such as "failed" means a failure. `0` is no failure, because some services use it for success. */
function isFailureWord(text: string): boolean {
  const word = text.trim();
  return (FALSE.test(word) && word !== '0') || FAILURE.test(withoutNegations(words(word)));
}

function isFailureStatus(value: unknown): boolean {
  const text = typeof value === 'string' ? value.trim() : (digitsOf(value) ?? '');
  const [, digits] = /^(?:HTTP(?:\/\d(?:\.\d)?)? ?)?([45]\d\d)(?:\.0+)?(?:\D.*)?$/isu.exec(text) ?? [];
  return digits !== undefined;
}

/** True if a member of a JSON object reports a failure, for example `{"error": …}` or `{"status": "error"}`. */
export function carriesError(value: unknown): boolean {
  return isFields(value) && membersIn(value, () => false, 0).some((member) => isDenial(member, 'read'));
}

const MESSAGE = /^(?:message|msg|detail|reason)s?$/u;

/** False if a message in the response could mean that the board is missing. Ignores titles. */
export function confirmsBoard(fields: Fields): boolean {
  const messages = membersIn(fields, () => false, 0).filter(({ name }) => MESSAGE.test(name));
  return textsIn(messages).every((text) => toneOf(text) === 'done' && !DELETION.test(text));
}

const NO_BOARDS =
  /^(?:there are |you have |you do(?: not|n[’']t) have )?(?:no|0|any)(?: \w+)? (?:boards?|items?|records?|results?|rooms?)(?: (?:available|found|yet))*[.!]?$/iu;

/** False if a text next to an empty list may explain why it is empty, for example "Billing must be enabled". */
export function confirmsEmptyList(body: Body, status: number): boolean {
  const texts = textsIn(membersOf(body, status, 'read'));
  return texts.every((text) => toneOf(text) === 'done' || NO_BOARDS.test(text));
}
