/** Takes secrets out of listed boards: what a service repeats of a key must not be kept with them. */
import { REDACTED } from '../../log/redact.ts';
import type { BoardItem, BoardPage, SeenNames } from '../types.ts';
import { isFields } from './body.ts';
import { endOfString, parseJson } from './json.ts';
import { findTime } from './times.ts';

type Clean = (text: string) => string;

/**
 * `text` is the answer that the page was read from: most hold nothing, and then the page is given as it is. What is
 * written with escapes is looked at as it reads.
 */
export function withoutSecrets(page: BoardPage, text: string, clean: Clean): BoardPage {
  const isClean = clean(text) === text;
  if (isClean && !text.includes('\\')) return page;
  const cleaned = (item: BoardItem): BoardItem =>
    isClean && !item.raw.includes('\\') ? item : cleanItem(item, clean);
  const items = page.items.map(cleaned);
  const { seen } = page;
  return { ...page, items, ...(seen !== undefined && { seen: cleanNames(seen, clean) }) };
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
