/** Checks that every key handler of the page uses `onKeys`, which ignores keys typed into an input method (IME). */
import { Visitor, type Span } from 'oxc-parser';
import { expect, test } from 'vitest';
import { parsed } from './modules.ts';
import { trackedFiles, type SourceFile } from './repository.ts';

const HANDLER = /^onKey(?:Down|Up|Press)(?:Capture)?$/u;
const EVENT = /^key(?:down|up|press)$/u;

function bareHandlers(file: SourceFile): readonly string[] {
  const found: string[] = [];
  const textOf = ({ start, end }: Span): string => file.text.slice(start, end);
  const check = (handler: Span | null | undefined): void => {
    const text = handler == null ? '' : textOf(handler);
    if (!/^\{?(?:\(event\) => )?onKeys\(/u.test(text)) found.push(text);
  };
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && HANDLER.test(name.name)) check(value);
    },
    ObjectExpression: ({ properties }) => {
      for (const each of properties)
        if (each.type === 'Property' && each.key.type === 'Identifier' && HANDLER.test(each.key.name))
          check(each.value);
    },
    CallExpression: ({ callee, arguments: [type, handler] }) => {
      const isListening = callee.type === 'MemberExpression' && /\.(?:add|on)\w*$/u.test(textOf(callee));
      if (isListening && type?.type === 'Literal' && EVENT.test(String(type.value))) check(handler);
    },
  }).visit(parsed(file).program);
  return found;
}

test('the source scan reports key handlers without the onKeys() wrapper in JSX, objects and event listeners', () => {
  const text = [
    'const field = <input onKeyDown={press} />;',
    'const shared = { onKeyUp: (event) => save(event) };',
    "node.addEventListener('keydown', listen);",
    'const good = <input onKeyDown={onKeys(press)} {...{ onKeyDown: onKeys(press) }} />;',
    "node.addEventListener('keydown', onKeys(press), true);",
  ].join('\n');
  expect(bareHandlers({ path: 'x.tsx', text })).toEqual(['{press}', '(event) => save(event)', 'listen']);
});

test('every key handler of the page ignores key presses of an input method (IME)', () => {
  const pages = trackedFiles().filter(({ path }) => /^renderer\/.*\.tsx?$/u.test(path));
  expect(pages.flatMap((file) => bareHandlers(file).map((handler) => `${file.path}: ${handler}`))).toEqual(
    [],
  );
});
