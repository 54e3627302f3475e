/** Takes secrets out of listed boards: what a service repeats of a key must not be kept with them. */
import { REDACTED } from '../../log/redact.ts';
import type { BoardItem, BoardPage, SeenNames } from '../types.ts';
import { isFields, type Body } from './body.ts';
import { readId } from './ids.ts';
import { endOfString, parseJson } from './json.ts';
import { findTime } from './times.ts';

type Clean = (text: string) => string;

/**
 * The page that was read from `body`, with some of the items in it that are not understood. Most hold nothing, and are
 * given as they are. What is written with escapes is looked at as it reads.
 */
export function withoutSecrets(page: BoardPage, body: Body, clean: Clean): BoardPage {
  const text = body.kind === 'json' ? body.text : '';
  const told = page.notUnderstood === 0 ? page : { ...page, strange: strangeItems(body, text, clean) };
  const isClean = clean(text) === text;
  if (isClean && !text.includes('\\')) return told;
  const cleaned = (item: BoardItem): BoardItem =>
    isClean && !item.raw.includes('\\') ? item : cleanItem(item, clean);
  const items = page.items.map(cleaned);
  const { seen } = page;
  return { ...told, items, ...(seen !== undefined && { seen: cleanNames(seen, clean) }) };
}

/** Bounds of the items that are not understood: how many, of how many characters, how far down they are looked for. */
const MOST = 8;
const LONGEST = 300;
const DEEPEST = 3;

/** Some of them as compact JSON, to be shown to whoever asks what is missing; the answer's beginning where none can be told. */
function strangeItems(body: Body, text: string, clean: Clean): readonly string[] {
  const found: string[] = [];
  const short = (raw: string): string => {
    const whole = clean(raw);
    return whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST)}…`;
  };
  const look = (value: unknown, depth: number): void => {
    if (depth > DEEPEST || found.length >= MOST) return;
    if (isFields(value)) for (const inner of Object.values(value)) look(inner, depth + 1);
    if (!Array.isArray(value)) return;
    for (const item of value.filter((each) => !isFields(each) && readId(each) === null)) {
      if (found.length < MOST) found.push(short(JSON.stringify(item)));
    }
  };
  if (body.kind === 'json') look(body.value, 0);
  return found.length > 0 ? found : [short(text)];
}

function cleanNames({ list, id, created, timeForm }: SeenNames, clean: Clean): SeenNames {
  return { list: clean(list), id: clean(id), created: created === null ? null : clean(created), timeForm };
}

/** Its id stays: the board would be lost without it, and ids that only look like tokens exist. */
function cleanItem(item: BoardItem, clean: Clean): BoardItem {
  const raw = cleanJson(item.raw, clean);
  if (raw === item.raw) return item;
  const fields = parseJson(item.raw);
  // From the field itself: of the time in the item the end may be missing, and half a secret is not recognised.
  const created = isFields(fields) ? (findTime(fields, clean)?.time ?? null) : null;
  return { id: item.id, created, raw };
}

/** A JSON text with the secrets taken out of its texts and names, and nothing else changed. */
function cleanJson(json: string, clean: Clean): string {
  const pieces: string[] = [];
  let end = 0;
  /** Of each list and object that is open, and of the next value: whether its texts go, whatever they look like. */
  const open: boolean[] = [];
  let goes = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    // A field that names a secret has its text taken out, also from a list; fields in it have names of their own.
    if (character === '{') goes = false;
    if (character === '[' || character === '{') open.push(goes);
    else if (character === ']' || character === '}') open.pop();
    else if (character === ',') goes = open.at(-1) === true;
    if (character !== '"') continue;
    const from = at;
    at = endOfString(json, at + 1);
    const text = JSON.parse(json.slice(from, at + 1)) as string;
    COLON.lastIndex = at + 1;
    const isName = COLON.test(json);
    const cleaned = goes && !isName ? REDACTED : clean(text);
    if (isName) goes = namesSecret(text, clean);
    if (cleaned === text) continue;
    pieces.push(json.slice(end, from), JSON.stringify(cleaned));
    end = at + 1;
  }
  return pieces.join('') + json.slice(end);
}

const COLON = /\s*:/uy;

/** Whether a text would be taken out for the name that it stands under. */
export function namesSecret(name: string, clean: Clean): boolean {
  const said = `"${name}":"x"`;
  return clean(said) !== said && clean(name) === name;
}
