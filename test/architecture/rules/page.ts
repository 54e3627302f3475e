/** The bridge between page and main, and the guests of the page. */
import { calls, dotted, except, inMain, inProduct, inRenderer, members, textOf, type Rule } from '../rule.ts';

const row = 'renderer/parts/row.tsx';
const preview = 'renderer/parts/room-preview.tsx';
const bridge = 'preload/bridge.ts';

const GUEST_ATTRIBUTES =
  /^(?:allowpopups|nodeintegration|nodeintegrationinsubframes|disablewebsecurity|blinkfeatures|webpreferences)$/iu;

export const PAGE_RULES: readonly Rule[] = [
  calls(
    {
      name: 'one-ipc-handler',
      why: 'One function checks senders, schemas and limits.',
      applies: inMain,
      place: 'main/ipc/router.ts',
      proof: {
        at: 'main/boards/boards.ts',
        refuse: "ipcMain.handle('x', f)",
        accept: "router.handle('x', f)",
      },
    },
    'ipcMain.handle',
    '.ipcMain.handle',
  ),
  calls(
    {
      name: 'one-bridge',
      why: 'The page gets window.easel and nothing else.',
      applies: inProduct,
      place: bridge,
      proof: {
        at: bridge,
        refuse: "contextBridge.exposeInMainWorld('a', {})",
        accept: "test('exposeInMainWorld')",
      },
    },
    '.exposeInMainWorld',
  ),
  {
    name: 'ipc-renderer-stays-inside',
    why: 'ipcRenderer as a value could reach the page: call its methods in place.',
    applies: (path) => path === bridge,
    proof: {
      at: bridge,
      refuse: 'const api = { ipcRenderer };',
      accept: "const api = { list: () => ipcRenderer.invoke('boards.list') };",
    },
    visit: (report) => ({
      ObjectExpression: (node) => {
        for (const part of node.properties) {
          const value = part.type === 'SpreadElement' ? part.argument : part.value;
          if (value.type === 'Identifier' && value.name === 'ipcRenderer') report(part, 'in an object');
        }
      },
      CallExpression: (node) => {
        for (const argument of node.arguments)
          if (argument.type === 'Identifier' && argument.name === 'ipcRenderer')
            report(argument, 'as an argument');
      },
    }),
  },
  members(
    {
      name: 'bridge-has-one-user',
      why: 'Stores and tests use renderer/bridge.ts.',
      applies: except(inRenderer, 'renderer/bridge.ts'),
      proof: { at: row, refuse: 'window.easel.boards.list()', accept: 'bridge.boards.list()' },
    },
    'window.easel',
    'globalThis.easel',
    'self.easel',
  ),
  {
    name: 'one-webview',
    why: 'One component holds the guest, its shield and its timer.',
    applies: inRenderer,
    place: preview,
    proof: { at: row, refuse: "document.createElement('webview')", accept: '<RoomPreview />;' },
    visit: (report) => ({
      JSXOpeningElement: ({ start, name }) => {
        if (name.type === 'JSXIdentifier' && name.name === 'webview') report({ start }, '<webview>');
      },
      CallExpression: ({ start, callee, arguments: [first] }) => {
        if (callee.type === 'Super' || !/\bcreateElement$/u.test(dotted(callee))) return;
        const text = first?.type === 'SpreadElement' ? undefined : textOf(first);
        if (text?.toLowerCase() === 'webview') report({ start }, "createElement('webview')");
      },
    }),
  },
  {
    name: 'no-guest-attributes',
    why: 'Main decides what a guest may do. allowpopups would allow popups before main is asked.',
    applies: inRenderer,
    proof: {
      at: preview,
      refuse: '<webview allowpopups />;',
      accept: '<webview partition="preview-1" />;',
    },
    visit: (report) => {
      const check = (at: { readonly start: number }, name: string | undefined): void => {
        if (name !== undefined && GUEST_ATTRIBUTES.test(name)) report(at, name);
      };
      return {
        JSXIdentifier: (node) => check(node, node.name),
        Identifier: (node) => check(node, node.name),
        Literal: (node) => check(node, textOf(node)),
      };
    },
  },
];
