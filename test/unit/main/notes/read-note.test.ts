import { expect, test } from 'vitest';
import { readChange } from '../../../../main/notes/read-note.ts';
import type { LocalChange } from '../../../../preload/contract/boards.ts';

function fieldsOf(change: LocalChange): Readonly<Record<string, string>> | undefined {
  const read = readChange(change);
  return read.ok ? undefined : read.error.fields;
}

test('a change of notes does not affect fields that the change does not contain', () => {
  expect(readChange({ label: '  Acme lesson ', note: '\r\nfirst\r\nsecond\n' })).toEqual({
    ok: true,
    value: {
      label: 'Acme lesson',
      note: 'first\nsecond',
      customer: null,
      addTags: [],
      removeTags: [],
      protected: null,
    },
  });
});

test('each note field that is too long gets its own message', () => {
  const change = { label: 'x'.repeat(201), note: 'x'.repeat(4001), customer: 'x'.repeat(201) };
  expect(fieldsOf({ ...change, addTags: ['x'.repeat(61)] })).toEqual({
    label: 'Use at most 200 characters.',
    note: 'Use at most 4000 characters.',
    customer: 'Use at most 200 characters.',
    addTags: 'Use at most 60 characters for each tag.',
  });
  const addTags = Array.from({ length: 51 }, (_, n) => `t${n}`);
  expect(fieldsOf({ addTags })).toEqual({ addTags: 'Use at most 50 tags.' });
});

test('control characters and bidi overrides are removed from all note fields', () => {
  const change = {
    label: 'a\nb',
    customer: 'a\u0007b',
    note: 'a\u0000b\n\tc\u202e',
    addTags: ['V\u202dIP', 'vip', '\u2067'],
  };
  expect(readChange(change)).toMatchObject({
    value: { label: 'a b', customer: 'a b', note: 'ab\n\tc', addTags: ['VIP'] },
  });
});
