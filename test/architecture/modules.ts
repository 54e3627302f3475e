/** Who imports whom, read off oxc-parser's module records; knows which imports are types only. */
import path from 'node:path';
import { parseSync, type ParseResult } from 'oxc-parser';
import type { SourceFile } from './repository.ts';

/** One import of one file. `to` is a path in the repository, or the bare name of a package or of Node. */
export type Arrow = {
  readonly from: string;
  readonly to: string;
  /** True when nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** True when it is loaded where the code comes to it: `import('…')`. */
  readonly lazy: boolean;
};

const parsedOf = new Map<string, ParseResult>();

/** The syntax tree and the imports of a file, parsed once for all rules. */
export function parsed({ path: file, text }: SourceFile): ParseResult {
  const known = parsedOf.get(text) ?? parseSync(file, text);
  parsedOf.set(text, known);
  return known;
}

const CODE = /\.[cm]?[jt]sx?$/u;

/** `./x.ts` seen from a file, as a path in the repository; a bare name stays as it is. */
const resolve = (from: string, request: string): string =>
  request.startsWith('.')
    ? path.posix.normalize(path.posix.join(path.posix.dirname(from), request))
    : request;

/** All imports of a file: static, re-exports, and `import('…')` with a plain text. */
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

/** All that is loaded at run time because a file is, by these imports. */
export function reachedFrom(file: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const each of reached)
    for (const { from, to, typeOnly } of arrows) if (from === each && !typeOnly) reached.add(to);
  return reached;
}
