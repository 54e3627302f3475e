/** The guest: one component, and nothing of it that opens or hands over anything. */
import { except, inProduct, literals, textOf, type Rule } from '../rule.ts';

export const WEBVIEW_RULES: readonly Rule[] = [
  {
    name: 'one-webview',
    why: 'One component holds the guest, its shield and its timer.',
    applies: except(inProduct, 'renderer/parts/room-preview.tsx'),
    visit: (report) => ({
      JSXOpeningElement: (node) => {
        if (node.name.type === 'JSXIdentifier' && node.name.name === 'webview') report(node, '<webview>');
      },
      CallExpression: (node) => {
        const [first] = node.arguments;
        if (
          node.callee.type === 'MemberExpression' &&
          node.callee.property.type === 'Identifier' &&
          node.callee.property.name === 'createElement' &&
          first &&
          first.type !== 'SpreadElement' &&
          textOf(first)?.toLowerCase() === 'webview'
        ) {
          report(node, "createElement('webview')");
        }
      },
    }),
  },
  {
    name: 'no-popups-from-guests',
    why: 'Popups are denied; the attribute would allow them before we are asked.',
    applies: inProduct,
    visit: (report) => ({
      JSXAttribute: (node) => {
        if (node.name.type === 'JSXIdentifier' && node.name.name.toLowerCase() === 'allowpopups') {
          report(node, 'allowpopups');
        }
      },
      CallExpression: (node) => {
        const [first] = node.arguments;
        if (
          node.callee.type === 'MemberExpression' &&
          node.callee.property.type === 'Identifier' &&
          ['setAttribute', 'toggleAttribute'].includes(node.callee.property.name) &&
          first &&
          first.type !== 'SpreadElement' &&
          textOf(first)?.toLowerCase() === 'allowpopups'
        ) {
          report(node, `${node.callee.property.name}('allowpopups')`);
        }
      },
      AssignmentExpression: (node) => {
        if (
          node.left.type === 'MemberExpression' &&
          node.left.property.type === 'Identifier' &&
          node.left.property.name.toLowerCase() === 'allowpopups'
        ) {
          report(node, 'allowpopups');
        }
      },
    }),
  },
  literals(
    {
      name: 'no-guest-attributes',
      why: 'Main decides what a guest may do; attributes that ask for more are not even written.',
      applies: (path) => path.startsWith('renderer/'),
    },
    (text) =>
      /^(?:nodeintegration|nodeintegrationinsubframes|disablewebsecurity|blinkfeatures|webpreferences)$/iu.test(
        text,
      ),
  ),
];
