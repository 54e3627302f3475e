import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atOnce, canonicalJson, inTurns } from '../../../../main/files/digested-file.ts';
import { readExport, versionFor, writeExport, type ExportBody } from '../../../../main/transfer/format.ts';
import {
  bodyOf,
  connection,
  exportedKey,
  openSampleText,
  paper,
  sampleText,
  readText,
  textOf,
  verdictOn,
  withDigest,
} from './sample-file.ts';

type Json = Readonly<Record<string, unknown>>;
const parsed = (text: string): Json => JSON.parse(text) as Json;

test('a written file is read back, also with other spacing and order', async () => {
  const text = await sampleText();
  const read = readText(text);
  if (!read.ok) throw new Error(read.error);
  expect(read.value.connections.map(({ name }) => name)).toEqual(['Acme boards', 'Acme staging']);
  const turned = Object.fromEntries(Object.entries(parsed(text)).toReversed());
  expect(readText(JSON.stringify(turned))).toEqual(read);
});

test('a file that was cut off anywhere is damaged', async () => {
  const text = await sampleText();
  for (let cut = 0; cut < text.length; cut += 97) {
    expect(readText(text.slice(0, cut))).toEqual({ ok: false, error: 'damaged' });
  }
});

test('a file in which any one bit has flipped is damaged', async () => {
  const bytes = Buffer.from(await sampleText());
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readText(flipped.toString('utf8'))).toEqual({ ok: false, error: 'damaged' });
    }),
    { numRuns: 300 },
  );
});

test('reading any text gives a result and never throws', () => {
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const deep = `${'{"digest":'.repeat(5000)}1${'}'.repeat(5000)}`;
  for (const text of ['', 'null', '[]', '"text"', '12', nested, deep, '\u0000']) {
    expect(readText(text).ok).toBe(false);
  }
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => !readText(text).ok));
});

describe('files that are told apart', () => {
  test('another kind of file', () => {
    for (const text of ['{"name":"easel"}', '[1,2]', withDigest({ format: 'easel-overlay', version: 1 })]) {
      expect(readText(text)).toEqual({ ok: false, error: 'another' });
    }
  });

  test('a file of a newer version, whatever it holds and however its digest is made', () => {
    const newer = { format: 'easel-connections', version: 6, boards: [] };
    expect(readText(withDigest(newer))).toEqual({ ok: false, error: 'newer' });
    expect(readText(JSON.stringify({ ...newer, digest: 'blake3:00' }))).toMatchObject({ error: 'newer' });
    expect(readText(JSON.stringify({ ...newer, digest: 'sha256:00' }))).toMatchObject({ error: 'damaged' });
  });

  test.each([
    ['a field that no Easel writes', { extra: 1 }],
    ['another date', { exportedAt: 'yesterday' }],
    ['an id that is none', { connections: [connection({ id: 'practice' })] }],
    ['an unknown colour', { connections: [{ ...connection(), color: 'mauve' }] }],
    ['a key twice', { connections: [connection({ keys: [exportedKey(), exportedKey()] })] }],
    [
      'a key for a slot that is not there',
      { connections: [connection({ keys: [exportedKey({ slot: 'board' })] })] },
    ],
    ['a version below the first', { version: 0 }],
  ])('%s', (_, change) => {
    expect(readText(withDigest({ ...parsed(openSampleText()), ...change }))).toEqual({
      ok: false,
      error: 'not-understood',
    });
  });

  test('a field called __proto__', () => {
    const file = parsed(openSampleText().replace('{', '{"__proto__":{"a":1},'));
    expect(withDigest(file)).toContain('"__proto__"');
    expect(readText(withDigest(file))).toEqual({ ok: false, error: 'not-understood' });
  });
});

test('sealed parts of one file do not open in another', async () => {
  const keyless = bodyOf(connection({ keys: [] }));
  const [one, two] = [await textOf(keyless, {}), await textOf(keyless, {})];
  expect(await verdictOn(one)).toBe('opened');
  const mixed = {
    ...parsed(one),
    sealed: { ...(parsed(one)['sealed'] as Json), iv: (parsed(two)['sealed'] as Json)['iv'] },
  };
  expect(await verdictOn(withDigest(mixed))).toBe('changed');
});

test('one value has one text', () => {
  expect(canonicalJson({ b: [1, null, 'ä'], a: { d: undefined, c: true } })).toBe(
    '{"a":{"c":true},"b":[1,null,"ä"]}',
  );
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      const value: unknown = JSON.parse(text);
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
    }),
  );
});

