/** Faults of the way: no host, no connection, no trust, no end. */
import { systemHasNetwork } from '../../main/service/client.ts';
import { all, lost, cutOff } from './expectations.ts';
import { late, row, service, unsent, type Row } from './row.ts';

/** Nothing was sent, so nothing was done: no outcome is unknown. */
const UNREACHED: readonly Row[] = [
  unsent('refused port', { kind: 'door', fault: { kind: 'refuse' } }, all('cannot-reach')),
  unsent('no such host', { kind: 'no such host' }, all(systemHasNetwork() ? 'cannot-reach' : 'offline')),
  late(
    unsent('no TLS handshake', { kind: 'door', fault: { kind: 'silent' }, secure: true }, all('timeout')),
    10,
  ),
  unsent(
    'http where https is due',
    { kind: 'door', fault: { kind: 'say', bytes: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, secure: true },
    all('certificate'),
  ),
  unsent('certificate expired', { kind: 'certificate', name: 'expired' }, all('certificate')),
  unsent('certificate self-signed', { kind: 'certificate', name: 'self-signed' }, all('certificate')),
  unsent('certificate of another host', { kind: 'certificate', name: 'other-host' }, all('certificate')),
  unsent('certificate of an unknown CA', { kind: 'certificate', name: 'unknown-ca' }, all('certificate')),
  unsent('TLS 1.0', { kind: 'certificate', name: 'tls-1.0' }, all('certificate')),
  unsent('TLS 1.1', { kind: 'certificate', name: 'tls-1.1' }, all('certificate')),
];

const CUT: readonly Row[] = [
  service('reset before the answer', { kind: 'cut', at: 'before-headers' }, lost('cannot-reach')),
  service(
    'closed before the answer',
    { kind: 'cut', at: 'before-headers', with: 'close' },
    lost('cannot-reach'),
  ),
  service('reset, the work done', { kind: 'cut', at: 'after-processing' }, lost('cannot-reach')),
  // The second try of a delete finds the thing gone; a POST has no second try.
  service(
    'reset once, the work done',
    { kind: 'cut', at: 'after-processing', times: 1 },
    lost('cannot-reach', { list: 'ok', view: 'ok', 'delete board': 'ok', 'delete paper': 'ok' }),
  ),
  service('cut after the head', { kind: 'cut', at: 'after-headers' }, cutOff('cannot-reach')),
  service('cut in mid-body', { kind: 'cut', at: 'mid-body' }, cutOff('cannot-reach')),
  service('cut in mid-chunk', { kind: 'truncated-chunked' }, cutOff('cannot-reach')),
  service('fewer bytes than announced', { kind: 'wrong-length', by: 10 }, cutOff('cannot-reach')),
  row(
    'cut in mid-head',
    { kind: 'door', fault: { kind: 'say', bytes: 'HTTP/1.1 200 OK\r\nContent-Ty' } },
    lost('cannot-reach'),
  ),
  row(
    'closed after an interim answer',
    { kind: 'door', fault: { kind: 'say', bytes: 'HTTP/1.1 103 Early Hints\r\n\r\n' } },
    lost('cannot-reach'),
  ),
  // A read tries again; no write ever goes out on a connection that was used before.
  row('kept-open connection reset', { kind: 'door', fault: { kind: 'reset-reused' } }, all('ok')),
];

/** The deadlines: first byte 30 s, between two pieces 30 s, 60 s in all. */
const SLOW: readonly Row[] = [
  late(
    service('drips its body', { kind: 'drip', part: 'body', bytes: 1, everyMs: 700 }, cutOff('timeout')),
    60,
  ),
  late(row('blackhole', { kind: 'door', fault: { kind: 'silent' } }, lost('timeout')), 30),
  late(service('never answers', { kind: 'silence' }, lost('timeout')), 30),
  late(
    service('drips its head', { kind: 'drip', part: 'head', bytes: 1, everyMs: 100 }, lost('timeout')),
    30,
  ),
  late(
    service(
      'stops in mid-body',
      { kind: 'drip', part: 'body', bytes: 9, everyMs: 60_000 },
      cutOff('timeout'),
    ),
    30,
  ),
];

/** Slow ones first: the others fill the gaps. */
export const NETWORK_ROWS: readonly Row[] = [...SLOW, ...UNREACHED, ...CUT];
