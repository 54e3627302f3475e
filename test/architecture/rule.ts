/** What a rule of the scan is, and the few shapes that most rules have. */
import type { Expression, PropertyKey, VisitorObject } from 'oxc-parser';

/** A file of the repository: its path with forward slashes from the root, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

/** Told by a rule where something stands (offset into the text) and what it is. */
export type Report = (at: { readonly start: number }, what: string) => void;

/** A rule over the syntax tree of one TypeScript or JavaScript file. */
export type Rule = {
  readonly name: string;
  readonly why: string;
  /** Which files it reads. */
  readonly applies: (path: string) => boolean;
  /** The only files that may hold what the rule finds, and only once in all; without it nothing may. */
  readonly onlyIn?: (path: string) => boolean;
  readonly visit: (report: Report) => VisitorObject;
};

/** A rule over the text of one file that is no TypeScript: gives what it found, in words. */
export type TextRule = {
  readonly name: string;
  readonly why: string;
  readonly applies: (path: string) => boolean;
  readonly find: (text: string) => readonly string[];
};

type Where = (path: string) => boolean;

const starts =
  (...folders: readonly string[]): Where =>
  (path) =>
    folders.some((folder) => path.startsWith(folder));

export const inMain: Where = starts('main/');
export const inRenderer: Where = starts('renderer/');
/** What ships: the three rooms. The build's configuration lies in renderer/ but does not ship. */
export const inProduct: Where = (path) =>
  starts('main/', 'preload/', 'renderer/')(path) && path !== 'renderer/vite.config.ts';

/** All of `where` but the named files and folders (a folder ends in a slash). */
export const except =
  (where: Where, ...exempt: readonly string[]): Where =>
  (path) =>
    where(path) && !exempt.some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name));

/** Exactly the named files. */
export const files =
  (...names: readonly string[]): Where =>
  (path) =>
    names.includes(path);

/** The text of a string, or of a template without holes; otherwise undefined. */
export function textOf(node: Expression | PropertyKey | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? undefined;
  }
  return undefined;
}

/** The name of a property: `x`, `'x'` or `['x']`; undefined when it is computed at run time. */
export function keyOf(key: PropertyKey, computed: boolean): string | undefined {
  if (!computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')) return key.name;
  return textOf(key);
}

/** `a.b.c` for a chain of names (with or without `?.`, `['b']`, brackets); a link that is no name reads `?`. */
export function dotted(node: Expression): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'ThisExpression':
      return 'this';
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return dotted(node.expression);
    case 'MemberExpression': {
      const name = keyOf(node.property, node.computed) ?? '?';
      return node.object.type === 'Super' ? `super.${name}` : `${dotted(node.object)}.${name}`;
    }
    default:
      return '?';
  }
}

type Ban = Pick<Rule, 'name' | 'why' | 'applies' | 'onlyIn'>;

/** Names that may not be reached: as a member, in a destructuring, in an import or as a JSX attribute. */
export function names(ban: Ban, banned: readonly string[]): Rule {
  return {
    ...ban,
    visit: (report) => {
      const check = (at: { readonly start: number }, name: string | undefined): void => {
        if (name !== undefined && banned.includes(name)) report(at, name);
      };
      return {
        MemberExpression: (node) => check(node, keyOf(node.property, node.computed)),
        ObjectPattern: (node) => {
          for (const part of node.properties) {
            if (part.type === 'Property') check(part, keyOf(part.key, part.computed));
          }
        },
        ImportSpecifier: (node) =>
          check(node, node.imported.type === 'Literal' ? node.imported.value : node.imported.name),
        JSXAttribute: (node) =>
          check(node, node.name.type === 'JSXIdentifier' ? node.name.name : node.name.name.name),
      };
    },
  };
}

/** Names that may not stand anywhere, not even as a text that could be looked up. */
export function identifiers(ban: Ban, banned: readonly string[]): Rule {
  return {
    ...ban,
    visit: (report) => ({
      Identifier: (node) => {
        if (banned.includes(node.name)) report(node, node.name);
      },
      Literal: (node) => {
        if (typeof node.value === 'string' && banned.includes(node.value)) report(node, node.value);
      },
    }),
  };
}

/** Calls (and `new`) of a dotted name, or of anything that ends in `.name` when it begins with a dot. */
export function calls(ban: Ban, banned: readonly string[]): Rule {
  return {
    ...ban,
    visit: (report) => {
      const check = (node: { readonly start: number; readonly callee: Expression }): void => {
        const name = dotted(node.callee);
        if (banned.some((item) => (item.startsWith('.') ? name.endsWith(item) : name === item))) {
          report(node, `${name}()`);
        }
      };
      return {
        CallExpression: (node) => {
          if (node.callee.type !== 'Super') check({ start: node.start, callee: node.callee });
        },
        NewExpression: check,
      };
    },
  };
}

/** Options that must hold the given value, literally, wherever an object names or an assignment sets them. */
export function options(ban: Ban, required: Readonly<Record<string, boolean | ''>>): Rule {
  const wrong = (name: string | undefined, value: Expression): boolean =>
    name !== undefined &&
    Object.hasOwn(required, name) &&
    !(value.type === 'Literal' && value.value === required[name]);
  return {
    ...ban,
    visit: (report) => ({
      ObjectExpression: (node) => {
        for (const part of node.properties) {
          if (part.type !== 'Property') continue;
          const name = keyOf(part.key, part.computed);
          if (wrong(name, part.value)) report(part, `${name} is not ${JSON.stringify(required[name ?? ''])}`);
        }
      },
      AssignmentExpression: (node) => {
        if (node.left.type !== 'MemberExpression') return;
        const name = keyOf(node.left.property, node.left.computed);
        if (wrong(name, node.right)) report(node, `${name} is not ${JSON.stringify(required[name ?? ''])}`);
      },
    }),
  };
}

/** Strings, template pieces and JSX texts in attributes, judged one by one. */
export function literals(ban: Ban, isBad: (text: string) => boolean): Rule {
  return {
    ...ban,
    visit: (report) => ({
      Literal: (node) => {
        if (typeof node.value === 'string' && isBad(node.value)) report(node, JSON.stringify(node.value));
      },
      TemplateElement: (node) => {
        if (isBad(node.value.raw)) report(node, JSON.stringify(node.value.raw));
      },
    }),
  };
}

/** Imports of modules, static, dynamic, `require`d or re-exported, judged by their names; types are free. */
export function imports(ban: Ban, isBad: (module: string) => boolean): Rule {
  return {
    ...ban,
    visit: (report) => {
      const check = (at: { readonly start: number }, module: string | undefined): void => {
        if (module !== undefined && isBad(module)) report(at, `import of ${module}`);
      };
      return {
        ImportDeclaration: (node) => {
          if (node.importKind !== 'type') check(node, node.source.value);
        },
        ExportNamedDeclaration: (node) => {
          if (node.exportKind !== 'type') check(node, node.source?.value);
        },
        ExportAllDeclaration: (node) => {
          if (node.exportKind !== 'type') check(node, node.source.value);
        },
        ImportExpression: (node) => check(node, textOf(node.source)),
        CallExpression: (node) => {
          const [first] = node.arguments;
          if (node.callee.type !== 'Super' && /^(?:\?\.)?require$/u.test(dotted(node.callee)) && first) {
            check(node, first.type === 'SpreadElement' ? undefined : textOf(first));
          }
        },
      };
    },
  };
}