describe('a file with notes', () => {
  const note = {
    id: 'board-1',
    label: 'Lesson',
    note: 'Two\nlines',
    tags: ['a', 'B'],
    customer: 'Acme',
    protected: true,
    updatedAt: 5,
  };
  const fileOf = (version: 1 | 2, change: object = {}): string =>
    withDigest({ ...bodyOf(connection({ notes: [{ ...note, ...change }] })), version });

  test('has version 2, and one without is readable by older Easels', () => {
    expect(versionFor([connection({ notes: [note] }), connection()])).toBe(2);
    expect(versionFor([connection({ papers: [] })])).toBe(1);
    expect(readText(fileOf(2))).toMatchObject({ ok: true, value: { connections: [{ notes: [note] }] } });
    expect(readText(withDigest({ ...bodyOf(connection()), version: 2 })).ok).toBe(true);
    expect(readText(fileOf(1))).toEqual({ ok: false, error: 'not-understood' });
  });

  test.each([
    ['a label too long', { label: 'x'.repeat(201) }],
    ['a tag twice', { tags: ['a', 'A'] }],
    ['no id', { id: '' }],
    ['something more', { mood: 'good' }],
  ])('is rejected with %s', (_, change) => {
    expect(readText(fileOf(2, change))).toEqual({ ok: false, error: 'not-understood' });
  });

  test('is read although an earlier version let bidi overrides into a label', () => {
    expect(readText(fileOf(2, { label: '\u202eLesson ', tags: ['a\u202e'] })).ok).toBe(true);
  });

  test('is rejected with two notes on one board', () => {
    const twice = { ...bodyOf(connection({ notes: [note, note] })), version: 2 };
    expect(readText(withDigest(twice))).toEqual({ ok: false, error: 'not-understood' });
  });

  test('keeps its keys sealed when a note was changed on purpose', async () => {
    const content: ExportBody = {
      ...bodyOf(connection({ keys: [exportedKey()], notes: [note] })),
      version: 2,
    };
    const text = await textOf(content, { main: 'key-of-the-papers-0123456789' });
    expect(await verdictOn(text)).toBe('opened');
    expect(await verdictOn(withDigest(JSON.parse(text.replace('Lesson', 'Wiped')) as object))).toBe(
      'changed',
    );
  });
});

describe('what is wrong is named', () => {
  const query = { find: '', filters: [], order: { by: 'created', descending: true } } as const;
  const note = { id: 'b', label: '', note: '', tags: [], customer: '', protected: false, updatedAt: 5 };
  const wrongIn = (change: object): unknown => {
    const read = atOnce(readExport(withDigest({ ...bodyOf(connection(change)), version: 3 })));
    return read.ok ? null : read.error;
  };

  test.each([
    [
      'a paper',
      { papers: [paper(), { ...paper(), name: 5 }] },
      'In connection 1: paper 2 has a wrong “name”.',
    ],
    ['a paper twice', { papers: [paper(), paper()] }, 'In connection 1: paper 2 is there twice.'],
    ['a note', { notes: [{ ...note, tags: ['a', 'A'] }] }, 'In connection 1: note 1 has a wrong “tags”.'],
    ['a view', { views: [{ name: '', query }] }, 'In connection 1: view 1 has a wrong “name”.'],
    ['a colour', { color: 'mauve' }, 'The file has a wrong “connections 1 color”.'],
    ['markup for a name', { '<img src=x>': 1 }, 'The file has a wrong “connections 1”.'],
    ['a key too much', { keys: [] }, 'It names keys that are not in it, or the other way round.'],
  ])('%s', (_, change, wrong) => {
    expect(wrongIn(change)).toEqual({ wrong });
  });

  test('papers that are templates travel in version 4, and others in one that older Easels read', () => {
    const papers = [{ ...paper(), isTemplate: true }];
    expect(versionFor([connection({ papers })])).toBe(4);
    const text = atOnce(writeExport({ ...bodyOf(connection({ papers })), version: 4 }, null));
    expect(atOnce(readExport(text))).toMatchObject({
      value: { connections: [{ papers: [{ isTemplate: true }] }] },
    });
    expect(atOnce(readExport(withDigest({ ...bodyOf(connection({ papers })), version: 3 })))).toMatchObject({
      error: { wrong: 'It has parts that its version doesn’t know.' },
    });
    expect(versionFor([connection({ papers: [paper()] })])).toBe(1);
  });

  test.each([
    [3, [{ name: 'Old ones', query }]],
    [5, [{ name: 'Old ones', query }, { of: 'paper', name: 'Old ones', query } as const]],
  ] as const)('views travel in version %i, in their own of boards and papers', (version, views) => {
    expect(versionFor([connection({ views })])).toBe(version);
    const text = atOnce(writeExport({ ...bodyOf(connection({ views })), version }, null));
    expect(readText(text)).toMatchObject({ ok: true, value: { connections: [{ views }] } });
    const earlier = text.replace(`"version": ${version}`, `"version": ${version - 1}`);
    expect(readText(earlier).ok).toBe(false);
  });
});

test('a file of 20,000 labels lets others have turns while it is written and read', async () => {
  const notes = Array.from({ length: 20_000 }, (_, index) => ({
    id: `123e4567-e89b-42d3-a456-${String(index).padStart(12, '0')}`,
    label: `Lesson ${index}`,
    note: '',
    tags: ['maths'],
    customer: 'Acme',
    protected: false,
    updatedAt: index,
  }));
  let turns = 0;
  const others = setInterval(() => (turns += 1), 1);
  const text = await inTurns(writeExport({ ...bodyOf(connection({ notes })), version: 2 }, null));
  const written = turns;
  const read = await inTurns(readExport(text));
  clearInterval(others);
  expect(read).toMatchObject({ ok: true });
  expect(written).toBeGreaterThan(1);
  expect(turns - written).toBeGreaterThan(1);
});
