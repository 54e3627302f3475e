/** Faults of what came: no HTTP, no JSON, too much, too little, something else altogether. */
import { all, cutOff, denied, lost, open, unread, unreadable } from './expectations.ts';
import { row, service, type Row } from './row.ts';
import { CANARY, QUOTING } from './secrets.ts';

const DEEP = `${'['.repeat(40)}${']'.repeat(40)}`;

export const BODY_ROWS: readonly Row[] = [
  row(
    'another protocol',
    { kind: 'door', fault: { kind: 'say', bytes: 'SSH-2.0-OpenSSH_9.2\r\n' } },
    lost('not-understood'),
  ),
  row(
    'secrets where HTTP is due',
    { kind: 'door', fault: { kind: 'say', bytes: `${QUOTING}\r\n\r\n` } },
    lost('not-understood'),
  ),
  service('a header of 1 MB', { kind: 'huge-header', bytes: 1_000_000 }, lost('not-understood')),
  service('gzip bomb of 16 MiB', { kind: 'gzip-bomb', bytes: 16 * 1024 * 1024 }, cutOff('not-understood')),
  service('gzip that is none', { kind: 'bad-gzip' }, cutOff('not-understood')),
  service('empty 200', { kind: 'empty' }, unread('not-understood')),
  // No content is not believed of a list that had boards: they stay, and the list may be incomplete.
  service('204', { kind: 'no-content' }, unread('not-understood', { list: 'ok' })),
  service('broken JSON', { kind: 'malformed-json' }, unreadable('not-understood')),
  service('half of the JSON', { kind: 'truncated-json' }, unreadable('not-understood')),
  // What is left of the token has the form of one: only the service can tell that its signature was cut.
  service(
    'less announced than sent',
    { kind: 'wrong-length', by: -10 },
    unreadable('not-understood', { mint: 'ok' }),
  ),
  service(
    'JSON 40 levels deep',
    { kind: 'status', status: 200, body: DEEP },
    // Nothing was done: the board is still shown.
    unreadable('not-understood', { 'delete board': 'refused' }),
  ),
  service(
    'text that quotes secrets',
    { kind: 'status', status: 200, body: `No: ${QUOTING}` },
    unread('not-understood', { 'delete board': 'refused', 'delete paper': 'outcome-unknown' }),
  ),
  // Identifiers with unreadable letters are other identifiers: such a list counts the item, such a create has none.
  service('not UTF-8', { kind: 'bad-utf8' }, unread('not-understood', { list: 'ok', view: 'ok' })),
  service('byte order mark', { kind: 'bom' }, all('ok')),
  service('the answer twice', { kind: 'duplicate-response' }, all('ok')),
  // A login page, a proxy or a wrong host has answered, not the service: nothing is known to be done or gone.
  service('web page, 200', { kind: 'html' }, open('web-page')),
  service('web page, 403', { kind: 'html', status: 403 }, all('web-page')),
  // A board is looked for then: that it is still there is known.
  service('web page, 404', { kind: 'html', status: 404 }, all('web-page', { 'delete board': 'refused' })),
  service('web page, 410', { kind: 'html', status: 410 }, all('web-page', { 'delete board': 'refused' })),
  // A gateway speaks, in HTML as they do: the service behind it may have done the work.
  service('web page, 502', { kind: 'html', status: 502 }, lost('service-problem')),
  service(
    '200 that says no',
    { kind: 'status', status: 200, body: { success: false, reason: QUOTING, token: CANARY } },
    denied('refused'),
  ),
];
