import { expect, test } from 'vitest';
import { redact } from '../../../../main/lib/log/redact.ts';
import { readAnswer, WaitingPages, type Kind, type Questions } from '../../../../main/service/read-answer.ts';
import type { Call, ListShape } from '../../../../main/service/types.ts';
import type { Received } from '../../../../main/service/failures.ts';
import type { Failure } from '../../../../preload/contract/failure.ts';
import { RECEIVED } from '../../../support/received.ts';

const EFFECTS = {
  sample: 'read',
  page: 'read',
  board: 'read',
  status: 'read',
  newBoard: 'create',
  paper: 'create',
  token: 'mint',
  deleted: 'delete',
} as const satisfies Record<Kind, string>;

function read<K extends Kind>(
  kind: K,
  question: Questions[K],
  body: string,
  received: Partial<Received> = {},
) {
  const call = { ...RECEIVED.call, effect: EFFECTS[kind] };
  return readAnswer(kind, question, { ...RECEIVED, call, ...received }, Buffer.from(body), (text) =>
    redact(text),
  );
}

function told<K extends Kind>(...asked: Parameters<typeof read<K>>): unknown {
  const { result } = read(...asked);
  return result.ok ? result.value : result.error.code;
}

const HTML = '<!doctype html><html><body>Sign in</body></html>';

test('a change with a success status has an unknown outcome if the response body is incomplete', () => {
  const lost = { end: 'lost' } as const;
  expect(told('newBoard', null, '{"id":"b1"}', lost)).toBe('outcome-unknown');
  expect(told('deleted', null, '{}', lost)).toBe('outcome-unknown');
  expect(told('sample', {}, '[{"id":"b1"}]', lost)).toBe('cannot-reach');
});

test('a delete with a success status has an unknown outcome if the JSON of the response is broken', () => {
  expect(told('deleted', null, '{"success":')).toBe('outcome-unknown');
  expect(told('deleted', null, '['.repeat(5000))).toBe('outcome-unknown');
  expect(told('deleted', null, 'deleted')).toMatchObject({ outcome: 'deleted' });
  expect(told('newBoard', null, '{"id":"b1"')).toBe('outcome-unknown');
});

test('a web page with status 200 does not prove that the service has accepted the API key', () => {
  expect(read('status', null, '{}').tookKey).toBe(true);
  for (const page of [HTML, '<div>Please sign in</div>', '<?xml version="1.0"?><html/>'])
    expect(read('status', null, page).tookKey).toBe(false);
  expect(read('status', null, '{}', { status: 401 }).tookKey).toBe(false);
});

test.each([
  ['newBoard', '{"room_id":"a/b"}', 200, 'contained the identifier “a/b”, which can’t be used'],
  ['newBoard', '{"data":{"room_id":{"n":1}}}', 201, 'the identifier “{"n":1}”, which can’t'],
  ['paper', '{"data":{"identifier":"..","name":"x"}}', 201, 'the identifier “..”, which can’t'],
  ['paper', '{"id":"p"}', 202, 'doesn’t identify the new paper'],
  ['newBoard', '{"room_id":null}', 200, 'contained no identifier'],
] as const)('a failed create request explains the unusable id: %s, %s', (kind, body, status, words) => {
  const thing = kind === 'paper' ? 'paper' : 'board';
  const call = { ...RECEIVED.call, effect: 'create', thing } as const;
  const { result } = read(kind, kind === 'paper' ? { name: 'x' } : null, body, { status, call });
  expect(result).toMatchObject({ error: { message: expect.stringContaining(words) as string } });
});

test('a connection check accepts each status below 500 except 407', () => {
  expect([200, 404, 499].map((status) => told('status', null, '', { status }))).toEqual([
    { status: 200 },
    { status: 404 },
    { status: 499 },
  ]);
  expect(told('status', null, '', { status: 407 })).toBe('proxy-sign-in');
  expect(told('status', null, '', { status: 500 })).toBe('service-problem');
});

test('a board without an id is represented by a hash of its JSON in a sample of the board list', () => {
  const { result } = read('sample', {}, '[{"id":"b1","title":"A"},{"title":"B"}]');
  const items = result.ok ? result.value.items : [];
  expect(items.map(({ id, raw }) => [id, raw.length])).toEqual([
    ['b1', 0],
    [null, 44],
  ]);
});

