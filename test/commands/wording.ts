/**
 * `npm run wording`: every sentence and label that a person can see, by the file it stands in, to be read in one go. Read
 * from the sources: texts of the page, and those of main that reach it or the system's dialogs. Log lines, SQL, class
 * names and addresses are left out. `npm run wording -- renderer/screens/keys` tells those of one folder.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from './process.ts';
import { trackedPaths } from '../architecture/repository.ts';

/** A text that people read begins with a capital, and is more than one word or ends as a sentence. */
const READ_BY_PEOPLE = /^(?:[A-Z][\p{L}’]*(?:[ …,:.]|$)|\{…\} \p{L})/u;
const SQL_OR_CODE = /^[A-Z_]+(?: |$)|[<>]=|=>|--|\bNOT NULL\b/u;
/** What events call keys, and a class name behind another. */
const KEY_OR_CLASS =
  /^(?:(?:Arrow|Page)(?:Up|Down|Left|Right)|Enter|Escape|Backspace|Space|Home|End|Mod|Shift|\{…\} sensitive)$/u;

/** The words of an expression as they are read, with `{…}` for what comes from data; null for what is no text. */
function textOf(node: Readonly<Record<string, unknown>>): string | null {
  if (node['type'] === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node['type'] === 'JSXText' && typeof node['value'] === 'string')
    return node['value'].replaceAll(/\s+/gu, ' ').trim();
  if (node['type'] !== 'TemplateLiteral') return null;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{…}');
}

function collect(node: unknown, into: Set<string>): void {
  if (Array.isArray(node)) return node.forEach((each) => collect(each, into));
  if (typeof node !== 'object' || node === null) return;
  const here = node as Readonly<Record<string, unknown>>;
  if (here['type'] === 'ImportDeclaration' || here['type'] === 'TSLiteralType') return;
  const text = textOf(here);
  if (text !== null && READ_BY_PEOPLE.test(text) && !SQL_OR_CODE.test(text) && !KEY_OR_CLASS.test(text))
    into.add(text);
  for (const child of Object.values(here)) collect(child, into);
}

const [folder = ''] = process.argv.slice(2);
let count = 0;
for (const file of trackedPaths()) {
  if (!/^(?:main|renderer)\/.*\.tsx?$/u.test(file) || !file.startsWith(folder)) continue;
  const texts = new Set<string>();
  collect(parseSync(file, await readFile(path.join(ROOT, file), 'utf8')).program, texts);
  if (texts.size === 0) continue;
  count += texts.size;
  console.log(`\n${file}`);
  for (const text of texts) console.log(`  ${text}`);
}
console.log(`\n${count} texts`);
