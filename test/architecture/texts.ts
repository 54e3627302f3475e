/** Finds UI texts in source files: JSX text, and strings that read like words. */
import { visitorKeys } from 'oxc-parser';
import { parsed } from './modules.ts';
import type { SourceFile } from './repository.ts';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const CHECKED = /^(?:main|preload|renderer)\/.*\.tsx?$/u;
/** Files whose strings are not UI texts: sample data, SQL, generated code, HTTP headers and build files. */
const WITHOUT_TEXTS =
  /^(?:main\/(?:practice|store|app\/security)\/|main\/service\/snippets\.ts|main\/lib\/files\/spreadsheet\.ts|renderer\/vite)/u;

const HIDDEN_NAME =
  /^(?:className|d|style|width|transform|aria-keyshortcuts|role|type|key|kind|id|code|pattern|accelerator)$|^(?:classNames|querySelector(?:All)?|closest|matches|includes|log|warn|exec)$|Error$/u;
const HIDDEN_NODE = /^(?:TS(?!As|Satisfies|NonNull).*|Import.*|Throw.*)$/u;

/** Matches a capitalised word, a text that starts like a sentence, or several words of which one is like `the`. */
const WORDS =
  /^(?:\p{Lu}[\p{Ll}’-]+[….:?]?|(?:\p{Lu}|…|“).*\s.*|.*\b(?:an?|and|as|at|by|for|from|in|is|it|no|not|of|on|or|than|the|to|was|with|yet)\b.*\s.*|.*\s.*\b(?:an?|and|by|here|in|it|more|of|off|on|the|to|yet)\b.*)$/u;
const CODE =
  /[{}=<>_|\\]|^[./[#]|\d+px|…System32|^(?:Bearer|Basic|Referer|SELECT|INSERT|LISTEN)\b|-{5}$|\.exe$|^Shift\+/u;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesOf = (value: unknown): readonly Node[] => [value].flat().filter(isNode);

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return textIn(node['name']) || nameOf(node['property'] ?? node['name']);
}

function isHidden(node: Node): boolean {
  if (HIDDEN_NODE.test(node.type)) return true;
  if (node.type === 'BinaryExpression') return node['operator'] !== '+';
  const named = node.type === 'JSXAttribute' ? node['name'] : (node['callee'] ?? node['key']);
  return HIDDEN_NAME.test(nameOf(named));
}

function textOf(node: Node): string {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const parts = nodesOf(node['children']).map(({ type, value }) =>
      type === 'JSXText' ? textIn(value) : '…',
    );
    return parts.some((part) => /\p{L}/u.test(part)) ? parts.join('') : '';
  }
  const text =
    node.type === 'TemplateLiteral'
      ? nodesOf(node['quasis'])
          .map(({ value }) => (value as { readonly cooked: string }).cooked)
          .join('…')
      : textIn(node.type === 'Literal' && node['value']);
  return /\p{L}{2}/u.test(text) && WORDS.test(text) && !CODE.test(text) ? text : '';
}

function collect(node: Node, found: Set<string>): void {
  if (isHidden(node)) return;
  found.add(
    textOf(node)
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/…(?: ?…)+/gu, '…')
      .trim(),
  );
  for (const name of visitorKeys[node.type] ?? [])
    for (const child of nodesOf(node[name])) collect(child, found);
}

export function uiTextsOf(file: SourceFile): readonly string[] {
  if (!CHECKED.test(file.path) || WITHOUT_TEXTS.test(file.path)) return [];
  const found = new Set<string>();
  collect(parsed(file).program as unknown as Node, found);
  found.delete('');
  return [...found];
}
