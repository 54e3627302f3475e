/**
 * Scans syntax trees for code that is banned, or allowed in one place only. It holds the rules that oxlint has no words
 * for; .oxlintrc.json holds the others, and map.ts those about imports.
 */
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';
import type { Rule, SourceFile } from './rule.ts';
import { ELECTRON_RULES } from './rules/electron.ts';
import { TEXT_RULES } from './rules/html.ts';
import { OUTSIDE_RULES } from './rules/outside.ts';
import { PAGE_RULES } from './rules/page.ts';

export const CODE_RULES: readonly Rule[] = [...ELECTRON_RULES, ...PAGE_RULES, ...OUTSIDE_RULES];
export const RULES = [...CODE_RULES, ...TEXT_RULES];

/** One match of a rule: its name, the file, the line and what was found. */
export type Finding = {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly what: string;
};

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Several visitors as one, so that each tree is walked once. */
function together(visitors: readonly VisitorObject[]): VisitorObject {
  const all = new Map<string, ((node: never) => void)[]>();
  for (const visitor of visitors)
    for (const [type, handler] of Object.entries<(node: never) => void>({ ...visitor }))
      all.set(type, [...(all.get(type) ?? []), handler]);
  return Object.fromEntries(
    [...all].map(([type, handlers]) => [type, (node: never) => handlers.forEach((handle) => handle(node))]),
  );
}

/** The matches in one code file; a parse error is one too, because the rules can't see the rest of the file. */
function inCode({ path, text }: SourceFile): readonly Finding[] {
  const rules = CODE_RULES.filter(({ applies }) => applies(path));
  if (rules.length === 0) return [];
  const found: Finding[] = [];
  const add = (rule: string, offset: number, what: string): void => {
    found.push({ rule, path, line: lineAt(text, offset), what });
  };
  const { program, errors } = parseSync(path, text);
  for (const { labels, message } of errors) add('parse-error', labels[0]?.start ?? 0, message);
  const visitors = rules.map(({ name, visit }) => visit(({ start }, what) => add(name, start, what)));
  new Visitor(together(visitors)).visit(program);
  return found;
}

/** All matches in these files, those of a rule with one place included. */
export function scan(sources: readonly SourceFile[]): readonly Finding[] {
  return sources.flatMap((file) => {
    const { path, text } = file;
    if (/\.[cm]?[jt]sx?$/u.test(path)) return inCode(file);
    return TEXT_RULES.filter(({ applies }) => applies(path)).flatMap(({ name, find }) =>
      find(text).map((what) => ({ rule: name, path, line: lineAt(text, text.indexOf(what)), what })),
    );
  });
}

/** Whether a rule finds something in a text at a path. */
export const finds = (rule: string, path: string, text: string): boolean =>
  scan([{ path, text }]).some((finding) => finding.rule === rule);
