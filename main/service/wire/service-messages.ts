/** Reads the service's error messages, also from 2xx responses that report a failure. */
import { type Body, digitsOf, type Fields, isFields } from './body.ts';

const MESSAGE_NAMES = ['message', 'error', 'detail', 'reason', 'title', 'errors'] as const;

/** Returns the first message in a response, or an empty text. The caller must redact and shorten the message. */
export function messageOf(body: Body): string {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'json') return '';
  if (typeof body.value === 'string') return body.value;
  return isFields(body.value) ? firstMessage(named(body.value), 2) : '';
}

function named(fields: Fields): readonly unknown[] {
  return MESSAGE_NAMES.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
}

/** Returns the first text in `values`. In an object, looks first at members such as `message`. */
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

/** Returns the first message for each form field from `errors: {field: [sentence]}`. */
export function fieldMessages(body: Body): Readonly<Record<string, string>> {
  const errors = body.kind === 'json' && isFields(body.value) ? body.value['errors'] : undefined;
  if (!isFields(errors)) return {};
  const messages = Object.entries(errors).map(([name, value]) => [name, firstMessage([value], 1)] as const);
  return Object.fromEntries(messages.filter(([, message]) => message !== ''));
}

export type Change = 'create' | 'delete' | 'mint' | 'invite';

/** True if a 2xx body says that the change failed, or was made only in part. */
export function contradicts(body: Body, status: number, change: Change): boolean {
  const isMint = change === 'mint' || change === 'invite';
  const text = body.kind === 'text' ? body.text : body.kind === 'json' ? body.value : undefined;
  // A plain-text token may contain any letters, so it is not searched for words of failure.
  if (typeof text === 'string') return !isMint && isFailureText(text);
  return (
    body.kind === 'json' && isContradiction(body.value, { change, isMulti: status === 207 }, DEEPEST_ENVELOPE)
  );
}

interface Scope {
  readonly change: Change;
  readonly isMulti: boolean;
}

const DEEPEST_ENVELOPE = 5;

function isContradiction(value: unknown, scope: Scope, depth: number): boolean {
  if (depth < 0) return false;
  if (Array.isArray(value))
    return value.some((item) => isFields(item) && isContradiction(item, scope, depth - 1));
  if (!isFields(value)) return value === false || (scope.change === 'delete' && digitsOf(value) === '0');
  return Object.entries(value).some(([name, inner]) => {
    const plain = name.replaceAll(/[-_ .]/gu, '').toLowerCase();
    if (isDenial(plain, inner, scope)) return true;
    // Searches all objects in responses to deletes and with status 207. Otherwise searches only objects such as `data`.
    const isInside = scope.change === 'delete' || scope.isMulti || WRAPPERS.test(plain);
    return (
      isInside && typeof inner === 'object' && inner !== null && isContradiction(inner, scope, depth - 1)
    );
  });
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
const MESSAGE = /^(?:message|msg)$/u;

/** True if a member says that the change failed. `name` is in lower case without separators. */
function isDenial(name: string, value: unknown, { change }: Scope): boolean {
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

const UNDELETED =
  /^(?:locked|blocked|skipped|ignored|no-?op|unchanged|partial|incomplete|protected|active)$/iu;

const FALSE = /^(?:false|no|n|f|0|off|nok|ko)$/iu;

function isFalse(value: unknown): boolean {
  return (
    value === false || digitsOf(value) === '0' || (typeof value === 'string' && FALSE.test(value.trim()))
  );
}

const NO_ERROR = /^(?:|0+|false|null|nil|none|no|n\/?a|ok|okay|success(?:ful(?:ly)?)?|undefined|-)$/iu;

/** True if a member's value describes an error. `null`, `0`, `""`, `[]`, `{}` and "No errors occurred" do not. */
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
  /\b(?:no|without(?: any)?|zero|0)[\s_-]+(?:\w+[\s_-]+)?(?:errors?|failures?|failed|problems?|exceptions?|issues?)\b(?:[\s_-]+(?:occurr?ed|found|reported|detected|encountered))?\.?|\b(?:errors?|failed|failures?)["']?\s*[:=]\s*["']?(?:0|none|null|false|no|\[\]|\{\})(?!\w)|\b(?:cannot|can[’']?t|can not|could not|couldn[’']t|will not) be (?:undone|reversed|reverted|recovered|restored)\b/giu;

function withoutNegations(text: string): string {
  return text.slice(0, LONGEST_SENTENCES).replaceAll(NEGATIONS, '');
}

const FAILURE =
  /\b(?:err|errors?|err\d+|fail|fails|failed|failures?|denied|reject(?:s|ed)?|refus(?:es|ed)|forbidden|disallowed|unauthori[sz]ed|invalid|exceptions?|unable|unsuccessful|unavailable|cannot|can[’']?t|(?:could|did|was|is|has|does|were|may|must)(?: ?not|n[’']t)|not (?:allowed|authori[sz]ed|permitted|deleted|removed|created|found|possible|ok|done|successful)|aborted|timed ?out|timeout|conflict|fault)\b/iu;
const FALSE_MEMBER =
  /\b(?:is)?(?:ok|success(?:ful)?|deleted|removed|created)["']?\s*[:=>]\s*["']?(?:false|no|0)\b/iu;

const LONGEST_SENTENCES = 10_000;

/** True if a sentence reports a failure or is ambiguous. In that case, Easel checks if the board still exists. */
function isFailureText(text: string): boolean {
  const rest = withoutNegations(text);
  return (
    /^\s*"?(?:false|0|no)"?\s*[.!:]?(?:$|\s*:)/iu.test(rest) || FAILURE.test(rest) || FALSE_MEMBER.test(rest)
  );
}

function words(text: string): string {
  return text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_-]+/gu, ' ');
}

/** True if an outcome such as "failed" means failure. `0` does not count, because some services use 0 for success. */
function isFailureWord(text: string): boolean {
  const word = text.trim();
  return (FALSE.test(word) && word !== '0') || FAILURE.test(withoutNegations(words(word)));
}

function isFailureStatus(value: unknown): boolean {
  const text = typeof value === 'string' ? value.trim() : (digitsOf(value) ?? '');
  const [, digits] = /^(?:HTTP(?:\/\d(?:\.\d)?)? ?)?([45]\d\d)(?:\.0+)?(?:\D.*)?$/isu.exec(text) ?? [];
  return digits !== undefined;
}

/** True if a JSON object reports an error: GraphQL's `errors`, `{"error": …}`, `{"status": "error"}`. */
export function carriesError(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { error, errors, success, ok, status } = value;
  return (
    holdsError(error) ||
    holdsError(errors) ||
    success === false ||
    ok === false ||
    (typeof status === 'string' && /^(?:error|fail)/iu.test(status))
  );
}
