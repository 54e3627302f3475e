import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact, REDACTED, Secrets } from '../../../../../main/lib/log/redact.ts';
import { readBody } from '../../../../../main/service/wire/body.ts';
import type { BoardPage, Container } from '../../../../../main/service/types.ts';
import { readList } from '../../../../../main/service/wire/list.ts';

const A = { room_id: 'a', created_at: '2022-06-30 08:34:57' };
const B = { room_id: 'b', created_at: '2022-07-01 08:34:57' };

const read = (value: unknown, header?: string) =>
  readList(
    readBody(JSON.stringify(value)),
    header === undefined ? {} : { headers: { 'x-total-count': header } },
  );
const ids = (value: unknown) => read(value)?.items.map((item) => item.id) ?? null;

test.each([
  ['the field data.boards', { data: { boards: [A, B] } }],
  ['a list of identifiers', { boards: ['a', 'b'] }],
  ['a map from identifier to board', { a: { created_at: 'x' }, b: { created_at: 'y' } }],
  ['a field with an unknown name, three levels down', { reply: { body: { mine: [A, B] } } }],
  ['a field beside lists of other things', { mine: [A, B], tags: ['x'], errors: [], links: [{ id: 1 }] }],
  ['a map of boards with numeric ids', { a: { id: 1, created_at: 1 }, b: { id: 2, created_at: 2 } }],
])('the list of boards is found in %s', (_envelope, value) => {
  expect(ids(value)).toEqual(['a', 'b']);
});

test('in a map of boards, a board’s numeric room_id takes precedence over the board’s key in the map', () => {
  expect(ids({ acme: { room_id: 77, created_at: 1 }, beta: { room_id: 78, created_at: 2 } })).toEqual([
    '77',
    '78',
  ]);
});

test('a list of UUIDs in a field with an unknown name is read as the list of boards', () => {
  const id = '502926ab-e257-43ef-a352-0c2d210a5eb1';
  expect(ids({ reply: { body: { found: [id] } } })).toEqual([id]);
  expect(ids({ reply: { body: { found: ['one', 'two'] } } })).toBeNull();
});

test.each([
  [{ 'team/a': { created_at: 'x' }, b: { created_at: 'y' } }, 'id'],
  [{ boards: { 'team/a': { room_id: 'team/a' }, b: { room_id: 'b' } } }, 'room_id'],
])('a list of boards is found in a map whose keys are invalid ids: %j', (value, name) => {
  const [odd, other] = read(value)?.items ?? [];
  expect([odd?.id, other?.id]).toEqual([null, 'b']);
  expect(JSON.parse(odd?.raw ?? '')).toMatchObject({ [name]: 'team/a' });
});

test.each([
  [[]],
  [{ boards: [], total: 0, error: null, errors: [] }],
  [{ items: [], rows: [] }],
  // If a response contains only one array, that array is the board list, whatever its name is.
  [{ user: 'ann', whiteboards: [] }],
  [{ message: 'No boards yet.', 'my boards': [], warnings: [] }],
])('the response %j is read as an empty list of boards', (value) => {
  expect(read(value)).toMatchObject({ items: [] });
  expect(read(value)?.isBlank).toBeUndefined();
});

test.each([[{}], [null], [{ data: { boards: null } }], [{ success: true }], [{ boards: {}, total: 0 }]])(
  'a response without data does not prove that there are no boards: %j',
  (value) => expect(read(value)).toMatchObject({ items: [], isBlank: true }),
);

test.each([
  ['a person with things', { user: { id: 'u', name: 'Ann', things: [] } }],
  ['a list of errors', { data: null, errors: [{ id: 'e', message: 'no' }] }],
  ['an error beside an empty list', { boards: [], error: 'database is down' }],
  ['a failure without other fields', { success: false }],
  ['messages alone', { plan: { name: 'trial' }, validation_errors: [], warnings: [] }],
  ['a board with an empty part', { room_id: 'a', members: [] }],
  ['two empty lists with unknown names', { plan: { name: 'trial' }, one: [], two: [] }],
  ['a number', 5],
  ['two lists of boards', { items: [A], rows: [B] }],
  ['a single board', A],
  ['boards inside of edges', { data: { boards: { edges: [{ node: A }] } } }],
])('no list of boards is found in %s', (_what, value) => {
  expect(read(value)).toBeNull();
});