test('a page of boards is passed on to the database thread only if the page could be read', () => {
  const pages = new WaitingPages();
  const readPage = (body: string) =>
    readAnswer('page', {}, RECEIVED, Buffer.from(body), (text) => text, pages).result;
  expect(readPage('[{"id":"b1"}]')).toMatchObject({ ok: true, value: { items: 1 } });
  expect(readPage('{"error":"x"}')).toMatchObject({ ok: false });
});

const NO_SHAPE: ListShape = { container: null, isSure: false };
const blank = (body: string, status: number, known: Partial<ListShape>): unknown => {
  const { result } = read('sample', { known: { ...NO_SHAPE, ...known } }, body, { status });
  return result.ok ? result.value.isBlank === true : result.error.code;
};

test('an empty body is read as an empty page only if an earlier response showed the list’s format', () => {
  expect(told('sample', {}, '')).toBe('not-understood');
  expect(blank('', 200, {})).toBe('not-understood');
  expect(blank('', 200, { isSure: true })).toBe(true);
  expect(blank('', 204, { isSure: true, hasBoards: true })).toBe(false);
});

test('status 204 does not prove an empty list of boards if boards were listed before', () => {
  expect(blank('', 204, { hasBoards: true })).toBe(true);
  expect(blank('', 204, { hasBoards: false })).toBe(false);
});

test('a delete with a success status has an unknown outcome if the response body does not confirm the delete', () => {
  const body = '{"room_id":"b1","deleted":false}';
  expect(told('deleted', null, body)).toBe('outcome-unknown');
  expect(told('deleted', null, '{"success":false}')).toBe('outcome-unknown');
  expect(told('deleted', null, 'Billing must be enabled')).toBe('outcome-unknown');
  expect(told('board', { boardId: 'b1' }, body)).toMatchObject({ id: 'b1' });
});

test.each([
  ['{"id":"b1"}', { id: 'b1', proves: true }],
  ['{"created":"2026-01-01T00:00:00Z"}', { id: 'b1', proves: true }],
  ['{"success":true,"data":{}}', 'not-understood'],
  ['{"id":"b1"', 'not-understood'],
  ['{"success":false}', 'refused'],
  ['{"title":"A"}', { id: 'b1', proves: false }],
  ['{"id":"b2"}', { id: 'b2', proves: false }],
  ['{"title":"b1"}', { id: 'b1', proves: false }],
  ['{"id":7,"board_id":"b1","room_id":"r"}', { id: 'r', proves: true }],
  ['{"message":"OK","title":"No name","board":{"id":"b1"}}', { id: 'b1', proves: true }],
  ['{"id":"b1","message":"No board found"}', { id: 'b1', proves: false }],
  ['{"id":"b1","detail":"This board was deleted."}', { id: 'b1', proves: false }],
  ['{"timestamp":"2026-01-01T00:00:00Z","message":"Board not found"}', { proves: false }],
  ['{"timestamp":"2026-01-01T00:00:00Z","path":"/api/board/b1"}', { proves: false }],
])('a response proves that a board exists if it contains its id or creation time: %s', (body, expected) => {
  const found = told('board', { boardId: 'b1' }, body);
  if (typeof expected === 'string') expect(found).toBe(expected);
  else expect(found).toMatchObject(expected);
});

test('a create request for a board succeeds if its response contains exactly one board id', () => {
  const made = told('newBoard', null, '{"id":"b1"}');
  expect(made).toMatchObject({ id: 'b1' });
  expect(made).not.toHaveProperty('doubt');
});

test.each([
  ['two ids', '{"room_id":"b1","room":{"room_id":"b2"}}', 200, false, 'doesn’t identify the new board'],
  ['status 202', '{"id":"b1"}', 202, true, 'accepted the request'],
])('the creation of a board is in doubt if the response has %s', (_what, body, status, accepted, cause) => {
  const failure = { message: expect.stringContaining(cause) as unknown };
  expect(told('newBoard', null, body, { status })).toMatchObject({ doubt: { accepted, failure } });
});

test('a create request for a board has an unknown outcome if its response contains no id', () => {
  expect(told('newBoard', null, '{"created":1}')).toBe('outcome-unknown');
  expect(told('newBoard', null, 'made')).toBe('outcome-unknown');
});

