import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBody } from '../../../../../main/service/wire/body.ts';
import { isEmptyMap, readList } from '../../../../../main/service/wire/list.ts';

const A = { room_id: 'a', created_at: '2022-06-30 08:34:57' };
const B = { room_id: 'b', created_at: '2022-07-01 08:34:57' };

const read = (value: unknown, header?: string) => readList(readBody(JSON.stringify(value)), header);
const ids = (value: unknown) => read(value)?.items.map((item) => item.id) ?? null;

describe('a list is found in every known envelope', () => {
  test.each([
    ['array', [A, B]],
    ['data', { data: [A, B] }],
    ['boards', { boards: [A, B] }],
    ['items', { items: [A, B] }],
    ['results', { results: [A, B] }],
    ['rows', { rows: [A, B] }],
    ['boardList', { boardList: [A, B] }],
    ['data.data', { data: { data: [A, B], total: 2 } }],
    ['data.boards', { data: { boards: [A, B] } }],
    ['a name nobody foresaw', { whiteboards: [A, B], tags: ['x'] }],
    ['a name nobody foresaw, one level down', { result: { list: [A, B] } }],
    ['beside an empty list', { items: [], rows: [A, B] }],
    ['identifiers alone', ['a', 'b']],
    ['identifiers alone under a name', { boards: ['a', 'b'] }],
    ['a map from identifier to board', { a: { created_at: 'x' }, b: { created_at: 'y' } }],
    ['a map under a name', { boards: { a: { created_at: 1 }, b: { created_at: 2 } } }],
  ])('%s', (_envelope, value) => {
    expect(ids(value)).toEqual(['a', 'b']);
  });

  test('a map keyed by UUIDs needs no times', () => {
    const id = '502926ab-e257-43ef-a352-0c2d210a5eb1';
    expect(ids({ [id]: { template: null } })).toEqual([id]);
  });
});

describe('a list is empty only when the response says so', () => {
  test.each([
    [[]],
    [{ data: [] }],
    [{ boards: [], total: 0 }],
    [{ data: { data: [] } }],
    [{ items: [], rows: [] }],
  ])('%j', (value) => {
    expect(read(value)?.items).toEqual([]);
  });
});

describe('a response that isn’t a list is never shown as an empty one', () => {
  test.each([
    ['an empty object', {}],
    ['null', null],
    ['null under a name', { data: null }],
    ['an empty object under a name', { data: {} }],
    ['a message', { message: 'Nothing here.' }],
    ['an error object', { error: { code: 1, message: 'no' } }],
    ['one board', A],
    ['a number', 5],
    ['lists without boards', { tags: ['x'], things: [{ x: 1 }] }],
    ['two lists of boards', { items: [A], rows: [B] }],
  ])('%s', (_what, value) => {
    expect(read(value)).toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['half of a list', '[{"room_id":"a"},{"room'],
    ['a web page', '<!DOCTYPE html><title>Sign in</title>'],
  ])('%s', (_what, text) => {
    expect(readList(readBody(text), undefined)).toBeNull();
  });
});

describe('identifiers of items', () => {
  test.each(['room_id', 'roomId', 'id', 'identifier', 'uuid'])('under %s', (name) => {
    expect(ids([{ [name]: 'a' }])).toEqual(['a']);
  });
  test('a numeric id beside room_id: paths use room_id', () => {
    expect(ids([{ id: 7, room_id: 'a' }])).toEqual(['a']);
  });
  test('a number alone becomes text', () => {
    expect(ids([{ id: 7 }])).toEqual(['7']);
  });
  test.each(['9007199254740993', '-9007199254740993', '123456789012345678901234567890'])(
    'a number keeps its digits: %s',
    (digits) => {
      const text = `[{"id":${digits}},${digits},{"boards":{"id":${digits}}}]`;
      const page = readList(readBody(text), undefined);
      expect(page?.items.map(({ id }) => id)).toEqual([digits, digits, null]);
      expect(page?.items[2]?.raw).toBe(`{"boards":{"id":${digits}}}`);
      expect(readList(readBody(`{"a":{"id":${digits}}}`), undefined)?.items[0]?.id).toBe(digits);
    },
  );
  test.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['0', '0'],
    ['-0', '0'],
  ])('%s is the whole number %s', (digits, id) => {
    expect(readList(readBody(`[{"id":${digits}}]`), undefined)?.items[0]?.id).toBe(id);
  });
  test.each(['1e400', '1e30', '12345678901234567890.5', '0.5', '9007199254740993.0'])(
    '%s isn’t an identifier, because it is ambiguous',
    (digits) => expect(readList(readBody(`[{"id":${digits}}]`), undefined)?.items[0]?.id).toBeNull(),
  );
  test.each([
    [{}],
    [{ room_id: '' }],
    [{ room_id: null }],
    [{ room_id: '../x' }],
    [{ room_id: 'a/b' }],
    [{ room_id: '�' }],
  ])('an item without a usable one is kept, with null: %j', (item) => {
    expect(read([item])?.items).toEqual([{ id: null, created: null, raw: JSON.stringify(item) }]);
  });
});

