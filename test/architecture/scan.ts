/**
 * Our own scan of the syntax tree: what must not stand in the source at all, or only in one place.
 * TypeScript 7 has no JavaScript interface, so the known scanners do not run on it; oxc-parser does.
 */
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';
import type { Rule, SourceFile, TextRule } from './rule.ts';
import { RULES, TEXT_RULES } from './rules/index.ts';

/** One breach: the rule's name, the file with its line, what was found and why it may not stand there. */
export type Finding = {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly what: string;
  readonly why: string;
};

const CODE = /\.(?:[cm]?[jt]sx?)$/u;

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

type Handler = (node: never) => void;

/** Several visitors as one, so that each tree is walked once. */
function together(visitors: readonly VisitorObject[]): VisitorObject {
  const all = new Map<string, Handler[]>();
  for (const visitor of visitors) {
    for (const [type, handler] of Object.entries<Handler>({ ...visitor })) {
      all.set(type, [...(all.get(type) ?? []), handler]);
    }
  }
  return Object.fromEntries(
    [...all].map(([type, handlers]) => [
      type,
      (node: never) => {
        for (const handler of handlers) handler(node);
      },
    ]),
  );
}

/** Everything that the rules match in one code file, allowed there or not; a parse error is a match too. */
function matches(file: SourceFile, rules: readonly Rule[]): readonly Finding[] {
  const { program, errors } = parseSync(file.path, file.text);
  const found: Finding[] = errors.map((error) => ({
    rule: 'parse-error',
    path: file.path,
    line: lineAt(file.text, error.labels[0]?.start ?? 0),
    what: error.message,
    why: 'What cannot be read cannot be checked.',
  }));
  const visitors = rules
    .filter((rule) => rule.applies(file.path))
    .map((rule) =>
      rule.visit((at, what) =>
        found.push({
          rule: rule.name,
          path: file.path,
          line: lineAt(file.text, at.start),
          what,
          why: rule.why,
        }),
      ),
    );
  new Visitor(together(visitors)).visit(program);
  return found;
}

/** Keeps what is a breach: all matches of a plain rule; of a one-place rule all but the first in its place. */
function breaches(found: readonly Finding[], rules: readonly Rule[]): readonly Finding[] {
  const used = new Set<string>();
  return found.filter((finding) => {
    const onlyIn = rules.find((rule) => rule.name === finding.rule)?.onlyIn;
    if (!onlyIn?.(finding.path) || used.has(finding.rule)) return true;
    used.add(finding.rule);
    return false;
  });
}

/** Scans files by all rules (or those given); gives the breaches, an empty list when all is well. */
export function scan(
  sources: readonly SourceFile[],
  rules: readonly Rule[] = RULES,
  textRules: readonly TextRule[] = TEXT_RULES,
): readonly Finding[] {
  const code = sources.filter((file) => CODE.test(file.path)).flatMap((file) => matches(file, rules));
  const texts = sources.flatMap((file) =>
    textRules
      .filter((rule) => rule.applies(file.path))
      .flatMap((rule) =>
        rule.find(file.text).map((what) => ({
          rule: rule.name,
          path: file.path,
          line: lineAt(file.text, Math.max(0, file.text.indexOf(what))),
          what,
          why: rule.why,
        })),
      ),
  );
  return [...breaches(code, rules), ...texts];
}

/** Where the matches of a one-place rule stand, allowed or not: `path:line` each. */
export function sitesOf(name: string, sources: readonly SourceFile[]): readonly string[] {
  const rules = RULES.filter((rule) => rule.name === name);
  return sources
    .filter((file) => CODE.test(file.path))
    .flatMap((file) => matches(file, rules))
    .map((finding) => `${finding.path}:${finding.line}`);
}
