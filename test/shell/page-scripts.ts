/**
 * The scripts that every document of a window gets, put together from the files beside.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

// The page files are modules for the type checker and for Node; in a page they share one function's scope.
function inlined(file: string): string {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .replace(/^import .*$/gm, '')
    .replace(/^export /gm, '');
}

export function mainWorldScript(options: { readonly hostsWebviews: boolean }): string {
  return `(() => {
    if (window !== window.top) return;
    ${inlined('bridge.js')}
    ${options.hostsWebviews ? inlined('webview-element.js') : 'const installWebview = () => {};'}
    ${inlined('main-world.js')}
    startMainWorld(${JSON.stringify(options)});
  })();`;
}

/** The script for the isolated world: the shell's part, then the preload file, if there is one. */
export function isolatedWorldScript(
  preload: string | undefined,
  options: { readonly hostsWebviews: boolean },
): string {
  const source = preload === undefined ? '' : readFileSync(preload, 'utf8');
  return `(() => {
    if (window !== window.top) return;
    ${inlined('bridge.js')}
    ${inlined('input-watch.js')}
    ${inlined('isolated-world.js')}
    startIsolatedWorld(${JSON.stringify(options)}, function (require, module, exports, process, global, __filename, __dirname) {
${source}
    });
  })();`;
}

/** The script for every frame of a guest: whoever holds the debugger answers, by the two variables. */
export function guestInputScript(): string {
  return `(() => {
    ${inlined('input-watch.js')}
    watchInput(function __shellIsPrevented(name, input) {
      const question = JSON.stringify({ name, input });
      let prevented = false;
      debugger;
      return prevented;
    });
  })();`;
}
