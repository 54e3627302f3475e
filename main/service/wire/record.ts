import type { Field } from '../../../preload/contract/boards.ts';
import { namesSecret, REDACTED } from '../../lib/log/redact.ts';
import { quote } from '../../lib/wording/failure.ts';
import { confirmsBoard } from './service-messages.ts';
import {
  isFields,
  type Body,
  type Fields,
  BOARD_ID_NAMES,
  findId,
  findTime,
  PAPER_ID_NAMES,
  readId,
  roomIdsIn,
  textUnder,
  type UsableTimes,
} from './body.ts';

type Thing = 'board' | 'paper';

const NAMES = {
  board: { envelopes: ['data', 'board', 'room'], ids: BOARD_ID_NAMES },
  paper: { envelopes: ['data', 'paper'], ids: PAPER_ID_NAMES },
} as const;

const MOST_FIELDS = 500;
const LONGEST_NAME = 1000;
const LONGEST_VALUE = 10_000;
const LONGEST_RAW = 200_000;

/** Redacts secrets in a text. Must run before the text is shortened, because half a secret is not recognised. */
type Clean = (text: string) => string;

const asItIs: Clean = (text) => text;

/** Reads a board from an object, from its member `data`, `board` or `room`, or from a list of one item; else null. */
export function readBoard(body: Body, clean: Clean = asItIs, usable?: UsableTimes) {
  const fields = unwrap(body, 'board');
  if (fields === null) return null;
  const id = findId(fields, BOARD_ID_NAMES);
  const time = findTime(fields, clean, usable);
  return {
    id: id?.id ?? null,
    created: time?.time ?? null,
    otherFields: others(fields, [id?.name, time?.name], clean),
  };
}

/** True if a response contains a board: an id field equals `boardId`, or there is a creation time and no id. */
export function showsBoard(body: Body, boardId: string): boolean {
  // Ignores the field `timestamp`, which may be the time of the response instead of the board's.
  const { timestamp: _time, ...fields } = unwrap(body, 'board') ?? {};
  if (!confirmsBoard(fields)) return false;
  const ids = BOARD_ID_NAMES.flatMap((name) => textUnder(fields, name) ?? []);
  return ids.length === 0 ? findTime(fields) !== null : ids.includes(boardId);
}

/**
 * Returns the ids in the response to a create. `sure`: the only id is certainly that of the new board or paper. A
 * single `room_id` (board) or `identifier` (paper) is always certain. Any other id may belong to a job of the service.
 * Such an id is uncertain after a status other than 200 or 201, or with a word such as "pending". Omits ids that can't
 * be used in a path. If `room_id` or `identifier` contains such an unusable id, ignores other fields.
 */
export function readNewIds(body: Body, status: number, thing: Thing) {
  const value = body.kind === 'json' ? body.value : null;
  const named = thing === 'board' ? roomIdsIn(value) : newIdsIn(value, ['identifier']);
  const all = named.length > 0 ? named : newIdsIn(value, NAMES[thing].ids);
  const ids = all.filter((id) => readId(id) !== null);
  return { ids, sure: all.length === 1 && (named.length > 0 || isPlainSuccess(value, status)) };
}

function newIdsIn(value: unknown, names: readonly string[]): readonly string[] {
  const fields = asObject(value);
  if (fields === null) return [];
  const own = names.flatMap((name) => textUnder(fields, name) ?? []);
  const inner = WRAPPERS.flatMap((name) =>
    Object.hasOwn(fields, name) ? newIdsIn(fields[name], names) : [],
  );
  return [...new Set([...own, ...inner])];
}

const WRAPPERS = ['data', 'board', 'room', 'paper', 'result', 'response', 'payload'];

function isPlainSuccess(value: unknown, status: number): boolean {
  const fields = asObject(value) ?? {};
  const words = TELLING.map((name) => fields[name]).filter((word) => typeof word === 'string');
  return (status === 200 || status === 201) && !words.some((word) => PENDING.test(word));
}

