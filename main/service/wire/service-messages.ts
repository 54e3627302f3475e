/** The service's own words: what it says of a success or a refusal. */
import { type Body, digitsOf, type Fields, isFields } from './body.ts';

const MESSAGE_NAMES = ['message', 'error', 'detail', 'reason', 'title', 'errors'] as const;

/** The first words of an answer, as they came; empty where it has none. Callers redact and shorten them. */
export function messageOf(body: Body): string {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'json') return '';
  if (typeof body.value === 'string') return body.value;
  return isFields(body.value) ? firstMessage(named(body.value), 2) : '';
}

function named(fields: Fields): readonly unknown[] {
  return MESSAGE_NAMES.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
}

/** Lists and objects are looked into so many levels deep; in an object without a known name its first member counts. */
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

/** What the service says of single fields: `errors: {field: [sentence]}`, the first sentence of each. */
export function fieldMessages(body: Body): Readonly<Record<string, string>> {
  const errors = body.kind === 'json' && isFields(body.value) ? body.value['errors'] : undefined;
  if (!isFields(errors)) return {};
  const told = Object.entries(errors).map(([name, value]) => [name, firstMessage([value], 1)] as const);
  return Object.fromEntries(told.filter(([, message]) => message !== ''));
}

/** Whether a 2xx response to a read says that the request failed: `{"success": false}`. */
export function saysFailure(body: Body): boolean {
  return body.kind === 'json' && isFields(body.value) && body.value['success'] === false;
}

// Whether a 2xx body contradicts its status. Services answer 200 and refuse (reference: product, "Success").

/** What was asked of the service: of a delete any part of the body may speak, of the rest only what wraps the new thing. */
export type Change = 'create' | 'delete' | 'mint' | 'invite';

/** Whether the body of a 2xx response to a change says that the change was not made, or not all of it. */
export function contradicts(body: Body, status: number, change: Change): boolean {
  const isMint = change === 'mint' || change === 'invite';
  const text = body.kind === 'text' ? body.text : body.kind === 'json' ? body.value : undefined;
  // A bare token says nothing else, and may hold any letters.
  if (typeof text === 'string')
    return !isMint && (isFailureText(text) || (status === 207 && STATUS_LINE.test(text)));
  return (
    body.kind === 'json' && isContradiction(body.value, { change, isMulti: status === 207 }, DEEPEST_ENVELOPE)
  );
}

interface Asked {
  readonly change: Change;
  /** A 207 has a status for each of several parts. */
  readonly isMulti: boolean;
}

const DEEPEST_ENVELOPE = 5;
const STATUS_LINE = /\bHTTP\/\d(?:\.\d)? [45]\d\d\b/u;

function isContradiction(value: unknown, asked: Asked, depth: number): boolean {
  if (depth < 0) return false;
  if (Array.isArray(value))
    return value.some((item) => isFields(item) && isContradiction(item, asked, depth - 1));
  if (!isFields(value)) return value === false || (asked.change === 'delete' && digitsOf(value) === '0');
  return Object.entries(value).some(([name, held]) => {
    const plain = name.replaceAll(/[-_ .]/gu, '').toLowerCase();
    if (isDenial(plain, held, asked)) return true;
    const isInside = asked.change === 'delete' || asked.isMulti || WRAPPERS.test(plain);
    return isInside && typeof held === 'object' && held !== null && isContradiction(held, asked, depth - 1);
  });
}

/** Names whose object wraps what a create made, without case, dashes and underscores. */
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
const MESSAGE = /^(?:message|msg)$/u;

/** Whether one member of an answer denies the success. `name` is lower case without separators. */
function isDenial(name: string, value: unknown, { change }: Asked): boolean {
  if (SUCCESS.test(name)) return isFalse(value);
  if (ERROR.test(name) || ERROR_PART.test(name)) return holdsError(value);
  if (change === 'create' && CREATED.test(name)) return value === false || value === 'false';
  if (OUTCOME.test(name) && (value === false || (typeof value === 'string' && isFailureWord(value))))
    return true;
  if (STATUS.test(name) && isFailureStatus(value)) return true;
  if (name === 'code') return typeof value === 'string' && FAILURE.test(words(value));
  if (change !== 'delete') return false;
  if (DELETED.test(name))
    return isFalse(value) || value === null || (Array.isArray(value) && value.length === 0);
  if (DELETED_COUNT.test(name)) return digitsOf(value) === '0';
  if (OUTCOME.test(name) && typeof value === 'string') return UNDELETED.test(value.trim());
  return MESSAGE.test(name) && typeof value === 'string' && isFailureText(value);
}

