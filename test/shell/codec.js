/**
 * Values across the process border, as JSON. Runs in Node and, inlined, in pages. Of what structured clone keeps, only
 * what Easel sends: plain objects, arrays, texts, numbers, undefined and errors. Anything else is a DataCloneError.
 */

const TAG = '$type';

/** @param {unknown} value */
function notCloneable(value) {
  return new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError');
}

/**
 * @param {object} value
 * @returns {unknown}
 */
function objectToTree(value) {
  if (Array.isArray(value)) return value.map(toTree);
  if (value instanceof Error)
    return { [TAG]: 'Error', name: value.name, message: value.message, stack: value.stack };
  const prototype = Object.getPrototypeOf(value);
  // Objects of another world have another `Object.prototype`.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw notCloneable(value);
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
      if (Number.isFinite(value) && !Object.is(value, -0)) return value;
      return { [TAG]: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
    case 'bigint':
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
 * @param {any} tree
 * @returns {unknown}
 */
function fromTree(tree) {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map(fromTree);
  switch (tree[TAG]) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(tree.value);
    case 'Error':
      return Object.assign(new Error(tree.message), { name: tree.name, stack: tree.stack });
    default: {
      /** @type {[string, unknown][]} */
      const entries = tree[TAG] === 'object' ? tree.entries : Object.entries(tree);
      return Object.fromEntries(entries.map(([key, item]) => [key, fromTree(item)]));
    }
  }
}

/**
 * The text of a value. Throws a DataCloneError for what can't be sent.
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
