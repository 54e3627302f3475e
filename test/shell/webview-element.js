/** Replaces the prototype of `<webview>`, which cannot be a custom element because its name contains no dash. */

/** Allows a guest all features here, because the app's permission handlers decide about each request. */
const ALLOW = [
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'microphone',
  'midi',
]
  .map((feature) => `${feature} *`)
  .join('; ');

/**
 * @typedef {{ instance: number, attached: boolean, ownWrites: number, frame: HTMLIFrameElement }} State @typedef {{
 * handle: (type: string, handler: (value: any) => unknown) => void, ask: (type: string, value: unknown) => unknown }}
 * Bridge
 */

/** @param {Bridge} bridge */
export function installWebview(bridge) {
  // Stores each webview's state in a map, because an element with a replaced prototype has no private fields.
  /** @type {WeakMap<Element, State>} */
  const states = new WeakMap();
  /** @type {Map<number, HTMLElement>} */
  const elements = new Map();
  let lastInstance = 0;

  /** @param {Element} element @param {unknown} url */
  function load(element, url) {
    const state = states.get(element);
    if (!state?.attached) throw new Error('The WebView must be attached to the DOM.');
    bridge.ask('webview', { action: 'load', instance: state.instance, url });
  }

  class WebViewElement extends HTMLElement {
    /** @param {string} url */
    async loadURL(url) {
      load(this, url);
    }
    /** @override */
    focus() {
      states.get(this)?.frame.focus();
    }
  }

  /** @param {HTMLElement} element */
  function attach(element) {
    const known = states.get(element);
    if (known || !element.hasAttribute('src') || element.getAttribute('src') === '') return;
    const instance = ++lastInstance;
    const frame = document.createElement('iframe');
    frame.setAttribute('allow', ALLOW);
    // In Electron, a webview with a negative tabindex removes its content from the Tab order too.
    if (element.getAttribute('tabindex')?.startsWith('-')) frame.tabIndex = -1;
    frame.style.cssText = 'flex: 1 1 auto; width: 100%; height: 100%; border: 0;';
    states.set(element, { instance, attached: false, ownWrites: 0, frame });
    elements.set(instance, element);
    // Appends the frame before sending `attach`, because webview-host.ts uses the frame that was added last.
    element.append(frame);
    const params = {
      src: element.getAttribute('src') ?? '',
      partition: element.getAttribute('partition') ?? '',
    };
    bridge.ask('webview', { action: 'attach', instance, params });
  }

  /** @param {HTMLElement} element */
  function detach(element) {
    const state = states.get(element);
    if (!state) return;
    states.delete(element);
    elements.delete(state.instance);
    state.frame.remove();
    bridge.ask('webview', { action: 'detach', instance: state.instance });
  }

  bridge.handle('webview-event', (message) => {
    const element = elements.get(message.instance);
    const state = element && states.get(element);
    if (!element || !state) return;
    const { event: type, properties = {} } = message;
    // As in Electron, the frame of a destroyed guest continues until its element is removed.
    if (type === 'refused' || type === 'destroyed') state.attached = false;
    if (type === 'refused') {
      state.frame.remove();
      return;
    }
    if (type === 'did-attach') state.attached = true;
    element.dispatchEvent(Object.assign(new Event(type), properties));
    // As in Electron, `src` shows the guest's new address after a navigation, without loading the page again.
    if (type === 'load-commit' && properties.isMainFrame && element.getAttribute('src') !== properties.url) {
      state.ownWrites += 1;
      element.setAttribute('src', properties.url);
    }
  });

  /** @param {Node} node */
  function upgrade(node) {
    if (!(node instanceof HTMLElement) || node.localName !== 'webview') return;
    if (!(node instanceof WebViewElement)) Object.setPrototypeOf(node, WebViewElement.prototype);
  }

  /** @param {Node} root @param {(element: HTMLElement) => void} visit */
  function eachWebview(root, visit) {
    if (!(root instanceof HTMLElement)) return;
    if (root.localName === 'webview') visit(root);
    else root.querySelectorAll('webview').forEach((element) => visit(/** @type {HTMLElement} */ (element)));
  }

  const { createElement } = Document.prototype;
  Object.defineProperty(Document.prototype, 'createElement', {
    configurable: true,
    writable: true,
    /** @this {Document} @param {[string, ElementCreationOptions?]} args */
    value: function (...args) {
      const element = Reflect.apply(createElement, this, args);
      upgrade(element);
      return element;
    },
  });

  new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type === 'attributes') {
        if (!(target instanceof HTMLElement) || target.localName !== 'webview' || !target.isConnected)
          continue;
        const state = states.get(target);
        if (state !== undefined && state.ownWrites > 0) state.ownWrites -= 1;
        else if (state?.attached) load(target, target.getAttribute('src'));
        else attach(target);
        continue;
      }
      for (const node of removedNodes) eachWebview(node, detach);
      for (const node of addedNodes) {
        eachWebview(node, (element) => {
          upgrade(element);
          if (element.isConnected) attach(element);
        });
      }
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['src'] });

  // Uses a constructed style sheet, which no content policy blocks. The app's own styles override its layer.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('@layer electron { webview { display: inline-flex; } }');
  document.adoptedStyleSheets.push(sheet);
}
