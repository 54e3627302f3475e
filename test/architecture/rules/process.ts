/** Programs, code from elsewhere, and what the process was started with. */
import { calls, except, imports, inMain, inProduct, textOf, type Rule } from '../rule.ts';

export const PROCESS_RULES: readonly Rule[] = [
  imports(
    {
      name: 'no-programs',
      why: 'The app starts no programs; the update check asks the system about a signature.',
      applies: except(inProduct, 'main/updates/'),
    },
    (module) => ['node:child_process', 'child_process', 'node:cluster'].includes(module),
  ),
  imports({ name: 'no-virtual-machines', why: 'Text is never code.', applies: inProduct }, (module) =>
    ['node:vm', 'vm', 'node:repl', 'node:inspector'].includes(module),
  ),
  {
    name: 'known-modules-only',
    why: 'A module whose name is made at run time may be anything.',
    applies: inProduct,
    visit: (report) => ({
      ImportExpression: (node) => {
        if (textOf(node.source) === undefined) report(node, 'import() of an expression');
      },
      CallExpression: (node) => {
        const [first] = node.arguments;
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'require' || !first) return;
        if (first.type === 'SpreadElement' || textOf(first) === undefined)
          report(node, 'require() of an expression');
      },
    }),
  },
  calls({ name: 'no-inner-node', why: 'They load native code past every check.', applies: inProduct }, [
    'process.binding',
    'process._linkedBinding',
    'process.dlopen',
  ]),
  {
    name: 'environment-read-once',
    why: 'main/env.ts reads argv and the environment once and freezes them; index.ts cleans them before.',
    applies: except(inMain, 'main/env.ts', 'main/index.ts'),
    visit: (report) => ({
      MemberExpression: (node) => {
        if (
          node.object.type === 'Identifier' &&
          node.object.name === 'process' &&
          node.property.type === 'Identifier' &&
          ['env', 'argv', 'execArgv'].includes(node.property.name)
        ) {
          report(node, `process.${node.property.name}`);
        }
      },
    }),
  },
];
