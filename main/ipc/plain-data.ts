/** The first look at what a page sends: plain, small, shallow JSON data, or nothing at all. */

/** The largest request, in UTF-16 units of its JSON text. */
export const LARGEST_REQUEST = 64 * 1024;
const DEEPEST = 8;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Says why `value` is not plain data, or null when it is: only null, booleans, finite numbers, strings, arrays and
 * plain objects without keys that could reach a prototype; no cycle, at most 8 levels, at most 64 KiB.
 */
export function whyNotPlain(value: unknown): string | null {
  try {
    return look(value, 0, { left: LARGEST_REQUEST });
  } catch {
    return 'an object that can not be looked at';
  }
}

function look(value: unknown, depth: number, budget: { left: number }): string | null {
  budget.left -= 8;
  if (budget.left < 0) return 'too large';
  if (depth > DEEPEST) return 'too deep, or a cycle';
  switch (typeof value) {
    case 'boolean':
    case 'undefined':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : 'a number that is not finite';
    case 'string':
      budget.left -= value.length;
      return budget.left < 0 ? 'too large' : null;
    case 'object':
      return value === null ? null : lookInside(value, depth, budget);
    default:
      return `a ${typeof value}`;
  }
}

function lookInside(value: object, depth: number, budget: { left: number }): string | null {
  if (!Array.isArray(value) && !isPlainObject(value)) return 'an object that is not plain';
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol') return 'a symbol key';
    if (FORBIDDEN_KEYS.has(key)) return 'a forbidden key';
    budget.left -= key.length;
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    if (descriptor === undefined || !('value' in descriptor)) return 'a computed property';
    const inside = look(descriptor.value, depth + 1, budget);
    if (inside !== null) return inside;
  }
  return null;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  // Electron may hand over objects of another realm: there, plain means one step from the end of the chain.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}