test.each(['{"room_id":"a/b","id":17}', '{"id":17,"data":{"room_id":"a/b"}}'])(
  'a create request has an unknown outcome if its room_id can’t be used in a path: %s',
  (body) => expect(told('newBoard', null, body)).toBe('outcome-unknown'),
);

const NAME = `apiKey=${'k'.repeat(40)}`;

test('a paper’s name that looks like a secret is redacted unless the user typed this name for the paper', () => {
  const named = (name: string) =>
    told('paper', { name: NAME }, JSON.stringify({ identifier: 'p1', name })) as { name: string };
  expect(named(NAME).name).toBe(NAME);
  for (const split of ['', '\u202a'])
    expect(named(`api_${split}key=${'x'.repeat(40)}`).name).not.toContain('xxxx');
});

test('a create request for a paper counts as accepted if the response has status 202', () => {
  expect(told('paper', { name: 'A' }, '{"identifier":"p1"}')).not.toHaveProperty('accepted');
  expect(told('paper', { name: 'A' }, '{"identifier":"p1"}', { status: 202 })).toMatchObject({
    accepted: true,
  });
  expect(told('paper', { name: 'A' }, '{"name":"A"}')).toBe('outcome-unknown');
  expect(told('paper', { name: 'A' }, '{"identifier":"a/b","id":17}')).toBe('outcome-unknown');
});

test.each([
  [200, '{}', { outcome: 'deleted' }],
  [200, 'OK', { outcome: 'deleted' }],
  [202, '{}', { outcome: 'accepted' }],
  [200, '{"status":"pending"}', { outcome: 'accepted' }],
  [404, '', { outcome: 'already-gone' }],
])('the response with status %i and body “%s” to a delete is read as %j', (status, body, expected) => {
  expect(told('deleted', null, body, { status })).toMatchObject(expected);
});

test('status 404 after a delete that was sent twice is marked as the response to a repeated request', () => {
  expect(told('deleted', null, '', { status: 404, repeated: true })).toMatchObject({ repeated: true });
  expect(told('deleted', null, '', { status: 404, repeated: false })).not.toHaveProperty('repeated');
});

test.each([401, 403, 422, 429])('a delete’s outcome is unknown if its retry gets a %s', (status) => {
  const headers = { 'retry-after': '90' };
  expect(read('deleted', null, '', { status, headers, repeated: true }).result).toMatchObject({
    error: { code: 'outcome-unknown', retryAfterSeconds: 90 },
  });
  expect(told('deleted', null, '', { status, repeated: false })).not.toBe('outcome-unknown');
});

test('a request for an access token fails if the response contains no token', () => {
  expect(told('token', null, '{"success":true}')).toBe('not-understood');
});

const ASKED = [
  ['sample', {}],
  ['board', { boardId: 'b1' }],
  ['newBoard', null],
  ['paper', { name: 'A' }],
  ['token', null],
  ['deleted', null],
] as const;
const isCreate = (kind: Kind): boolean => EFFECTS[kind] === 'create';
const isChange = (kind: Kind): boolean => EFFECTS[kind] !== 'read';

test.each([
  [400, 'refused'],
  [401, 'key-refused'],
  [402, 'not-allowed'],
  [403, 'not-allowed'],
  [407, 'proxy-sign-in'],
  [408, 'timeout', isCreate],
  [422, 'refused'],
  [429, 'too-many-requests'],
  [500, 'service-problem', isCreate],
  [502, 'service-problem', isChange],
  [503, 'service-problem', isCreate],
  [504, 'service-problem', isChange],
  [511, 'cannot-reach', isCreate],
  [530, 'service-problem', isChange],
  [302, 'redirected', isCreate],
] as const)('a response with status %i is read as “%s”', (status, code, isOpen = () => false) => {
  for (const [kind, question] of ASKED) {
    const expected = isOpen(kind) ? 'outcome-unknown' : code;
    expect(told(kind, question, '{"message":"Words of it."}', { status }), kind).toBe(expected);
  }
});

test.each([200, 403, 404, 410])('a web page with status %i does not prove that a board is gone', (status) => {
  for (const [kind, question] of ASKED) {
    const code = isCreate(kind) && status === 200 ? 'outcome-unknown' : 'web-page';
    expect(told(kind, question, HTML, { status }), kind).toBe(code);
    expect(told(kind, question, '<center>Board deleted</center>', { status }), kind).toBe(code);
  }
});

