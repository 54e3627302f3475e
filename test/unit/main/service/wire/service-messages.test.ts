import { expect, test } from 'vitest';
import { readBody } from '../../../../../main/service/wire/body.ts';
import type { Effect } from '../../../../../main/service/types.ts';
import { contradicts, isPending } from '../../../../../main/service/wire/service-messages.ts';

function contradictsSuccess(body: unknown, effect: Effect = 'delete', status = 200): boolean {
  return contradicts(readBody(typeof body === 'string' ? body : JSON.stringify(body)), status, effect);
}

test.each([
  { ok: 0 },
  { is_success: 'n' },
  { acknowledged: false },
  { error: { message: 'Locked' } },
  { failed: true },
  { error_code: 'BOARD_LOCKED' },
  { errcode: '40003' },
  { status: false },
  { result: 'DeleteFailed' },
  { outcome: 'access_denied' },
  { status: 'HTTP/1.1 500 Internal Server Error' },
  { code: 'ERR_LOCKED' },
  { status_code: '503' },
  { data: { ok: false } },
  { response: { status: { code: 401 } } },
  [{ success: false }],
  { success: 0 },
])('the body %j means that a create or delete has failed despite its success status', (body) => {
  expect(contradictsSuccess(body, 'create')).toBe(true);
  expect(contradictsSuccess(body, 'delete')).toBe(true);
});

test.each([
  { deleted: 'no' },
  { deleted: null },
  { deleted: [] },
  { deletedCount: 0 },
  { affected_rows: 0 },
  { data: { deleteBoard: { deleted: false } } },
  { message: 'Could not delete the board.' },
  { status: 'skipped' },
  false,
  'success=false&reason=locked',
  // Refusals may use any words. Therefore only a plain confirmation proves a delete.
  'You do not have permission to delete this board.',
  { message: 'Boards can be deleted only by their owner' },
  { message: ['Login required'] },
  { message: 'Your account has been deleted' },
  { message: 'Nothing was deleted' },
  { message: 'The requested board is processing a change' },
  { success: true, message: 'Board is locked' },
  { detail: 'Not found.', title: 'Forbidden' },
  { data: 'Unauthenticated.' },
  { code: 'NOT_OWNER' },
  { code: 40_003 },
])('the body %j means that a delete has failed despite its success status', (body) => {
  expect(contradictsSuccess(body)).toBe(true);
});

test('a request with the response status 207 counts as failed if any entry in the response failed', () => {
  expect(contradictsSuccess({ responses: [{ status: 200 }, { status: 423 }] }, 'delete', 207)).toBe(true);
});

test.each([
  ['Deletion scheduled', true],
  [{ message: 'The board will be deleted.' }, true],
  [{ status: 'pending' }, true],
  [{ message: 'Board deleted' }, false],
])('the body %j means that the service will delete the board later: %s', (body, expected) => {
  expect(isPending(readBody(JSON.stringify(body)), 200)).toBe(expected);
  expect(contradictsSuccess(body)).toBe(false);
});

test('“created: false” in the response to a delete does not mean that the delete has failed', () => {
  expect(contradictsSuccess({ created: false }, 'create')).toBe(true);
  expect(contradictsSuccess({ created: false }, 'delete')).toBe(false);
  expect(contradictsSuccess({ outcome: '0' })).toBe(false);
  expect(contradictsSuccess({ outcome: 'false' })).toBe(true);
});

test.each([
  { success: 'true' },
  { success: 1 },
  { deletedCount: 1 },
  { error: null },
  { error: 0 },
  { error: 'No errors occurred' },
  { error: 'No error occurred while the board was deleted.' },
  { errno: '0' },
  { status: '204 No Content', message: 'No Content' },
  { status: 'deleted' },
  { code: 'OK' },
  { message: 'Board deleted. This can’t be undone.' },
  { message: 'Done: 1 deleted, 0 failed' },
  { code: 200, message: 'BOARD_DELETED', detail: null },
  { status: 'HTTP/1.1 200 OK', message: 'Success.' },
  null,
  [],
  {},
  'OK',
])('the body %j does not mean that a create or delete has failed', (body) => {
  expect(contradictsSuccess(body, 'create')).toBe(false);
  expect(contradictsSuccess(body, 'delete')).toBe(false);
});

test.each([
  { room_id: 'a', deleted: false, locked: false },
  { room_id: 'a', message: 'The error log board' },
  { room_id: 'a', settings: { errors: true, ok: false } },
])('the fields of a new board do not mean that its creation has failed: %j', (body) => {
  expect(contradictsSuccess(body, 'create')).toBe(false);
});

test('an access token that contains the word “fail” does not mean that the request has failed', () => {
  expect(contradictsSuccess('eyJhbGciOiJIUzI1NiJ9.e30.a-fail-b', 'mint')).toBe(false);
});

test('a request with the response status 207 counts as successful if all entries in the response succeeded', () => {
  expect(contradictsSuccess({ responses: [{ id: 'a', status: 200 }] }, 'delete', 207)).toBe(false);
});
