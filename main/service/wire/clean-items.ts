/** Takes secrets out of listed boards: what a service repeats of a key must not be kept with them. */
import { REDACTED } from '../../log/redact.ts';
import type { BoardItem, BoardPage } from '../types.ts';
import { isFields, type Fields } from './body.ts';
import { findTime } from './times.ts';

type Clean = (text: string) => string;

/** `text` is the answer that the page was read from: most hold nothing, and then the page is given as it is. */
export function withoutSecrets(page: BoardPage, text: string, clean: Clean): BoardPage {
  if (clean(text) === text) return page;
  return { ...page, items: page.items.map((item) => cleanItem(item, clean)) };
}

/** Its id stays: the board would be lost without it, and ids that only look like tokens exist. */
function cleanItem({ id, fields }: BoardItem, clean: Clean): BoardItem {
  // From the field itself: of the time in the item the end may be missing, and half a secret is not recognised.
  return { id, created: findTime(fields, clean)?.time ?? null, fields: cleanFields(fields, clean) };
}

function cleanFields(fields: Fields, clean: Clean): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [clean(name), cleanValue(name, value, clean)]),
  );
}

/** A field that names a secret has its text taken out, whatever it looks like. */
function cleanValue(name: string, value: unknown, clean: Clean): unknown {
  const cleanText = namesSecret(name, clean) ? (): string => REDACTED : clean;
  const cleaned = (inner: unknown): unknown => {
    if (typeof inner === 'string') return cleanText(inner);
    if (Array.isArray(inner)) return inner.map(cleaned);
    return isFields(inner) ? cleanFields(inner, clean) : inner;
  };
  return cleaned(value);
}

/** Whether a text would be taken out for the name that it stands under. */
export function namesSecret(name: string, clean: Clean): boolean {
  const said = `"${name}":"x"`;
  return clean(said) !== said && clean(name) === name;
}