test('items that aren’t boards are counted, not dropped', () => {
  expect(read([A, null, true, [], 1.5, '', B])).toMatchObject({
    items: [{ id: 'a' }, { id: 'b' }],
    notUnderstood: 5,
  });
});

describe('an item is kept as it was written, wherever the list stands', () => {
  const ODD = String.raw`{ "room_id":"a" ,"n":1.10,"n" : 9007199254740993,	"s":"\u00e9\/}]\"{", "t":[ ] }`;
  const PLAIN = '{"room_id":"b"}';
  test.each([
    ['alone', `\uFEFF [ ${ODD} ,\n${PLAIN}]`],
    ['under a name', `{"total": 2, "meta":{"x":[{}]}, "data" :[${ODD},${PLAIN}], "more":false}`],
    ['two levels down', `{"data":{"boards":[${ODD},${PLAIN}],"n":[1,2]}}`],
    ['under a name that comes twice', `{"data":[${PLAIN},{},7,${PLAIN}],"data":[${ODD},${PLAIN}]}`],
    ['under a name with escapes', String.raw`{"d\u0061ta":[${ODD},${PLAIN}]}`],
    ['as a map from identifier to board', `{"a" : ${ODD}, "b":${PLAIN}}`],
  ])('%s', (_where, text) => {
    expect(readList(readBody(text), undefined)?.items.map(({ raw }) => raw)).toEqual([ODD, PLAIN]);
  });
  test('and an identifier alone says nothing more', () => {
    expect(read(['a'])?.items).toEqual([{ id: 'a', created: null, raw: '{}' }]);
  });
});

describe('the total number of boards', () => {
  test.each([
    ['total', { boards: [A], total: 12 }, undefined, 12],
    ['total as text', { boards: [A], total: '12' }, undefined, 12],
    ['meta.total', { data: [A], meta: { total: 12 } }, undefined, 12],
    ['data.total', { data: { data: [A], total: 12 } }, undefined, 12],
    ['X-Total-Count', [A], '12', 12],
    ['none', [A], undefined, null],
    ['nonsense', { boards: [A], total: -1 }, 'many', null],
  ])('%s', (_where, value, header, total) => {
    expect(read(value, header)?.total).toBe(total);
  });
});

test('any input: no exception, and every item is returned or counted as unreadable', () => {
  const item = fc.oneof(
    fc.record({ room_id: fc.oneof(fc.string(), fc.uuid(), fc.integer()) }, { requiredKeys: [] }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const wrap = fc.constantFrom(
    'data',
    'boards',
    'items',
    'results',
    'rows',
    'boardList',
    'other',
    '__proto__',
  );
  fc.assert(
    fc.property(
      fc.array(item),
      wrap,
      fc.jsonValue(),
      fc.option(fc.string(), { nil: undefined }),
      (list, name, extra, header) => {
        const bare = read(list, header);
        expect(bare === null ? -1 : bare.items.length + bare.notUnderstood).toBe(list.length);
        for (const value of [{ [name]: list }, { [name]: list, extra }, extra, { data: extra }]) {
          const page = read(value, header);
          if (page === null) continue;
          for (const { id } of page.items) expect(id === null || id.length > 0).toBe(true);
        }
        const known = read({ boards: list }, header);
        expect(known === null ? -1 : known.items.length + known.notUnderstood).toBe(list.length);
      },
    ),
    { seed: 20261121, numRuns: 1000 },
  );
});

test.each([
  [{}, true],
  [{ boards: {} }, true],
  [{ boards: { a: {} } }, false],
  [{ error: {} }, false],
  [{ boards: {}, error: 'no rights' }, false],
  [[], false],
  [null, false],
])('%j is a map without boards: %s', (value, isEmpty) => {
  expect(isEmptyMap(readBody(JSON.stringify(value)))).toBe(isEmpty);
});
