/**
 * `<webview>` in the page's own world. The name has no dash, so it can be neither a custom element nor hold a shadow
 * root: elements of that name get another prototype and a light-DOM iframe.
 */

/** Everything that a real guest may ask for: the permission handlers decide. */
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
 * @typedef {{ instance: number, attached: boolean, ownWrites: number, frame: HTMLIFrameElement }} State
 * @typedef {{ handle: (type: string, handler: (value: any) => unknown) => void, ask: (type: string, value: unknown) => unknown }} Bridge
 */

/**
 * @param {Bridge} bridge
 */
export function installWebview(bridge) {
  // Private fields throw on elements whose prototype was changed: state lives beside them.
  /** @type {WeakMap<Element, State>} */
  const states = new WeakMap();
  /** @type {Map<number, HTMLElement>} */
  const elements = new Map();
  let lastInstance = 0;

  /**
   * Sends the guest of an attached element elsewhere.
   *
   * @param {Element} element
   * @param {unknown} url
   */
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
    // Out of the Tab order, a shadow host takes what is in it along.
    if (element.getAttribute('tabindex')?.startsWith('-')) frame.tabIndex = -1;
    frame.style.cssText = 'flex: 1 1 auto; width: 100%; height: 100%; border: 0;';
    states.set(element, { instance, attached: false, ownWrites: 0, frame });
    elements.set(instance, element);
    // What is asked next is about this frame: webview-host.ts takes the last one that came.
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
    if (type === 'refused' || type === 'destroyed') {
      state.attached = false;
      state.frame.remove();
    }
    if (type === 'refused') return;
    if (type === 'did-attach') state.attached = true;
    element.dispatchEvent(Object.assign(new Event(type), properties));
    // As Electron does: the element says where its guest is, without sending it there again.
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

  /**
   * @param {Node} root
   * @param {(element: HTMLElement) => void} visit
   */
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

  // A constructed sheet passes any CSP; in a layer, the app's own styles win.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('@layer electron { webview { display: inline-flex; } }');
  document.adoptedStyleSheets.push(sheet);
}