function failureOf(change: Partial<Call>, body: string, received: Partial<Received> = {}): Failure {
  const call = { ...RECEIVED.call, ...change };
  const { result } = read('board', { boardId: 'b1' }, body, { call, ...received });
  if (result.ok) throw new Error('a success');
  return result.error;
}

test('after status 422, the service’s messages about fields appear at the fields of the form', () => {
  const errors = { name: ['The name is too long.'], template: ['Unknown template.'], other: ['x'] };
  const body = JSON.stringify({ message: 'Invalid data.', errors });
  const fieldNames = { name: 'name', template: 'templateId' };
  expect(failureOf({ fieldNames }, body, { status: 422 })).toMatchObject({
    message: 'The board API at h says “Invalid data.” (status 422). It rejected this request.',
    serviceMessage: 'Invalid data.',
    fields: { name: 'The name is too long.', templateId: 'Unknown template.' },
  });
});

test.each<[Partial<Call>, string]>([
  [{ effect: 'create', thing: 'paper', body: { template: 'gone' } }, 'It couldn’t find the template.'],
  [{}, 'It couldn’t find this board.'],
  [{ thing: 'boards', query: { offset: '1' } }, 'this part of the list'],
  [{ thing: 'boards' }, 'Check the address'],
  [{ effect: 'create' }, 'Check the address'],
  [{ effect: 'mint', thing: 'token' }, 'this paper'],
])('after status 404, the failure starts with the service’s message: %j', (call, guess) => {
  const { code, message, nextStep } = failureOf(call, '{"message":"No such thing."}', { status: 404 });
  expect([code, message]).toEqual(['not-found', expect.stringMatching(/^The board API at h says “No such/u)]);
  expect(`${message} ${nextStep}`).toContain(guess);
});

test('after status 404 without a message, the failure suggests that the address is wrong', () => {
  const { message, nextStep } = failureOf({ thing: 'boards' }, '{}', { status: 404 });
  expect(message).toBe('The board API at h found nothing at this address (status 404).');
  expect(nextStep).toBe('Check the address in this connection.');
  expect(told('deleted', null, '', { status: 404, end: 'lost' })).toBe('not-found');
});

test.each<[number, Readonly<Record<string, string>>, string]>([
  [302, {}, 'responded with status 302, but without data or a valid redirect address'],
  [307, { location: 'https://[' }, 'responded with status 307, but without data or a valid redirect address'],
  [301, { location: '/login?next=1' }, 'redirects to https://h/login.'],
  [403, { 'retry-after': '2' }, 'is receiving too many requests (status 403). Try again in 2 seconds.'],
  [500, {}, 'reports an internal error (status 500).'],
  [501, {}, 'doesn’t support this request (status 501).'],
  [507, {}, 'couldn’t handle the request (status 507).'],
  [511, {}, 'You must sign in to this network before Easel can reach h (status 511).'],
  [522, {}, 'seems to be unavailable: its gateway responded instead (status 522).'],
  [529, {}, 'is overloaded (status 529).'],
])('after status %i with the headers %j, the failure explains the status', (status, headers, sentence) => {
  expect(failureOf({}, '', { status, headers }).message).toContain(sentence);
});

test('a failure quotes a response that could not be parsed, unless the response may contain a token', () => {
  const detailsOf = (kind: 'sample' | 'token', body: string, call: Partial<Call>): string => {
    const { result } = read(kind, kind === 'token' ? null : {}, body, {
      call: { ...RECEIVED.call, ...call },
    });
    return result.ok ? 'a success' : result.error.details.join('\n');
  };
  const list = detailsOf('sample', '{"surprise":{"of":"another kind"}}', { thing: 'boards' });
  expect(list).toContain('object {surprise (object {of (text of 12)})}');
  expect(list).toContain('Text of the response: {"surprise":{"of":"another kind"}}');
  const token = detailsOf('token', '{"result":"opaque-but-secret"}', { effect: 'mint', thing: 'token' });
  expect(token).toContain('result (text of 17)');
  expect(token).not.toContain('opaque-but-secret');
});
