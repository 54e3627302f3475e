/** Describes a file's code as short texts, to which rules.ts applies the regular expressions of its rules. */
import { Visitor, type Expression, type PropertyKey } from 'oxc-parser';
import { parsed } from './modules.ts';

function textOf(node: Expression | PropertyKey): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

/** Returns the name of an object property from `x`, `'x'` or `['x']`. Returns `?` for a computed name. */
function keyOf(key: PropertyKey, computed: boolean): string {
  if (!computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')) return key.name;
  return textOf(key) ?? '?';
}

/** Returns `a.b.c` for property access, even with `?.`, `['b']` or parentheses. A computed part becomes `?`. */
function dotted(node: Expression): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return dotted(node.expression);
    case 'MemberExpression':
      return `${node.object.type === 'Super' ? 'super' : dotted(node.object)}.${keyOf(node.property, node.computed)}`;
    default:
      return '?';
  }
}

/** Returns a literal's value as text, `...` for an object with a spread, and `?` for any other expression. */
function valueOf(node: Expression): string {
  if (node.type === 'Literal') return String(node.value);
  const isSpread =
    node.type === 'ObjectExpression' && node.properties.some(({ type }) => type === 'SpreadElement');
  return isSpread ? '...' : '?';
}

/** Returns one short text per piece of code in a file, such as `new a.b`, `set key = value` or `<tag>`. */
export function factsOf(path: string, text: string): readonly string[] {
  const { program, errors } = parsed({ path, text });
  // Reports syntax errors, because after an error the parser returns no code for the rules to check.
  const facts = errors.map(({ message }) => `syntax error: ${message}`);
  const pass = (node: { readonly type: string; readonly name?: unknown }): void => {
    if (node.type === 'Identifier') facts.push(`pass ${String(node.name)}`);
  };
  new Visitor({
    MemberExpression: (node) => void facts.push(dotted(node)),
    NewExpression: ({ callee }) => void facts.push(`new ${dotted(callee)}`),
    CallExpression: ({ callee, arguments: given }) => {
      for (const argument of given) pass(argument);
      const [first] = given;
      const literal = first === undefined || first.type === 'SpreadElement' ? undefined : textOf(first);
      if (literal !== undefined && callee.type !== 'Super') facts.push(`${dotted(callee)}(${literal})`);
    },
    ObjectExpression: ({ properties }) => {
      for (const part of properties) {
        pass(part.type === 'Property' ? part.value : part.argument);
        if (part.type === 'Property')
          facts.push(`set ${keyOf(part.key, part.computed)} = ${valueOf(part.value)}`);
      }
    },
    AssignmentExpression: ({ left, right }) => {
      if (left.type === 'MemberExpression')
        facts.push(`set ${keyOf(left.property, left.computed)} = ${valueOf(right)}`);
    },
    JSXAttribute: ({ name }) => {
      if (name.type === 'JSXIdentifier') facts.push(`set ${name.name} = ?`);
    },
    JSXOpeningElement: ({ name }) => {
      if (name.type === 'JSXIdentifier') facts.push(`<${name.name}>`);
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') facts.push(`text ${value}`);
    },
    TemplateElement: ({ value }) => void facts.push(`text ${value.raw}`),
  }).visit(program);
  return facts;
}
