import { expect, test } from 'vitest';
import { kindsOf, publicLine } from '../../../../../main/app/diagnostics/diagnostics.ts';

const logged = (fields: object): string =>
  publicLine(JSON.stringify({ time: 'T', level: 'info', scope: 's', message: 'said', ...fields }));

test('a log line in the diagnostics report contains the message, numbers and codes of the log entry', () => {
  expect(
    logged({ call: 'listBoards', attempts: 2, milliseconds: 41, status: 200, cause: 'ECONNRESET' }),
  ).toBe('T info s said call=listBoards attempts=2 milliseconds=41 status=200 cause=ECONNRESET');
  expect(logged({ error: { name: 'Error', message: 'ENOENT /home/ada/x', code: 'ENOENT' } })).toBe(
    'T info s said error=Error/ENOENT',
  );
});

test.each<readonly [string, object]>([
  ['a text in an unknown field', { reason: 'Ticket of Ada' }],
  ['an id of a connection or a room', { connectionId: 'secret-id', previewId: 'secret-id' }],
  ['a name where a code is due', { code: 'Ada’s “board”', call: 'a/b?c' }],
  ['a list, and what is deeper', { call: ['listBoards'], more: { code: 'ECONNRESET' } }],
  ['the message of an error', { error: { message: 'board-17' } }],
  ['an error as text', { error: 'board-17' }],
])('a log line in the diagnostics report omits %s', (_what, fields) => {
  expect(logged(fields)).toBe('T info s said');
});

test.each([
  ['direct', 'direct'],
  ['proxy proxy.acme.example:3128, then direct', 'proxy, then direct'],
  ['SOCKS5 acme.example:1080 (Easel can’t use it)', 'SOCKS5'],
  ['unknown: this computer’s proxy settings couldn’t be read', 'unknown'],
  ['acme.example something', 'another kind'],
])('the diagnostics report shortens the proxy route “%s” to its kind: %s', (route, kind) => {
  expect(kindsOf(route)).toBe(kind);
});