/** States of a thing that a delete left as it was. */
const UNDELETED =
  /^(?:locked|blocked|skipped|ignored|no-?op|unchanged|partial|incomplete|protected|active)$/iu;

const FALSE = /^(?:false|no|n|f|0|off|nok|ko)$/iu;

function isFalse(value: unknown): boolean {
  return (
    value === false || digitsOf(value) === '0' || (typeof value === 'string' && FALSE.test(value.trim()))
  );
}

const NO_ERROR = /^(?:|0+|false|null|nil|none|no|n\/?a|ok|okay|success(?:ful(?:ly)?)?|undefined|-)$/iu;

/** Whether there is an error under a name for errors: `null`, `0`, `""`, `[]`, `{}` and "No errors occurred" are none. */
function holdsError(value: unknown): boolean {
  if (typeof value === 'string') {
    const said = withoutNegations(value);
    return said.length === Math.min(value.length, LONGEST_SENTENCES)
      ? !NO_ERROR.test(value.trim())
      : FAILURE.test(said);
  }
  if (typeof value === 'object' && value !== null && !JSON.isRawJSON(value))
    return Object.values(value).some((inner) => holdsError(inner));
  const digits = digitsOf(value);
  return digits === null ? value === true : Number(digits) !== 0;
}

/** "No errors occurred", "errors: 0", and that a delete "can't be undone": words for failures that report none. */
const NEGATIONS =
  /\b(?:no|without(?: any)?|zero|0)[\s_-]+(?:\w+[\s_-]+)?(?:errors?|failures?|failed|problems?|exceptions?|issues?)\b(?:[\s_-]+(?:occurr?ed|found|reported|detected|encountered))?\.?|\b(?:errors?|failed|failures?)["']?\s*[:=]\s*["']?(?:0|none|null|false|no|\[\]|\{\})(?!\w)|\b(?:cannot|can[’']?t|can not|could not|couldn[’']t|will not) be (?:undone|reversed|reverted|recovered|restored)\b/giu;

function withoutNegations(text: string): string {
  return text.slice(0, LONGEST_SENTENCES).replaceAll(NEGATIONS, '');
}

const FAILURE =
  /\b(?:err|errors?|err\d+|fail|fails|failed|failures?|denied|reject(?:s|ed)?|refus(?:es|ed)|forbidden|disallowed|unauthori[sz]ed|invalid|exceptions?|unable|unsuccessful|unavailable|cannot|can[’']?t|(?:could|did|was|is|has|does|were|may|must)(?: ?not|n[’']t)|not (?:allowed|authori[sz]ed|permitted|deleted|removed|created|found|possible|ok|done|successful)|aborted|timed ?out|timeout|conflict|fault)\b/iu;
const FALSE_MEMBER =
  /\b(?:is)?(?:ok|success(?:ful)?|deleted|removed|created)["']?\s*(?:[:=>]|<\w+>)\s*["']?(?:false|no|0)\b/iu;

/** How much of a text is searched for words of failure, in characters. */
const LONGEST_SENTENCES = 10_000;

/** Whether a sentence speaks of a failure; in doubt it does: then the board is looked for. */
function isFailureText(text: string): boolean {
  const said = withoutNegations(text);
  return (
    /^\s*"?(?:false|0|no)"?\s*[.!:]?(?:$|\s*:)/iu.test(said) || FAILURE.test(said) || FALSE_MEMBER.test(said)
  );
}

/** `NotDeleted`, `delete_failed` and `ERR-LOCKED` as words. */
function words(text: string): string {
  return text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_-]+/gu, ' ');
}

/** `0` under a name for outcomes means success at some services and failure at others. */
function isFailureWord(text: string): boolean {
  const word = text.trim();
  return (FALSE.test(word) && word !== '0') || FAILURE.test(withoutNegations(words(word)));
}

function isFailureStatus(value: unknown): boolean {
  const text = typeof value === 'string' ? value.trim() : (digitsOf(value) ?? '');
  const [, digits] = /^(?:HTTP(?:\/\d(?:\.\d)?)? ?)?([45]\d\d)(?:\.0+)?(?:\D.*)?$/isu.exec(text) ?? [];
  return digits !== undefined;
}

/** Whether an answer that holds nothing else holds an error: GraphQL's `errors`, `{"error": …}`, `{"status": "error"}`. */
export function carriesError(body: Body): boolean {
  if (body.kind !== 'json' || !isFields(body.value)) return false;
  const { error, errors, success, ok, status } = body.value;
  const holds = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
  return (
    holds(error) ||
    holds(errors) ||
    success === false ||
    ok === false ||
    (typeof status === 'string' && /^(?:error|fail)/iu.test(status))
  );
}
