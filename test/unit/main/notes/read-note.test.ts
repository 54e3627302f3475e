import { describe, expect, test } from 'vitest';
import { readChange } from '../../../../main/notes/read-note.ts';
import type { LocalChange } from '../../../../preload/contract/boards.ts';

function fieldsOf(change: LocalChange): Readonly<Record<string, string>> | undefined {
  const read = readChange(change);
  return read.ok ? undefined : read.error.fields;
}

test('what is absent stays as it is, and what is there is trimmed', () => {
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

test('tags are trimmed, blank ones left out, and each is there once whatever its letter case', () => {
  const read = readChange({ addTags: [' School ', 'vip', '', 'SCHOOL', 'Vip', 'Été', 'ÉTÉ'] });
  expect(read).toMatchObject({ ok: true, value: { addTags: ['School', 'vip', 'Été'] } });
});

describe('a sentence for each field that is too long', () => {
  test.each([
    ['label', { label: 'x'.repeat(201) }, 'Use at most 200 characters.'],
    ['note', { note: 'x'.repeat(4001) }, 'Use at most 4000 characters.'],
    ['customer', { customer: 'x'.repeat(201) }, 'Use at most 200 characters.'],
    ['addTags', { addTags: ['x'.repeat(61)] }, 'Use at most 60 characters for each tag.'],
    ['addTags', { addTags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, 'Use at most 50 tags.'],
  ])('%s', (field, change, sentence) => {
    expect(fieldsOf(change)).toEqual({ [field]: sentence });
  });

  test('and none at the limit', () => {
    const change = {
      label: 'x'.repeat(200),
      note: 'x'.repeat(4000),
      customer: 'x'.repeat(200),
      addTags: Array.from({ length: 50 }, (_, n) => `${n}`.padStart(60, 't')),
    };
    expect(fieldsOf(change)).toBeUndefined();
  });
});

test('control characters are refused, and lines belong into notes alone', () => {
  expect(fieldsOf({ label: 'a\nb', customer: 'a\u0007b', note: 'a\u0000b', addTags: ['a\tb'] })).toEqual({
    label: 'Use one line of text.',
    customer: 'Use one line of text.',
    note: 'Use text only, without control characters.',
    addTags: 'Use one line of text for each tag.',
  });
  expect(fieldsOf({ note: 'a\n\tb' })).toBeUndefined();
});
