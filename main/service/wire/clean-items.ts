/** Takes secrets out of listed boards: what a service repeats of a key must not be kept with them. */
import { REDACTED } from '../../log/redact.ts';
import type { BoardItem, BoardPage } from '../types.ts';
import { isFields, type Fields } from './body.ts';

type Clean = (text: string) => string;

/** `text` is the answer that the page was read from: most hold nothing, and then the page is given as it is. */
export function withoutSecrets(page: BoardPage, text: string, clean: Clean): BoardPage {
  if (clean(text) === text) return page;
  return { ...page, items: page.items.map((item) => cleanItem(item, clean)) };
}

/** Its id stays: the board would be lost without it, and ids that only look like tokens exist. */
function cleanItem({ id, created, fields }: BoardItem, clean: Clean): BoardItem {
  return {
    id,
    created: created === null ? null : { ...created, raw: clean(created.raw) },
    fields: cleanFields(fields, clean),
  };
}

function cleanFields(fields: Fields, clean: Clean): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [clean(name), cleanValue(name, value, clean)]),
  );
}

/** A field that names a secret has its text taken out, whatever it looks like. */
function cleanValue(name: string, value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return namesSecret(name, clean) ? REDACTED : clean(value);
  if (Array.isArray(value)) return value.map((inner: unknown) => cleanValue(name, inner, clean));
  return isFields(value) ? cleanFields(value, clean) : value;
}

function namesSecret(name: string, clean: Clean): boolean {
  const said = `"${name}":"x"`;
  return clean(said) !== said && clean(name) === name;
}
