/** What a page that is no longer ours might send in place of arguments. */
import { GOOD_ARGS } from './examples.ts';
import type { CallName } from '../../preload/contract/contract.ts';

type Make = (good: Readonly<Record<string, unknown>>) => unknown;

/** A key of the object's own, whatever it is called. */
function withOwn(good: object, key: string, value: unknown): object {
  return Object.defineProperty({ ...good }, key, { value, enumerable: true });
}

function withCycle(good: object): object {
  const cyclic: Record<string, unknown> = { ...good };
  cyclic['self'] = cyclic;
  return cyclic;
}

function nested(depth: number): unknown {
  return depth === 0 ? 'end' : { inner: nested(depth - 1) };
}

/** Each value of the good arguments replaced by `wrong`; an empty object becomes `wrong` itself. */
function everyField(wrong: unknown): Make {
  return (good) => {
    const names = Object.keys(good);
    return names.length === 0 ? wrong : Object.fromEntries(names.map((name) => [name, wrong]));
  };
}

const HUGE = 'x'.repeat(70 * 1024);
const MANY = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key-${index}`, index]));

const MAKERS: Readonly<Record<string, Make>> = {
  nothing: () => undefined,
  null: () => null,
  true: () => true,
  'a number': () => 7,
  'not a number': () => Number.NaN,
  'a text': () => 'c-1',
  'a large text': () => HUGE,
  'a BigInt': () => 7n,
  'a symbol': () => Symbol('x'),
  'a function': () => () => 'x',
  'an empty list': () => [],
  'a list around the arguments': (good) => [good],
  'a sparse list of a billion': () => Object.assign([], { length: 1e9 }),
  'an extra key': (good) => ({ ...good, extra: 1 }),
  'an extra key that is undefined': (good) => ({ ...good, extra: undefined }),
  'an address': (good) => ({ ...good, url: 'https://evil.example/' }),
  'an own __proto__': (good) => withOwn(good, '__proto__', { isAdmin: true }),
  'an own constructor': (good) => withOwn(good, 'constructor', { prototype: {} }),
  'an own prototype': (good) => withOwn(good, 'prototype', {}),
  'a __proto__ deep inside': (good) => ({ ...good, extra: withOwn({}, '__proto__', {}) }),
  'a prototype of another kind': (good) => Object.setPrototypeOf({ ...good }, { inherited: true }) as object,
  'the arguments on the prototype alone': (good) => Object.create({ ...good, needed: 1 }) as object,
  'a symbol key': (good) => ({ ...good, [Symbol('x')]: 1 }),
  'a cycle': withCycle,
  'a deep cycle': (good) => ({ ...good, extra: [{ inner: withCycle({}) }] }),
  'a deep nesting': (good) => ({ ...good, extra: nested(200) }),
  'a nesting of lists': (good) => ({ ...good, extra: [[[[[[[[[[1]]]]]]]]]] }),
  'a Map': () => new Map([['connectionId', 'c-1']]),
  'a Set': () => new Set(['c-1']),
  'a Date': () => new Date(0),
  'a regular expression': () => /x/,
  'an error': () => new Error('x'),
  'a promise': () => Promise.resolve({}),
  'a typed array': () => new Uint8Array(8),
  'a large typed array': () => new Float64Array(1_000_000),
  'an array buffer': () => new ArrayBuffer(8),
  'a boxed text': () => Object('c-1') as unknown,
  'an instance of a class': (good) => Object.assign(new (class Arguments {})(), good),
  'a getter': (good) =>
    Object.defineProperty({ ...good }, 'extra', {
      enumerable: true,
      get: () => {
        throw new Error('a getter ran');
      },
    }),
  'a proxy that throws': (good) =>
    new Proxy(good, {
      ownKeys: () => {
        throw new Error('a trap ran');
      },
    }),
  'ten thousand keys': (good) => ({ ...good, ...MANY }),
  'a key of 70 KiB': (good) => ({ ...good, [HUGE]: 1 }),
  'an extra text of 70 KiB': (good) => ({ ...good, extra: HUGE }),
  'every field a number': everyField(7),
  'every field not a number': everyField(Number.NaN),
  'every field infinite': everyField(Number.POSITIVE_INFINITY),
  'every field a list of lists': everyField([['c-1']]),
  'every field an object': everyField({ toString: 'c-1' }),
  'every field a text of 70 KiB': everyField(HUGE),
  'every field undefined': everyField(undefined),
  'every field a Date': everyField(new Date(0)),
  'every field a BigInt': everyField(7n),
  'every field a function': everyField(() => 'c-1'),
  'every field typed bytes': everyField(new Uint8Array(4)),
  'every field itself a channel’s arguments': everyField(GOOD_ARGS['boards.view']),
};

export const HOSTILE_NAMES: readonly string[] = Object.keys(MAKERS);

/** One hostile value, made anew for the channel. */
export function hostileValue(name: string, channel: CallName): unknown {
  return MAKERS[name]?.({ ...GOOD_ARGS[channel] });
}
