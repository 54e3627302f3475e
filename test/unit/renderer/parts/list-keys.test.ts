import { describe, expect, test } from 'vitest';
import { listTarget, TypeAhead, typedEntry, type TypedKey } from '../../../../renderer/parts/list-keys.ts';

describe('arrows, Home and End', () => {
  test('stop at the ends of a list', () => {
    expect(listTarget('ArrowDown', 0, 4)).toBe(1);
    expect(listTarget('ArrowDown', 3, 4)).toBe(3);
    expect(listTarget('ArrowUp', 0, 4)).toBe(0);
    expect(listTarget('Home', 2, 4)).toBe(0);
    expect(listTarget('End', 0, 4)).toBe(3);
  });

  test('wrap around at the ends of a menu, and start at the nearer end when nothing has the focus', () => {
    expect(listTarget('ArrowDown', 3, 4, { wrap: true })).toBe(0);
    expect(listTarget('ArrowUp', 0, 4, { wrap: true })).toBe(3);
    expect(listTarget('ArrowDown', -1, 4, { wrap: true })).toBe(0);
    expect(listTarget('ArrowUp', -1, 4, { wrap: true })).toBe(3);
  });
});

describe('letters', () => {
  test('match the start of a name before the start of a later word', () => {
    const entries = ['Gamma', 'Copy “good” rows', 'Go to id…', 'Export boards…'];
    expect(typedEntry(entries, 'go', 0)).toBe(2);
    expect(typedEntry(entries, 'good', 2)).toBe(1);
    expect(typedEntry(entries, 'boards', 0)).toBe(3);
    expect(typedEntry(entries, 'to id', 0)).toBe(2);
    expect(typedEntry(entries, 'oards', 0)).toBeNull();
  });
});

describe('type-ahead', () => {
  const NAMES = ['Gamma', 'Delta', 'Go to id…', 'Group of ten'];

  /** Types these keys, each after so many ms, and tells where each leads. */
  function type(...keys: readonly (readonly [key: string, after: number, more?: Partial<TypedKey>])[]) {
    const typing = new TypeAhead();
    let [here, timeStamp] = [1, 5000];
    return keys.map(([key, after, more]) => {
      timeStamp += after;
      const typed = { key, timeStamp, ctrlKey: false, metaKey: false, altKey: false, ...more };
      const target = typing.target(typed, here, NAMES);
      here = target ?? here;
      return target;
    });
  }

  test('joins letters typed in quick succession to a word', () => {
    expect(type(['g', 0], ['o', 699])).toEqual([2, 2]);
    expect(type(['g', 0], ['r', 300])).toEqual([2, 3]);
  });

  test('takes a space when a name continues with it, and leaves others to the button', () => {
    expect(type([' ', 0])).toEqual([null]);
    expect(type(['d', 0], [' ', 10])).toEqual([1, null]);
    expect(type(['o', 0], ['f', 10], [' ', 10], ['t', 10])).toEqual([3, 3, 3, 3]);
  });
});
