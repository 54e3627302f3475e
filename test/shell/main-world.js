/** Runs in the main world of each document of a window, before the page's scripts. */
import { createBridge } from './bridge.js';
import { installWebview } from './webview-element.js';

/** @param {unknown} value */
function deepFreeze(value) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}

/** @param {{ hostsWebviews: boolean }} options */
export function startMainWorld(options) {
  window.addEventListener(
    '__shellHandshake',
    (event) => {
      event.stopImmediatePropagation();
      const element = /** @type {MouseEvent} */ (event).relatedTarget;
      if (!element) return;
      const bridge = createBridge(element, 'to-page', 'to-preload');
      bridge.handle('expose', (/** @type {{ key: string, api: unknown }} */ { key, api }) => {
        if (key in window)
          throw new Error(`Cannot bind an API on top of an existing property on the window object`);
        deepFreeze(api);
        Object.defineProperty(window, key, { value: api, enumerable: true });
      });
      if (options.hostsWebviews) installWebview(bridge);
    },
    { once: true, capture: true },
  );
}