const TELLING = ['status', 'state', 'message', 'type', 'kind', 'object', 'resource', '_type', '__typename'];
const PENDING =
  /\b(?:accepted|queued|pending|scheduled|processing|running|in[ _-]?progress|waiting|jobs?|tasks?|operations?|requests?|events?|errors?)\b/iu;

/** Returns why the response doesn't identify the new item, as the end of a sentence. */
export function whyNoId(body: Body, thing: Thing, clean: Clean): string {
  const fields = unwrap(body, thing) ?? {};
  if (findId(fields, NAMES[thing].ids) !== null) return `doesn’t identify the new ${thing}`;
  const sent = NAMES[thing].ids.map((name) => fields[name] ?? '').find((value) => value !== '');
  if (sent === undefined) return 'contained no identifier';
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return `contained the identifier “${quote(clean(text), LONGEST_QUOTED)}”, which can’t be used`;
}

const LONGEST_QUOTED = 100;

/** Reads a paper from an object, or from its member `data` or `paper`. Otherwise null. */
export function readPaper(body: Body, clean: Clean = asItIs, status = 200) {
  const fields = unwrap(body, 'paper');
  if (fields === null) return null;
  const { ids, sure } = readNewIds(body, status, 'paper');
  const identifier = sure ? (ids[0] ?? null) : null;
  const text = (name: string): string | null => (typeof fields[name] === 'string' ? fields[name] : null);
  const template = findId(fields, ['template_id', 'templateId', 'template']);
  const texts = ['name', 'source'].filter((name) => text(name) !== null);
  const ownIds = PAPER_ID_NAMES.filter((name) => readId(fields[name]) === identifier);
  return {
    identifier,
    name: text('name'),
    source: text('source'),
    templateId: template?.id ?? null,
    otherFields: others(fields, [...ownIds, template?.name, ...texts], clean),
  };
}

/** Returns a response's body as redacted text, with indented JSON. Cuts it after 200,000 characters. */
export function readable(body: Body, text: string, clean: Clean = asItIs): string {
  const whole = clean(body.kind === 'json' ? indented(body.value) : text);
  if (whole.length <= LONGEST_RAW) return whole;
  return `${whole.slice(0, LONGEST_RAW)}\n… (${whole.length - LONGEST_RAW} more characters)`;
}

function indented(value: unknown): string {
  const line = JSON.stringify(value);
  const lines = line.length > LONGEST_RAW ? line : JSON.stringify(value, null, 2);
  return lines.length > LONGEST_RAW ? line : lines;
}

function asObject(value: unknown): Fields | null {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isFields(only) ? only : null;
}

/** Returns the board or paper in a response, with the members around it. Its own members take precedence. */
function unwrap(body: Body, thing: Thing): Fields | null {
  if (body.kind !== 'json') return null;
  const only = asObject(body.value);
  if (only === null || findId(only, NAMES[thing].ids) !== null) return only;
  for (const name of NAMES[thing].envelopes) {
    const inner = asObject(only[name]);
    if (inner === null) continue;
    const { [name]: _envelope, ...beside } = only;
    return { ...beside, ...inner };
  }
  return only;
}

/** Returns the fields not in `known` as redacted texts, up to a size limit. The last text counts omitted fields. */
function others(fields: Fields, known: readonly (string | undefined)[], clean: Clean): readonly Field[] {
  const entries = Object.entries(fields).filter(([name]) => !known.includes(name));
  const result: Field[] = [];
  let room = LONGEST_RAW;
  for (const [name, value] of entries.slice(0, MOST_FIELDS)) {
    const field = { name: clean(name).slice(0, LONGEST_NAME), value: textOf(name, value, clean) };
    room -= field.name.length + field.value.length;
    if (room < 0) break;
    result.push(field);
  }
  const left = entries.length - result.length;
  return left === 0 ? result : [...result, { name: '…', value: `${left} more in the raw response` }];
}

function textOf(name: string, value: unknown, clean: Clean): string {
  if (typeof value === 'string' && namesSecret(name, clean)) return REDACTED;
  const text = clean(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}