const HAD_BOARDS = { container: null, isSure: false, hasBoards: true } as const;
const readEmpty = (beside: object) =>
  readList(readBody(JSON.stringify({ data: [], ...beside })), {}, HAD_BOARDS);

test.each([
  { code: 402, message: 'Billing must be enabled' },
  { statusCode: 403 },
  { ok: 0 },
  { error_code: 401 },
  { status: 'unauthorized' },
  { meta: { error: 'x' } },
])('an empty list in a response that reports a failure is not read as a list: %j', (beside) => {
  expect(readEmpty(beside)).toBeNull();
  expect(read({ data: [A], ...beside })?.items).toHaveLength(1);
});

test.each([
  { message: 'Unauthorized' },
  { message: 'Billing must be enabled', total: 0 },
  { status: 'paused' },
])('an empty list may be incomplete if the response has an unclear message: %j', (beside) =>
  expect(read({ data: [], ...beside })?.hints?.more).toBe(true),
);

test('an empty list in a response with unknown fields does not prove that all listed boards are gone', () => {
  expect(readEmpty({ hint: 'Enable billing' })?.isBlank).toBe(true);
  const plain = { message: 'No boards yet.', status: 'ok', code: 200, current_page: 1, path: '/api/board' };
  for (const beside of [{}, plain, { success: true, message: 'Boards retrieved successfully.' }])
    expect(readEmpty(beside)).toEqual({ items: [], notUnderstood: 0, total: null });
});

test.each([
  // If an item has several ids, Easel uses `room_id`. Without `room_id` it uses an id that is not a number.
  ['{"id":7,"room_id":"a"}', 'a'],
  ['{"id":"7","_id":"a"}', 'a'],
  ['{"id":"x","room_id":7}', '7'],
  ['{"id":-9007199254740993}', '-9007199254740993'],
  ['{"boards":{"id":9007199254740993}}', null],
  ['{"id":0.5}', null],
  ['{"room_id":"../x"}', null],
  // With an unusable `room_id`, another field may contain a different board's id, so Easel uses none.
  ['{"room_id":"Zm9v/YmFy","id":1}', null],
])('the list item %s is read as a board with the id %j', (raw, id) => {
  expect(readList(readBody(`[${raw}]`))?.items).toMatchObject([{ id, created: null, raw }]);
});
test('a list item that is only a number is read as a board id with all its digits', () => {
  const digits = '123456789012345678901234567890';
  expect(readList(readBody(`[${digits}]`))?.items).toMatchObject([{ id: digits, raw: '{}' }]);
});

test('list items that can’t be parsed as boards are counted', () => {
  expect(read([A, null, true, ['x', 'y'], 1.5, '', B])).toMatchObject({
    items: [{ id: 'a' }, { id: 'b' }],
    notUnderstood: 5,
    unreadable: ['null', 'true', '["x","y"]', '1.5', '""'],
  });
  expect(read([null, A])?.endsUnreadable).toBeUndefined();
  expect(read([A, null])?.endsUnreadable).toBe(true);
});

test('the stored JSON of a board keeps all names, values and digits of the response', () => {
  const odd = String.raw`{"room_id":"a","n":1.10,"big":9007199254740993,"s":"é/}]\"{","t":[]}`;
  const text = String.raw`{"data":[ { "room_id":"a" ,"n":1.10,"big":9007199254740993,	"s":"\u00e9\/}]\"{", "t":[ ] }]}`;
  expect(readList(readBody(text))?.items[0]?.raw).toBe(odd);
});

test.each([
  ['header X-Total-Count', [A], '12', 12],
  ['field response.meta.total', { response: { list: [A], meta: { total: 12 } } }, undefined, 12],
  ['nonsense gives null', { boards: [A], total: -1 }, 'many', null],
])('the total number of boards is read from a response: %s', (_where, value, header, total) => {
  expect(read(value, header)?.total).toBe(total);
});

