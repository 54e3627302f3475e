import { describe, expect, test } from 'vitest';
import { readBody } from '../../../../../main/service/wire/body.ts';
import { contradicts, type Change } from '../../../../../main/service/wire/service-messages.ts';

/** Whether a body contradicts a success; texts are sent as they are, all else as JSON. */
function contradictsSuccess(body: unknown, change: Change = 'delete', status = 200): boolean {
  return contradicts(readBody(typeof body === 'string' ? body : JSON.stringify(body)), status, change);
}

describe('a success is contradicted by', () => {
  test.each([
    { ok: false, error: 'Board is locked by its owner' },
    { ok: 'false' },
    { ok: 0 },
    { OK: 'No' },
    { success: false },
    { success: 'FALSE' },
    { success: '0' },
    { isSuccess: false },
    { is_success: 'n' },
    { succeeded: false },
    { Successful: 'no' },
    { acknowledged: false },
    { error: 'Locked' },
    { error: true },
    { error: { code: 17 } },
    { error: { message: 'Locked' } },
    { errors: ['Locked'] },
    { errors: { board: ['is locked'] } },
    { errors: [{ detail: 'Locked' }] },
    { failed: true },
    { failed: 1 },
    { failed: ['b'] },
    { hasErrors: true },
    { errorMessage: 'Locked' },
    { error_code: 'BOARD_LOCKED' },
    { errcode: 40003, errmsg: 'invalid' },
    { errcode: '40003' },
    { errno: -13 },
    { status: 'error' },
    { status: 'FAILURE' },
    { status: 'fail', data: null },
    { status: false },
    { result: 'failed' },
    { result: 'DeleteFailed' },
    { outcome: 'rejected' },
    { outcome: 'access_denied' },
    { status: 403 },
    { status: '423 Locked' },
    { status: 'HTTP/1.1 500 Internal Server Error' },
    { code: 404 },
    { code: '409' },
    { code: 'ERR_LOCKED' },
    { statusCode: 500 },
    { status_code: '503' },
    { httpStatus: 422 },
    { data: { ok: false } },
    { result: { success: false } },
    { response: { status: { code: 401 } } },
    [{ success: false }],
    { status: 'ok', error: 'Locked' },
  ])('%j, for a create and a delete', (body) => {
    expect(contradictsSuccess(body, 'create')).toBe(true);
    expect(contradictsSuccess(body, 'delete')).toBe(true);
  });

  test.each([
    { deleted: false },
    { deleted: 'no' },
    { isDeleted: 0 },
    { deleted: null },
    { deleted: [] },
    { deletedCount: 0 },
    { affected_rows: 0 },
    { data: { deleteBoard: { deleted: false } } },
    { message: 'Could not delete the board.' },
    { message: 'Board was not deleted' },
    { msg: 'Deletion failed' },
    { status: 'skipped' },
    false,
    'false',
    'Error: board is locked',
    'Permission denied',
    'success=false&reason=locked',
    '<response><success>false</success></response>',
  ])('%j, for a delete', (body) => {
    expect(contradictsSuccess(body)).toBe(true);
  });

  test.each([
    {
      responses: [
        { id: 'a', status: 200 },
        { id: 'b', status: 423 },
      ],
    },
    { items: { a: { status: '404' } } },
    '<d:multistatus><d:status>HTTP/1.1 423 Locked</d:status></d:multistatus>',
  ])('an entry of a 207: %j', (body) => {
    expect(contradictsSuccess(body, 'delete', 207)).toBe(true);
  });
});

describe('a success is not contradicted by', () => {
  test.each([
    { ok: true },
    { success: 'true' },
    { success: 1 },
    { error: null },
    { error: false },
    { error: '' },
    { error: 0 },
    { error: {} },
    { error: 'none' },
    { error: 'No errors occurred' },
    { error: 'No error occurred while the board was deleted.' },
    { error: { code: 0, message: '' } },
    { errors: [] },
    { errors: {} },
    { failed: 0 },
    { failed: [] },
    { errcode: 0, errmsg: 'ok' },
    { errno: '0' },
    { status: 200 },
    { status: '204 No Content' },
    { status: 'success' },
    { status: 'deleted' },
    { status: 0 },
    { code: 200 },
    { code: 0 },
    { code: 'OK' },
    { statusCode: 201 },
    { result: 'ok' },
    { message: 'No errors occurred' },
    { message: 'Board deleted. This can’t be undone.' },
    { message: 'Done: 1 deleted, 0 failed' },
    { warnings: ['Deprecated'] },
    null,
    [],
    {},
    '',
    'Board deleted',
    'OK',
    '1',
    'true',
    'No errors occurred',
  ])('%j, for a create and a delete', (body) => {
    expect(contradictsSuccess(body, 'create')).toBe(false);
    expect(contradictsSuccess(body, 'delete')).toBe(false);
  });

  test.each([
    { room_id: 'a', deleted: false, locked: false },
    { identifier: 'p', created: null, removed: false },
    { room_id: 'a', created: 0 },
    { room_id: 'a', message: 'The error log board' },
    { room_id: 'a', settings: { errors: true, ok: false } },
  ])('a new thing’s own fields: %j', (body) => {
    expect(contradictsSuccess(body, 'create')).toBe(false);
  });

  test('letters of a bare access token', () => {
    expect(contradictsSuccess('eyJhbGciOiJIUzI1NiJ9.e30.a-fail-b', 'mint')).toBe(false);
  });

  test('a 207 whose entries are all successes', () => {
    expect(contradictsSuccess({ responses: [{ id: 'a', status: 200 }] }, 'delete', 207)).toBe(false);
  });
});
