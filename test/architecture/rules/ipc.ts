/** The one door between page and main. */
import { calls, except, files, identifiers, imports, inMain, inProduct, names, type Rule } from '../rule.ts';

const bridge = 'preload/bridge.ts';

export const IPC_RULES: readonly Rule[] = [
  calls(
    {
      name: 'one-ipc-handler',
      why: 'Sender, schema and limits are checked in one place.',
      applies: inMain,
      onlyIn: files('main/ipc/router.ts'),
    },
    ['ipcMain.handle', '.ipcMain.handle'],
  ),
  calls(
    { name: 'no-ipc-listeners', why: 'Only calls with an answer pass the router.', applies: inMain },
    ['on', 'once', 'addListener', 'handleOnce'].flatMap((name) => [`ipcMain.${name}`, `.ipcMain.${name}`]),
  ),
  names(
    {
      name: 'no-synchronous-ipc',
      why: 'A synchronous call freezes the page.',
      applies: except(inProduct, 'renderer/'),
    },
    ['sendSync', 'sendToHost', 'returnValue'],
  ),
  identifiers(
    {
      name: 'ipc-renderer-in-the-bridge',
      why: 'The page gets named methods, never the channel itself.',
      applies: except(inProduct, bridge),
    },
    ['ipcRenderer'],
  ),
  {
    name: 'ipc-renderer-stays-inside',
    why: 'ipcRenderer as a value could be handed to the page: call its methods in place.',
    applies: files(bridge),
    visit: (report) => ({
      ObjectExpression: (node) => {
        for (const part of node.properties) {
          const value = part.type === 'SpreadElement' ? part.argument : part.value;
          if (value.type === 'Identifier' && value.name === 'ipcRenderer')
            report(part, 'ipcRenderer in an object');
        }
      },
      CallExpression: (node) => {
        for (const argument of node.arguments) {
          if (argument.type === 'Identifier' && argument.name === 'ipcRenderer') {
            report(argument, 'ipcRenderer as an argument');
          }
        }
      },
    }),
  },
  calls(
    {
      name: 'one-bridge',
      why: 'window.easel is the only thing that the page is given.',
      applies: inProduct,
      onlyIn: files(bridge),
    },
    ['contextBridge.exposeInMainWorld', '.exposeInMainWorld'],
  ),
  names(
    {
      name: 'no-other-worlds',
      why: 'window.easel is the only thing that the page is given.',
      applies: inProduct,
    },
    ['exposeInIsolatedWorld'],
  ),
  imports(
    {
      name: 'preload-imports',
      why: 'A sandboxed preload has Electron and the contract, and nothing else.',
      applies: (path) => path.startsWith('preload/') && !path.startsWith('preload/contract/'),
    },
    (module) => module !== 'electron' && !module.startsWith('./contract/'),
  ),
  {
    name: 'bridge-has-one-user',
    why: 'renderer/bridge.ts alone knows window.easel, so that stores and tests meet one shape.',
    applies: except((path) => path.startsWith('renderer/'), 'renderer/bridge.ts'),
    visit: (report) => ({
      MemberExpression: (node) => {
        if (
          node.object.type === 'Identifier' &&
          ['window', 'globalThis', 'self'].includes(node.object.name) &&
          node.property.type === 'Identifier' &&
          node.property.name === 'easel'
        ) {
          report(node, 'window.easel');
        }
      },
    }),
  },
];
