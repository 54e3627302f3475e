/**
 * Values across the process border: what structured clone keeps, as JSON. Runs in Node and, inlined, in pages.
 * Not kept: cycles and shared references.
 */

const TAG = '$type';

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}

/** @param {string} text */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** @type {Readonly<Record<string, (buffer: ArrayBuffer) => unknown>>} */
const VIEWS = {
  ArrayBuffer: (buffer) => buffer,
  DataView: (buffer) => new DataView(buffer),
  Int8Array: (buffer) => new Int8Array(buffer),
  Uint8Array: (buffer) => new Uint8Array(buffer),
  Uint8ClampedArray: (buffer) => new Uint8ClampedArray(buffer),
  Int16Array: (buffer) => new Int16Array(buffer),
  Uint16Array: (buffer) => new Uint16Array(buffer),
  Int32Array: (buffer) => new Int32Array(buffer),
  Uint32Array: (buffer) => new Uint32Array(buffer),
  Float32Array: (buffer) => new Float32Array(buffer),
  Float64Array: (buffer) => new Float64Array(buffer),
  BigInt64Array: (buffer) => new BigInt64Array(buffer),
  BigUint64Array: (buffer) => new BigUint64Array(buffer),
};

/** @param {unknown} value */
function notCloneable(value) {
  return new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError');
}

/**
 * @param {number} value
 * @returns {unknown}
 */
function numberToTree(value) {
  if (Object.is(value, -0)) return { [TAG]: 'number', value: '-0' };
  return Number.isFinite(value) ? value : { [TAG]: 'number', value: String(value) };
}

/**
 * @param {object} value
 * @returns {unknown}
 */
function objectToTree(value) {
  if (Array.isArray(value)) return value.map(toTree);
  if (value instanceof Date) return { [TAG]: 'Date', value: value.getTime() };
  if (value instanceof RegExp) return { [TAG]: 'RegExp', source: value.source, flags: value.flags };
  if (value instanceof Map)
    return { [TAG]: 'Map', entries: [...value].map(([key, item]) => [toTree(key), toTree(item)]) };
  if (value instanceof Set) return { [TAG]: 'Set', items: [...value].map(toTree) };
  if (value instanceof Error)
    return { [TAG]: 'Error', name: value.name, message: value.message, stack: value.stack };
  if (value instanceof ArrayBuffer) return { [TAG]: 'ArrayBuffer', value: toBase64(new Uint8Array(value)) };
  if (ArrayBuffer.isView(value)) {
    // Node's Buffer becomes what structured clone makes of it.
    const name = Object.prototype.toString.call(value).slice('[object '.length, -1);
    return { [TAG]: name, value: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
  }
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
    throw notCloneable(value);
  if (typeof Node === 'function' && value instanceof Node) throw notCloneable(value);
  const entries = Object.entries(value).map(([key, item]) => [key, toTree(item)]);
  // An object that has the tag as a key of its own must not be taken for a tagged value.
  return TAG in value ? { [TAG]: 'object', entries } : Object.fromEntries(entries);
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function toTree(value) {
  switch (typeof value) {
    case 'undefined':
      return { [TAG]: 'undefined' };
    case 'number':
      return numberToTree(value);
    case 'bigint':
      return { [TAG]: 'bigint', value: String(value) };
    case 'function':
    case 'symbol':
      throw notCloneable(value);
    case 'object':
      return value === null ? null : objectToTree(value);
    default:
      return value;
  }
}

/**
 * @param {{ name: string, message: string, stack?: string }} tree
 */
function toError(tree) {
  const constructors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const known = Object.entries(constructors).find(([name]) => name === tree.name)?.[1] ?? Error;
  const error = new known(tree.message);
  if (tree.stack !== undefined) error.stack = tree.stack;
  return error;
}

/**
 * @param {any} tree
 * @returns {unknown}
 */
function fromTree(tree) {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map(fromTree);
  switch (tree[TAG]) {
    case undefined:
      return Object.fromEntries(Object.entries(tree).map(([key, item]) => [key, fromTree(item)]));
    case 'undefined':
      return undefined;
    case 'number':
      return Number(tree.value);
    case 'bigint':
      return BigInt(tree.value);
    case 'Date':
      return new Date(tree.value ?? Number.NaN);
    case 'RegExp':
      return new RegExp(tree.source, tree.flags);
    case 'Map':
      return new Map(
        tree.entries.map((/** @type {unknown[]} */ [key, item]) => [fromTree(key), fromTree(item)]),
      );
    case 'Set':
      return new Set(tree.items.map(fromTree));
    case 'Error':
      return toError(tree);
    case 'object':
      return Object.fromEntries(
        tree.entries.map((/** @type {unknown[]} */ [key, item]) => [key, fromTree(item)]),
      );
    default:
      return VIEWS[tree[TAG]]?.(fromBase64(tree.value).buffer);
  }
}

/**
 * The text of a value. Throws a DataCloneError for functions, symbols, promises and DOM nodes.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function encode(value) {
  return JSON.stringify(toTree(value));
}

/**
 * The value of a text from `encode`.
 *
 * @param {string} text
 * @returns {unknown}
 */
export function decode(text) {
  return fromTree(JSON.parse(text));
}
