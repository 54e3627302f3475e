/**
 * Synchronous bridge between a page's main world and the preload script's isolated world. Both worlds run this code.
 * They exchange CustomEvents on an element outside the document, which the page cannot find. Chromium clones each
 * event's `detail` into the receiving world.
 */

/**
 * @typedef {{ kind: string, value?: unknown, id?: number, entries?: [string, Wrapped][], items?: Wrapped[], name?:
 * string, message?: string, stack?: string | undefined }} Wrapped
 */

/**
 * `incoming` and `outgoing` are event names. Stores built-in functions at document start, because a page that later
 * replaces them could otherwise read the bridge's messages.
 *
 * @param {EventTarget} element
 * @param {string} incoming
 * @param {string} outgoing
 */
export function createBridge(element, incoming, outgoing) {
  const { apply } = Reflect;
  const { dispatchEvent, addEventListener } = EventTarget.prototype;
  const Message = CustomEvent;
  const detailGetter = /** @type {() => unknown} */ (
    Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get
  );
  const { then } = Promise.prototype;
  const { defineProperty, entries: entriesOf, getPrototypeOf } = Object;
  const { isArray } = Array;

  /** @type {Map<number, Function>} */
  const functions = new Map();
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: unknown) => void }>} */
  const promises = new Map();
  /** @type {Map<string, (message: any) => unknown>} */
  const handlers = new Map();
  /** @type {any} */
  let answer;
  let lastId = 0;

  /** @param {Record<string, unknown>} message */
  function post(message) {
    apply(dispatchEvent, element, [new Message(outgoing, { detail: message })]);
  }

  /** @param {unknown} value @returns {Wrapped} */
  function wrap(value) {
    if (typeof value === 'function') {
      functions.set(++lastId, value);
      return { kind: 'function', id: lastId };
    }
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    if (typeof value !== 'object' || value === null) return { kind: 'value', value };
    if (value instanceof Promise) {
      const id = ++lastId;
      void apply(then, value, [
        (/** @type {unknown} */ result) => post({ type: 'settle', id, ok: true, value: wrap(result) }),
        (/** @type {unknown} */ error) => post({ type: 'settle', id, ok: false, value: wrap(error) }),
      ]);
      return { kind: 'promise', id };
    }
    if (value instanceof Error)
      return { kind: 'error', name: value.name, message: value.message, stack: value.stack };
    if (isArray(value)) return { kind: 'array', items: value.map(wrap) };
    const prototype = getPrototypeOf(value);
    if (prototype === null || getPrototypeOf(prototype) === null) {
      return { kind: 'object', entries: entriesOf(value).map(([key, item]) => [key, wrap(item)]) };
    }
    return { kind: 'value', value };
  }

  /** @param {Wrapped} wrapped @returns {unknown} */
  function unwrap(wrapped) {
    const id = wrapped.id ?? 0;
    switch (wrapped.kind) {
      case 'function':
        return (/** @type {unknown[]} */ ...args) => request({ type: 'call', id, args: args.map(wrap) });
      case 'promise':
        return new Promise((resolve, reject) => promises.set(id, { resolve, reject }));
      case 'error': {
        const error = new Error(wrapped.message);
        if (wrapped.name !== 'Error')
          defineProperty(error, 'name', { value: wrapped.name, configurable: true });
        return error;
      }
      case 'array':
        return (wrapped.items ?? []).map(unwrap);
      case 'object': {
        /** @type {Record<string, unknown>} */
        const object = {};
        for (const [key, item] of wrapped.entries ?? []) {
          defineProperty(object, key, {
            value: unwrap(item),
            enumerable: true,
            writable: true,
            configurable: true,
          });
        }
        return object;
      }
      default:
        return wrapped.value;
    }
  }

  /**
   * Posts a message and returns the other world's reply. Throws if the other world's handler threw.
   *
   * @param {Record<string, unknown>} message
   */
  function request(message) {
    post(message);
    const { ok, value } = answer;
    const result = unwrap(value);
    if (!ok) throw result;
    return result;
  }

  /** @param {() => unknown} run */
  function reply(run) {
    try {
      post({ type: 'answer', ok: true, value: wrap(run()) });
    } catch (error) {
      post({
        type: 'answer',
        ok: false,
        value: wrap(error instanceof Error ? error : new Error(String(error))),
      });
    }
  }

  apply(addEventListener, element, [
    incoming,
    (/** @type {Event} */ event) => {
      const message = apply(/** @type {Function} */ (detailGetter), event, []);
      if (message.type === 'answer') {
        answer = message;
      } else if (message.type === 'settle') {
        const waiting = promises.get(message.id);
        promises.delete(message.id);
        if (message.ok) waiting?.resolve(unwrap(message.value));
        else waiting?.reject(unwrap(message.value));
      } else if (message.type === 'call') {
        reply(() => functions.get(message.id)?.(...message.args.map(unwrap)));
      } else {
        reply(() => handlers.get(message.type)?.(unwrap(message.value)));
      }
    },
  ]);

  return {
    /** @param {string} type @param {(value: any) => unknown} handler */
    handle(type, handler) {
      handlers.set(type, handler);
    },
    /** @param {string} type @param {unknown} value */
    ask(type, value) {
      return request({ type, value: wrap(value) });
    },
  };
}
