/** Rows of the fault matrix: each fault, and the expected outcome of every operation under it. */
import { systemHasNetwork } from '../../main/service/http.ts';
import type { CommonFault } from '../practice/faults.ts';
import type { CertificateName } from './certificates.ts';
import {
  all,
  cutOff,
  denied,
  lost,
  MISSED,
  open,
  passing,
  unread,
  unreadable,
  type Expected,
} from './expectations.ts';
import { CANARY, QUOTING } from './secrets.ts';

/** Faults that the TCP proxy (door.ts) injects into connections, or an HTTP proxy into CONNECT requests. */
export type WayFault =
  | { readonly kind: 'refuse' }
  /** The proxy accepts connections but sends nothing, not even a TLS handshake. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'say'; readonly bytes: string }
  /** The proxy resets a connection as soon as a second request arrives on it. */
  | { readonly kind: 'reset-reused' };

const REDIRECT_TARGETS = ['same origin', 'other origin', 'down to http'] as const;

export type Cause =
  | { readonly kind: 'service'; readonly fault: CommonFault }
  | { readonly kind: 'door'; readonly fault: WayFault }
  | { readonly kind: 'certificate'; readonly name: CertificateName }
  | { readonly kind: 'proxy'; readonly fault: WayFault }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: (typeof REDIRECT_TARGETS)[number] }
  | { readonly kind: 'no such host' };

export interface Row {
  readonly name: string;
  readonly cause: Cause;
  readonly expected: Expected;
  /** True if the fault prevents sending the request. Then no outcome can be unknown. */
  readonly nothingSent?: true;
  /** Seconds until one of Easel's timeouts ends the operation. Undefined if the operation ends without a timeout. */
  readonly seconds?: number;
  /** True if the fault outlasts the operation. The next operation then needs another practice service. */
  readonly lasts?: true;
}

export function isSecure(cause: Cause): boolean {
  return (
    cause.kind === 'certificate' ||
    cause.kind === 'proxy' ||
    (cause.kind === 'redirect' && cause.to === 'down to http')
  );
}

const of = (
  name: string,
  cause: Cause,
  expected: Expected,
  more: Pick<Row, 'nothingSent' | 'seconds' | 'lasts'> = {},
): Row => ({ name, cause, expected, ...more });
const service = (
  name: string,
  fault: CommonFault,
  expected: Expected,
  more: Pick<Row, 'seconds' | 'lasts'> = {},
): Row => of(name, { kind: 'service', fault }, expected, more);
const door = (name: string, fault: WayFault, expected: Expected, more?: Pick<Row, 'seconds'>): Row =>
  of(name, { kind: 'door', fault }, expected, more);
const say = (bytes: string): WayFault => ({ kind: 'say', bytes });
const says = (name: string, bytes: string, expected: Expected): Row => door(name, say(bytes), expected);

/** Faults that end in one of Easel's timeouts: 30 s until the first byte, 30 s between two chunks, or 60 s in total. */
const SLOW: readonly Row[] = [
  service('drips its body', { kind: 'drip', part: 'body', bytes: 1, everyMs: 700 }, cutOff('timeout'), {
    seconds: 60,
  }),
  door('blackhole', { kind: 'silent' }, lost('timeout'), { seconds: 30 }),
  service('drips its head', { kind: 'drip', part: 'head', bytes: 1, everyMs: 100 }, lost('timeout'), {
    seconds: 30,
  }),
  service('stops in mid-body', { kind: 'drip', part: 'body', bytes: 9, everyMs: 60_000 }, cutOff('timeout'), {
    seconds: 30,
  }),
];

const unsent = (name: string, cause: Cause, expected: Expected): Row =>
  of(name, cause, expected, { nothingSent: true });

const EMPTY = '\r\nContent-Length: 0\r\n\r\n';

const PROXIES: Readonly<Record<string, WayFault>> = {
  silent: { kind: 'silent' },
  'refused port': { kind: 'refuse' },
  '407': say(`HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Basic realm="x"${EMPTY}`),
  // Easel does not support the scheme Negotiate, so it does not ask for the user's proxy credentials.
  '407, Negotiate only': say(`HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Negotiate${EMPTY}`),
  '502': say(`HTTP/1.1 502 Bad Gateway${EMPTY}`),
  'drops the CONNECT': say(''),
  'drops the tunnel': say('HTTP/1.1 200 Connection established\r\n\r\n'),
};

const UNSENT: readonly Row[] = [
  unsent('refused port', { kind: 'door', fault: { kind: 'refuse' } }, all('cannot-reach')),
  unsent('no such host', { kind: 'no such host' }, all(systemHasNetwork() ? 'cannot-reach' : 'offline')),
  ...(['expired', 'self-signed', 'other-host', 'tls-1.0', 'tls-1.1'] as const).map((name) =>
    unsent(`certificate: ${name}`, { kind: 'certificate', name }, all('certificate')),
  ),
  ...Object.entries(PROXIES).map(([name, fault]) =>
    unsent(
      `proxy: ${name}`,
      { kind: 'proxy', fault },
      all(name === '407' ? 'proxy-sign-in' : 'cannot-reach'),
    ),
  ),
];

