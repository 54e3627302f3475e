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

  test('go around at the ends of a menu, and begin at the nearer end where nothing has the focus', () => {
    expect(listTarget('ArrowDown', 3, 4, { wrap: true })).toBe(0);
    expect(listTarget('ArrowUp', 0, 4, { wrap: true })).toBe(3);
    expect(listTarget('ArrowDown', -1, 4, { wrap: true })).toBe(0);
    expect(listTarget('ArrowUp', -1, 4, { wrap: true })).toBe(3);
  });

  test('move along the list alone, and other keys not at all', () => {
    expect(listTarget('ArrowRight', 0, 4)).toBeNull();
    expect(listTarget('ArrowDown', 0, 4, { arrows: 'horizontal' })).toBeNull();
    expect(listTarget('ArrowRight', 0, 4, { arrows: 'both' })).toBe(1);
    expect(listTarget('Enter', 0, 4)).toBeNull();
  });
});

describe('letters', () => {
  const NAMES = ['Acme School', 'Brook College', 'acme staging', 'Éloise', 'Zebra'];

  test('lead to the next name that begins with them, in any case', () => {
    expect(typedEntry(NAMES, 'b', 0)).toBe(1);
    expect(typedEntry(NAMES, 'Z', 0)).toBe(4);
    expect(typedEntry(NAMES, 'é', 0)).toBe(3);
  });

  test('typed again and again go through all names that begin with the same one, and round', () => {
    expect(typedEntry(NAMES, 'a', 0)).toBe(2);
    expect(typedEntry(NAMES, 'aa', 2)).toBe(0);
  });

  test('that go on stay where they fit', () => {
    expect(typedEntry(NAMES, 'ac', 0)).toBe(0);
    expect(typedEntry(NAMES, 'acme st', 0)).toBe(2);
  });

  test('find the beginning of a name before that of a word in it', () => {
    const entries = ['Gamma', 'Copy “good” rows', 'Go to id…', 'Export boards…'];
    expect(typedEntry(entries, 'go', 0)).toBe(2);
    expect(typedEntry(entries, 'good', 2)).toBe(1);
    expect(typedEntry(entries, 'boards', 0)).toBe(3);
    expect(typedEntry(entries, 'to id', 0)).toBe(2);
    expect(typedEntry(entries, 'oards', 0)).toBeNull();
  });

  test('lead nowhere where they begin no word', () => {
    expect(typedEntry(NAMES, 'x', 0)).toBeNull();
    expect(typedEntry([], 'a', -1)).toBeNull();
  });
});

describe('typing ahead', () => {
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

  test('takes letters that come one soon after the other as a word', () => {
    expect(type(['g', 0], ['o', 699])).toEqual([2, 2]);
    expect(type(['g', 0], ['r', 300])).toEqual([2, 3]);
  });

  test('begins a new word after a pause', () => {
    expect(type(['g', 0], ['d', 700])).toEqual([2, 1]);
  });

  test('stays where it is at a letter that doesn’t fit', () => {
    expect(type(['g', 0], ['d', 699])).toEqual([2, 2]);
  });

  test('takes a space where a name goes on with it, and leaves others to the button', () => {
    expect(type([' ', 0])).toEqual([null]);
    expect(type(['d', 0], [' ', 10])).toEqual([1, null]);
    expect(type(['o', 0], ['f', 10], [' ', 10], ['t', 10])).toEqual([3, 3, 3, 3]);
  });

  test('leaves other keys and shortcuts alone', () => {
    expect(type(['x', 0], ['Enter', 0], ['g', 5000, { ctrlKey: true }])).toEqual([null, null, null]);
  });
});
