/** What a page may not do: turn text into markup or code. */
import { calls, dotted, inProduct, inRenderer, literals, names, textOf, type Rule } from '../rule.ts';

export const PAGE_RULES: readonly Rule[] = [
  names(
    { name: 'no-markup-from-text', why: 'Board names are hostile; text is set as text.', applies: inProduct },
    [
      'innerHTML',
      'outerHTML',
      'insertAdjacentHTML',
      'dangerouslySetInnerHTML',
      'createContextualFragment',
      'srcdoc',
      'srcDoc',
      'setHTMLUnsafe',
      'parseHTMLUnsafe',
    ],
  ),
  calls({ name: 'no-document-write', why: 'It turns text into markup.', applies: inProduct }, [
    'document.write',
    'document.writeln',
    '.document.write',
    '.document.writeln',
    'DOMParser',
  ]),
  calls({ name: 'no-eval', why: 'Text is never code.', applies: inProduct }, [
    'eval',
    'globalThis.eval',
    'window.eval',
    'Function',
    'globalThis.Function',
    'window.Function',
  ]),
  {
    name: 'no-timer-strings',
    why: 'A timer that takes text is eval.',
    applies: inProduct,
    visit: (report) => ({
      CallExpression: (node) => {
        if (node.callee.type === 'Super') return;
        const name = dotted(node.callee).replace(/^(?:window|globalThis)\./u, '');
        const [first] = node.arguments;
        if (!['setTimeout', 'setInterval', 'setImmediate'].includes(name) || !first) return;
        if (
          first.type === 'TemplateLiteral' ||
          (first.type !== 'SpreadElement' && textOf(first) !== undefined)
        ) {
          report(node, `${name} with text`);
        }
      },
    }),
  },
  literals({ name: 'no-script-addresses', why: 'Text is never code.', applies: inProduct }, (text) =>
    /^\s*(?:javascript|vbscript):./iu.test(text),
  ),
  calls(
    { name: 'no-page-windows', why: 'Pages open no windows; main opens what has an id.', applies: inProduct },
    ['window.open', 'globalThis.open'],
  ),
  names(
    { name: 'no-cookies', why: 'The page keeps nothing that another page could read.', applies: inRenderer },
    ['cookie'],
  ),
  calls({ name: 'no-policies', why: "The page's CSP says trusted-types 'none'.", applies: inProduct }, [
    'trustedTypes.createPolicy',
    '.trustedTypes.createPolicy',
  ]),
];
