import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_ROWS, PackedText, SEPARATOR } from '../../../../../main/store/mirror/packed-text.ts';

/** Short texts of few characters, so that they meet, and now and then one that holds the separator. */
const text = fc
  .array(fc.constantFrom('a', 'B', 'é', '😀', '1', SEPARATOR), { maxLength: 5 })
  .map((all) => all.join(''));
const term = text.filter((each) => each !== '').map((each) => each.toLowerCase());

function packed(texts: readonly string[]): PackedText {
  const pack = new PackedText();
  if (texts.length > 0 && !pack.addJoined(texts.join(SEPARATOR), texts.length)) pack.addAll(texts);
  return pack;
}

const found = (texts: readonly string[], wanted: string): readonly number[] =>
  texts.flatMap((each, row) => (each.toLowerCase().includes(wanted) ? [row] : []));

test('a term is found in every text that holds it, and in no two texts together', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), term, (texts, wanted) => {
      const pack = packed(texts);
      expect([...pack.find(wanted)]).toEqual(found(texts, wanted));
      const all = Uint32Array.from(texts.keys());
      expect([...pack.findAmong(all, wanted)]).toEqual(found(texts, wanted));
    }),
  );
});

test('rows come and go, and all others stay what they were', () => {
  const step = fc.record({ at: fc.nat(), put: fc.option(text) });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), fc.array(step, { maxLength: 8 }), (texts, steps) => {
      const pack = packed(texts);
      const model = texts.map((each) => each.toLowerCase());
      for (const { at, put } of steps) {
        const row = at % (model.length + 1);
        if (put !== null) {
          pack.insert(row, put);
          model.splice(row, 0, put.toLowerCase());
        } else if (row < model.length) {
          pack.remove(row);
          model.splice(row, 1);
        }
      }
      expect(pack.rows).toBe(model.length);
      expect(model.map((_, row) => pack.at(row))).toEqual(model);
      expect(model.map((_, row) => pack.isEmpty(row))).toEqual(model.map((each) => each === ''));
      expect(model.map((_, row) => pack.beginsWith(row, 'a'))).toEqual(
        model.map((each) => each.startsWith('a')),
      );
      for (const wanted of ['a', 'aa', '1']) expect([...pack.find(wanted)]).toEqual(found(model, wanted));
    }),
  );
});

test('a list of several chunks is one list, also after rows have come and gone at their edges', () => {
  const texts = Array.from({ length: 2 * CHUNK_ROWS + 10 }, (_, row) => String(row).padStart(6, '0'));
  const pack = new PackedText();
  for (let at = 0; at < texts.length; at += CHUNK_ROWS) pack.addAll(texts.slice(at, at + CHUNK_ROWS));
  const model = [...texts];
  for (const row of [0, CHUNK_ROWS - 1, CHUNK_ROWS, CHUNK_ROWS + 1, 2 * CHUNK_ROWS]) {
    pack.remove(row);
    model.splice(row, 1);
    pack.insert(row, 'longer than others');
    model.splice(row, 0, 'longer than others');
    pack.insert(row, 'put in');
    model.splice(row, 0, 'put in');
  }
  expect(pack.rows).toBe(model.length);
  expect([...pack.find('16384')]).toEqual(found(model, '16384'));
  expect([...pack.find('put in')]).toEqual(found(model, 'put in'));
  expect(pack.at(model.length - 1)).toBe(model.at(-1));
});