test('each item of a random list is either read as a board or counted as unreadable', () => {
  const item = fc.oneof(
    fc.record({ room_id: fc.oneof(fc.string(), fc.uuid(), fc.integer()) }, { requiredKeys: [] }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const wrap = fc.constantFrom('data', 'boards', 'other', '__proto__');
  fc.assert(
    fc.property(fc.array(item), wrap, fc.jsonValue(), fc.string(), (list, name, extra, header) => {
      for (const listed of [list, { boards: list }]) {
        const page = read(listed, header);
        expect(page === null ? -1 : page.items.length + page.notUnderstood).toBe(list.length);
      }
      for (const value of [{ [name]: list, extra }, { data: extra }]) {
        for (const { id } of read(value, header)?.items ?? []) expect(id).not.toBe('');
      }
    }),
    { seed: 20261121, numRuns: 150 },
  );
});

const after = (value: unknown, first: unknown, isSure = true) => {
  const container: Container | undefined = read(first)?.container;
  if (container === undefined) throw new Error('no container');
  const text = value === undefined ? '' : JSON.stringify(value);
  return readList(readBody(text), {}, { container, isSure });
};

test.each([
  [[], [A]],
  [null, [A]],
  [{ rooms: null, total: 2 }, { rooms: [A] }],
  [
    { rooms: [], featured: [{ id: 1 }] },
    { rooms: [A], featured: [{ tag: 1 }] },
  ],
  [{ boards: [] }, { boards: { a: A } }],
])('the response %j is read as the empty last page of a list that began with %j', (value, first) => {
  expect(after(value, first)).toMatchObject({ items: [], notUnderstood: 0 });
  expect(after(value, first)?.isBlank).toBeUndefined();
});

test.each([
  [{}, [A]],
  [undefined, [A]],
  [{ data: null, total: 3 }, { data: { boards: [A] } }],
])('the response %j does not prove the end of a list that began with %j', (value, first) => {
  expect(after(value, first)).toMatchObject({ items: [], isBlank: true });
});

test.each([
  [{ error: 'x' }, [A]],
  [{ code: 429 }, { data: [A] }],
  [{ status: 'error' }, { data: [A] }],
  [{ message: 'Unauthenticated.' }, { data: [A] }],
  [{ featured: [{ id: 1 }] }, { rooms: [A], featured: [{ tag: 1 }] }],
  [{ error: { code: 1 } }, { a: A }],
])('the response %j can’t be read as a later page of a list whose first page is %j', (value, first) => {
  expect(after(value, first)).toBeNull();
});

test.each([
  [{ rooms: [B], users: [{ id: 1, room_id: 'x' }] }, { rooms: [A] }, true],
  [{ boards: { b: B }, items: [A] }, { boards: { a: A } }, true],
  // `isSure`: false if Easel guessed the first page's field with the boards. Then a later page may use another field.
  [{ items: [B] }, { rooms: [A] }, false],
])('the response %j is read as a later page of a list whose first page is %j', (value, first, isSure) => {
  expect(after(value, first, isSure)?.items).toMatchObject([{ id: 'b' }]);
});

const seen = (value: unknown) => read(value)?.seen;
const PLAIN = { list: '', id: 'room_id', created: 'created_at', timeForm: 'ISO 8601, without a time zone' };

test.each([
  ['a bare list', [A, B], PLAIN],
  ['a nested list', { data: { items: [A] } }, { ...PLAIN, list: 'data.items' }],
  ['a first board without a time', [{ room_id: 'x' }, A], PLAIN],
  ['boards without a time', [{ room_id: 'x' }], { ...PLAIN, created: null, timeForm: null }],
  ['ids without other fields', ['a'], { list: '', id: 'each entry itself', created: null, timeForm: null }],
  ['a map of boards', { data: { a: { created_at: 1 } } }, { list: 'data', id: 'the name of each entry' }],
])('Easel learns which fields contain the list, ids and times from %s', (_what, value, names) =>
  expect(seen(value)).toMatchObject(names),
);

test.each(['Acme Ltd', 'term-2022-23', 'x'.repeat(41)])(
  'Easel hides the name of the field with the board list if this name may be a customer or id: %s',
  (name) => expect(seen({ [name]: [A] })?.list).toBe('[not shown]'),
);
test('the time format is described as “not understood” if the service’s times are known to be wrong', () => {
  const list = readList(
    readBody(JSON.stringify([A])),
    {},
    { container: null, isSure: false, hasWrongTimes: true },
  );
  expect(list?.seen?.timeForm).toBe('ISO 8601, without a time zone, not understood');
});
test('Easel learns no field names from a list whose boards have no ids', () =>
  expect(seen([{ created_at: 'x' }])).toBeUndefined());

const KEY = 'the-key-of-this-test';
const used = new Secrets();
used.add(KEY);

const OTHER_BOARD = '{"room_id":"b"}';
const readBoth = (boards: unknown): ReturnType<typeof readText> => readText(JSON.stringify(boards));

function readText(text: string): { readonly before: BoardPage; readonly after: BoardPage } {
  const body = readBody(text);
  const before = readList(body);
  const after = readList(body, {}, undefined, undefined, (words) => redact(words, used));
  if (before === null || after === null) throw new Error('no list');
  return { before, after };
}

test('the name of the field that contains the list is not shown if the name contains the API key', () => {
  expect(readBoth({ [KEY]: [{ room_id: 'a' }] }).after.seen?.list).toBe(REDACTED);
});

test('the API key is removed from every field of a board that contains it', () => {
  const { before, after } = readBoth([
    {
      room_id: 'a',
      created_at: `on ${KEY}`,
      said: `you sent ${KEY}`,
      [KEY]: 1,
      deep: { list: [{ header: `Bearer ${KEY}` }, encodeURIComponent(KEY)] },
    },
    { room_id: 'b', name: 'Plan', people: 3 },
  ]);
  expect(JSON.stringify(after)).not.toContain(KEY);
  expect(after.items.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(after.items[1]).toEqual(before.items[1]);
});

test('the text of a board field is redacted if the field’s name suggests a secret', () => {
  const odd = (said: string, password: string): string =>
    `{"room_id":"a","n":1.10,"said":"${said}","password":${password},"list":["${said}",{"x":"y"}]}`;
  const { after } = readText(`[${odd(KEY, '["x",9007199254740993,{"y":"z"}]')},${OTHER_BOARD}]`);
  expect(after.items.map(({ raw }) => raw)).toEqual([
    odd(REDACTED, `["${REDACTED}",9007199254740993,{"y":"z"}]`),
    OTHER_BOARD,
  ]);
});

test('a secret in JSON is redacted even if its characters are escaped', () => {
  const escaped = Array.from(KEY, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
  const { after } = readText(
    String.raw`[{"room_id":"a","said":"${escaped}","link":"https:\/\/ann:pass@x.example\/","p\u0061ssword":"x"},${OTHER_BOARD}]`,
  );
  expect(after.items.map(({ raw }) => raw)).toEqual([
    `{"room_id":"a","said":"${REDACTED}","link":"https://${REDACTED}@x.example/","password":"${REDACTED}"}`,
    OTHER_BOARD,
  ]);
});

test('the API key is removed from a list item that could not be parsed', () => {
  const { after } = readBoth([['x', KEY], { room_id: 'a' }]);
  expect(after.unreadable).toEqual([`["x","${REDACTED}"]`]);
});

test('the API key is removed from a creation time before the time is shortened', () => {
  const { before, after } = readBoth([{ room_id: 'a', created_at: `${'x'.repeat(190)}${KEY}` }]);
  expect(before.items[0]?.created?.raw).toContain(KEY.slice(0, 10));
  expect(after.items[0]?.created?.raw).not.toContain(KEY.slice(0, 4));
});

test('a board id is not redacted even if it looks like an access token', () => {
  const id = 'eyJpZCI6MTIzNDU2Nzg5MH0';
  expect(readBoth([{ room_id: id, said: KEY }]).after.items[0]?.id).toBe(id);
});
