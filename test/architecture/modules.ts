/** Lists the imports of source files with oxc-parser, and marks type-only imports. */
import path from 'node:path';
import { parseSync, type ParseResult } from 'oxc-parser';
import type { SourceFile } from './repository.ts';

/** One import. `to` is a path in the repository, or the name of a package or Node module. */
export type Arrow = {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly lazy: boolean;
};

const parsedOf = new Map<string, ParseResult>();

export function parsed({ path: file, text }: SourceFile): ParseResult {
  const known = parsedOf.get(text) ?? parseSync(file, text);
  parsedOf.set(text, known);
  return known;
}

const CODE = /\.[cm]?[jt]sx?$/u;

const resolve = (from: string, request: string): string =>
  request.startsWith('.')
    ? path.posix.normalize(path.posix.join(path.posix.dirname(from), request))
    : request;

export function arrowsOf({ path: from, text }: SourceFile): readonly Arrow[] {
  const { module } = parsed({ path: from, text });
  const arrow = (request: string, typeOnly: boolean, lazy = false): Arrow => ({
    from,
    to: resolve(from, request),
    typeOnly,
    lazy,
  });
  return [
    ...module.staticImports.map((item) =>
      arrow(item.moduleRequest.value, item.entries.length > 0 && item.entries.every((entry) => entry.isType)),
    ),
    ...module.staticExports.flatMap((item) =>
      item.entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [arrow(moduleRequest.value, isType)] : [],
      ),
    ),
    ...module.dynamicImports.flatMap((item) => {
      const request = text.slice(item.moduleRequest.start, item.moduleRequest.end);
      return /^(['"`]).*\1$/u.test(request) ? [arrow(request.slice(1, -1), false, true)] : [];
    }),
  ];
}

export function allArrows(sources: readonly SourceFile[]): readonly Arrow[] {
  return sources.filter((file) => CODE.test(file.path)).flatMap(arrowsOf);
}

export function reachedFrom(file: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const each of reached)
    for (const { from, to, typeOnly } of arrows) if (from === each && !typeOnly) reached.add(to);
  return reached;
}
