/** One board or one paper, wherever it stands in an answer. */
import type { Field, ServiceTime } from '../../../preload/contract/domain.ts';
import { isFields, type Body, type Fields } from './body.ts';
import { BOARD_ID_NAMES, findId, PAPER_ID_NAMES } from './ids.ts';
import { findTime } from './times.ts';

const BOARD_ENVELOPES = ['data', 'board', 'room'] as const;
const PAPER_ENVELOPES = ['data', 'paper'] as const;

/** Bounds of what goes on to be shown; the raw answer holds the rest. */
const MOST_FIELDS = 500;
const LONGEST_VALUE = 10_000;
const LONGEST_RAW = 200_000;

export interface ReadBoard {
  readonly id: string | null;
  readonly created: ServiceTime | null;
  readonly otherFields: readonly Field[];
}

/** A board: an object, one under `data`, `board` or `room`, or a list of one. Null when there is none. */
export function readBoard(body: Body): ReadBoard | null {
  const fields = unwrap(body, BOARD_ENVELOPES, BOARD_ID_NAMES);
  if (fields === null) return null;
  const id = findId(fields, BOARD_ID_NAMES);
  const time = findTime(fields);
  return {
    id: id?.id ?? null,
    created: time?.time ?? null,
    otherFields: others(fields, [id?.name, time?.name]),
  };
}

export interface ReadPaper {
  readonly identifier: string | null;
  readonly name: string | null;
  readonly source: string | null;
  readonly templateId: string | null;
  readonly otherFields: readonly Field[];
}

/** A paper: an object, or one under `data` or `paper`. Null when there is none. */
export function readPaper(body: Body): ReadPaper | null {
  const fields = unwrap(body, PAPER_ENVELOPES, PAPER_ID_NAMES);
  if (fields === null) return null;
  const id = findId(fields, PAPER_ID_NAMES);
  const text = (name: string): string | null => {
    const value = fields[name];
    return typeof value === 'string' ? value : null;
  };
  const template = findId(fields, ['template_id', 'templateId', 'template']);
  return {
    identifier: id?.id ?? null,
    name: text('name'),
    source: text('source'),
    templateId: template?.id ?? null,
    otherFields: others(fields, [
      id?.name,
      template?.name,
      ...['name', 'source'].filter((name) => text(name) !== null),
    ]),
  };
}

/** The answer as people read it: JSON indented, the rest as it came, at most 200,000 characters. */
export function readable(body: Body, text: string): string {
  // Indenting can multiply the size of an answer: a very large one stays as it came.
  const indent = body.kind === 'json' && text.length <= LONGEST_RAW;
  const whole = indent ? JSON.stringify(body.value, null, 2) : text;
  if (whole.length <= LONGEST_RAW) return whole;
  return `${whole.slice(0, LONGEST_RAW)}\n… (${whole.length - LONGEST_RAW} more characters)`;
}

/** The object that is meant; members beside an envelope are kept with those inside it, which win. */
function unwrap(body: Body, envelopes: readonly string[], idNames: readonly string[]): Fields | null {
  if (body.kind !== 'json') return null;
  const only: unknown = Array.isArray(body.value) && body.value.length === 1 ? body.value[0] : body.value;
  if (!isFields(only)) return null;
  // An object with an identifier of its own is the thing itself, whatever else it holds.
  if (findId(only, idNames) !== null) return only;
  for (const name of envelopes) {
    const held = only[name];
    const inner: unknown = Array.isArray(held) && held.length === 1 ? held[0] : held;
    if (!isFields(inner)) continue;
    const { [name]: _envelope, ...beside } = only;
    return { ...beside, ...inner };
  }
  return only;
}

function others(fields: Fields, known: readonly (string | undefined)[]): readonly Field[] {
  return Object.entries(fields)
    .filter(([name]) => !known.includes(name))
    .slice(0, MOST_FIELDS)
    .map(([name, value]) => ({ name, value: shown(value) }));
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}