const CUT: readonly Row[] = [
  service('reset before the answer', { kind: 'cut', at: 'before-headers' }, lost('cannot-reach')),
  service('reset, the work done', { kind: 'cut', at: 'after-processing' }, lost('cannot-reach')),
  // The first attempt deletes the item, so the retry gets "not found", which Easel reports as a success.
  service(
    'reset once, the work done',
    { kind: 'cut', at: 'after-processing', times: 1 },
    lost('cannot-reach', { list: 'ok', view: 'ok', 'delete board': 'ok', 'delete paper': 'ok' }),
  ),
  service('cut after the head', { kind: 'cut', at: 'after-headers' }, cutOff('cannot-reach')),
  service('cut in mid-body', { kind: 'cut', at: 'mid-body' }, cutOff('cannot-reach')),
  service('cut in mid-chunk', { kind: 'truncated-chunked' }, cutOff('cannot-reach')),
  service('fewer bytes than announced', { kind: 'wrong-length', by: 10 }, cutOff('cannot-reach')),
  says('closed after an interim answer', 'HTTP/1.1 103 Early Hints\r\n\r\n', lost('cannot-reach')),
  // Easel survives this fault, because it retries reads, and sends each change on a new connection.
  door('kept-open connection reset', { kind: 'reset-reused' }, all('ok')),
];

const BODIES: readonly Row[] = [
  says('secrets where HTTP is due', `${QUOTING}\r\n\r\n`, lost('not-understood')),
  service('a header of 1 MB', { kind: 'huge-header', bytes: 1_000_000 }, lost('not-understood')),
  service('gzip bomb of 16 MiB', { kind: 'gzip-bomb', bytes: 16 * 1024 * 1024 }, cutOff('not-understood')),
  service('gzip that is none', { kind: 'bad-gzip' }, cutOff('not-understood')),
  service('empty 200', { kind: 'empty' }, unread('not-understood')),
  // After a 204 for a list, Easel keeps the boards of the earlier list and reports that the list may be incomplete.
  service('204', { kind: 'no-content' }, unread('not-understood', { list: 'ok' })),
  service('broken JSON', { kind: 'malformed-json' }, unreadable('not-understood')),
  // The token has lost its last 10 characters. Its form is valid, so only the service could detect the loss.
  service(
    'less announced than sent',
    { kind: 'wrong-length', by: -10 },
    unreadable('not-understood', { mint: 'ok' }),
  ),
  service(
    'text that quotes secrets',
    { kind: 'status', status: 200, body: `No: ${QUOTING}` },
    unread('not-understood', { 'delete board': 'refused', 'delete paper': 'outcome-unknown' }),
  ),
  // Invalid bytes make ids unusable. So lists report such boards as unreadable, and a create's outcome is unknown.
  service('not UTF-8', { kind: 'bad-utf8' }, unread('not-understood', { list: 'ok', view: 'ok' })),
  service('the answer twice', { kind: 'duplicate-response' }, all('ok')),
  // A change's outcome is unknown, because the web page may come from a proxy, a login page or a wrong host.
  service('web page, 200', { kind: 'html' }, open('web-page')),
  // After a 404 web page for a delete, Easel looks the board up, finds it, and reports that it was not deleted.
  service('web page, 404', { kind: 'html', status: 404 }, all('web-page', { 'delete board': 'refused' })),
  // The outcome is unknown, because a gateway may send this web page although the service completed the request.
  service('web page, 502', { kind: 'html', status: 502 }, lost('service-problem')),
  service(
    '200 that says no',
    { kind: 'status', status: 200, body: { success: false, reason: QUOTING, token: CANARY } },
    denied('refused'),
  ),
];

const BODY = { message: QUOTING, errors: { name: [QUOTING], template: [QUOTING] } };
const answered = (
  status: number,
  more: Partial<Extract<CommonFault, { kind: 'status' }>> = {},
): CommonFault => ({ kind: 'status', status, body: BODY, headers: { 'X-Request-Id': QUOTING }, ...more });
const later = (seconds: string, more: { readonly times?: number } = {}): CommonFault =>
  answered(429, { headers: { 'Retry-After': seconds }, ...more });
const WAIT = { 'Retry-After': '1' };

const STATUSES: readonly (readonly [number, Expected])[] = [
  [401, all('key-refused')],
  [402, all('not-allowed')],
  [403, all('not-allowed')],
  [404, MISSED],
  [407, all('proxy-sign-in')],
  [408, open('timeout')],
  [409, all('refused')],
  [413, all('refused')],
  [422, all('refused')],
  [500, open('service-problem')],
  // Gateways send 502, 504 and 521, perhaps after the service has done the work. So even a delete's outcome is unknown.
  [503, open('service-problem')],
  [502, lost('service-problem')],
  [504, lost('service-problem')],
  [511, open('cannot-reach')],
  [521, lost('service-problem')],
];

const REFUSALS: readonly Row[] = [
  ...STATUSES.map(([status, expected]) => service(String(status), answered(status), expected)),
  service('504, the work done', answered(504, { processed: true }), lost('service-problem')),
  service('429 without end', later('1'), all('too-many-requests')),
  service('429, wait an hour', later('3600'), all('too-many-requests'), { lasts: true }),
  service('429 once', later('1', { times: 1 }), passing('too-many-requests')),
  service('403 once, to wait', answered(403, { headers: WAIT, times: 1 }), passing('too-many-requests')),
  service('503 twice', answered(503, { times: 2 }), passing('service-problem')),
];

const REDIRECTS: readonly Row[] = [301, 302, 303, 307, 308].flatMap((status) =>
  REDIRECT_TARGETS.map((to) => of(`${status}, ${to}`, { kind: 'redirect', status, to }, open('redirected'))),
);

/** All rows of the fault matrix. Slow rows come first, so that fast rows run while slow rows wait for timeouts. */
export const ROWS: readonly Row[] = [...SLOW, ...UNSENT, ...CUT, ...BODIES, ...REFUSALS, ...REDIRECTS];
