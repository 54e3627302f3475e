/** Builds the scripts that the Chromium shell runs in each document of a window. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

// Removes import and export statements, because the inlined files share one scope in a page.
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

/** Returns a page script that pauses at each input event until the app has allowed or prevented it. */
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
