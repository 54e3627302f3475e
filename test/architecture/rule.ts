/** What a rule of the scan is, and the few shapes that most rules have. */
import type { Expression, PropertyKey, VisitorObject } from 'oxc-parser';

/** A file of the repository: its path with forward slashes from the root, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

type Where = (path: string) => boolean;

/** Takes the place of a match (offset into the text) and its description. */
type Report = (at: { readonly start: number }, what: string) => void;

type Named = {
  readonly name: string;
  readonly why: string;
  readonly applies: Where;
  /** Two examples in a file that the rule applies to: code that it must refuse, and code that it must accept. */
  readonly proof: { readonly at: string; readonly refuse: string; readonly accept: string };
};

/** A rule over the syntax tree of one TypeScript or JavaScript file. */
export type Rule = Named & {
  /** The only file that may hold a match, and exactly one; without it no file may. */
  readonly place?: string;
  readonly visit: (report: Report) => VisitorObject;
};

/** A rule over the text of a page, a style or a packaging file. */
export type TextRule = Named & { readonly find: (text: string) => readonly string[] };

type Ban = Omit<Rule, 'visit'>;

export const inMain: Where = (path) => path.startsWith('main/');
export const inRenderer: Where = (path) => path.startsWith('renderer/');
/** The code that ships. The build's configuration lies in renderer/ but does not ship. */
export const inProduct: Where = (path) =>
  /^(?:main|preload|renderer)\//u.test(path) && path !== 'renderer/vite.config.ts';

/** All of `where` except the named files and folders (a folder ends in a slash). */
export const except =
  (where: Where, ...exempt: readonly string[]): Where =>
  (path) =>
    where(path) && !exempt.some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name));

/** The text of a string, or of a template without holes; otherwise undefined. */
export function textOf(node: Expression | PropertyKey | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? undefined;
  }
  return undefined;
}

/** The name of a property: `x`, `'x'` or `['x']`; undefined when it is computed at run time. */
function keyOf(key: PropertyKey, computed: boolean): string | undefined {
  if (!computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')) return key.name;
  return textOf(key);
}

/** `a.b.c` for a chain of names (with or without `?.`, `['b']`, brackets); a link that is no name reads `?`. */
export function dotted(node: Expression): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
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

/** Calls (and `new`) of a dotted name, or of any name that ends in `.name` if the banned one begins with a dot. */
export function calls(ban: Ban, ...banned: readonly string[]): Rule {
  const isBad = (name: string): boolean =>
    banned.some((item) => (item.startsWith('.') ? name.endsWith(item) : name === item));
  return {
    ...ban,
    visit: (report) => {
      const check = (node: { readonly start: number; readonly callee: Expression }): void => {
        const name = dotted(node.callee);
        if (isBad(name)) report(node, `${name}()`);
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

/** Members by their dotted name, whether they are read, called or set. */
export function members(ban: Ban, ...banned: readonly string[]): Rule {
  return {
    ...ban,
    visit: (report) => ({
      MemberExpression: (node) => {
        if (banned.includes(dotted(node))) report(node, dotted(node));
      },
    }),
  };
}

/** Properties of objects and assignments to members, judged by name and value. */
export function settings(ban: Ban, isBad: (name: string, value: Expression) => boolean): Rule {
  return {
    ...ban,
    visit: (report) => {
      const check = (at: { readonly start: number }, name: string | undefined, value: Expression): void => {
        if (name !== undefined && isBad(name, value)) report(at, name);
      };
      return {
        ObjectExpression: (node) => {
          for (const part of node.properties)
            if (part.type === 'Property') check(part, keyOf(part.key, part.computed), part.value);
        },
        AssignmentExpression: ({ left, right }) => {
          if (left.type === 'MemberExpression') check(left, keyOf(left.property, left.computed), right);
        },
      };
    },
  };
}

/** Settings that must have the given literal value. */
export const options = (ban: Ban, required: Readonly<Record<string, boolean | ''>>): Rule =>
  settings(
    ban,
    (name, value) =>
      Object.hasOwn(required, name) && !(value.type === 'Literal' && value.value === required[name]),
  );

export function literals(ban: Ban, isBad: (text: string) => boolean): Rule {
  return {
    ...ban,
    visit: (report) => ({
      Literal: (node) => {
        if (typeof node.value === 'string' && isBad(node.value)) report(node, node.value);
      },
      TemplateElement: (node) => {
        if (isBad(node.value.raw)) report(node, node.value.raw);
      },
    }),
  };
}
