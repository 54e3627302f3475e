/** Items of a list that are not understood, as they came: shown to whoever asks what is missing. */
import type { BoardPage } from '../types.ts';
import { isFields, type Body } from './body.ts';
import { readId } from './ids.ts';

const MOST = 8;
const LONGEST = 300;
const DEEPEST = 3;

type Clean = (text: string) => string;

/** The same page, with some of the items that are not understood. */
export function withStrange(page: BoardPage, body: Body, text: string, clean: Clean): BoardPage {
  return page.notUnderstood === 0 ? page : { ...page, strange: strangeItems(body, text, clean) };
}

/** Some of them as compact JSON, secrets taken out by `clean`; the beginning of the answer where none can be told. */
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
  return found.length > 0 ? found : [short(text.trim())];
}
