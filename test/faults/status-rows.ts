/** Answers that say no, each with secrets in its words. */
import type { CommonFault } from '../practice/faults.ts';
import { all, MISSED, lost, open, passing, type Expected, type Outcome } from './expectations.ts';
import { lasting, REDIRECT_TARGETS, row, service, type Row } from './row.ts';
import { QUOTING } from './secrets.ts';

const BODY = { message: QUOTING, errors: { name: [QUOTING], template: [QUOTING] } };

function answered(status: number, more: Partial<Extract<CommonFault, { kind: 'status' }>> = {}): CommonFault {
  return { kind: 'status', status, body: BODY, headers: { 'X-Request-Id': QUOTING }, ...more };
}

/** What a status means for every request. */
const PLAIN: readonly (readonly [number, Outcome])[] = [
  [400, 'refused'],
  [401, 'key-refused'],
  [402, 'not-allowed'],
  [403, 'not-allowed'],
  [405, 'refused'],
  [407, 'proxy-sign-in'],
  [409, 'refused'],
  [413, 'refused'],
  [422, 'refused'],
];

/** Statuses whose meaning hangs on what was asked. */
const TELLING: readonly (readonly [number, Expected])[] = [
  [404, MISSED],
  [410, MISSED],
  [408, open('timeout')],
  [500, open('service-problem')],
  // The service itself says that it is not there for this: other than a gateway, which speaks for another.
  [503, open('service-problem')],
  [502, lost('service-problem')],
  [504, lost('service-problem')],
];

const REDIRECTS = [301, 302, 303, 307, 308] as const;

export const REDIRECT_ROWS: readonly Row[] = REDIRECTS.flatMap((status) =>
  REDIRECT_TARGETS.map((to) => row(`${status}, ${to}`, { kind: 'redirect', status, to }, open('redirected'))),
);

export const STATUS_ROWS: readonly Row[] = [
  ...PLAIN.map(([status, outcome]) => service(String(status), answered(status), all(outcome))),
  ...TELLING.map(([status, expected]) => service(String(status), answered(status), expected)),
  service('401 without a word', { kind: 'status', status: 401 }, all('key-refused')),
  service('504, the work done', answered(504, { processed: true }), lost('service-problem')),
  service('429 without end', answered(429, { headers: { 'Retry-After': '1' } }), all('too-many-requests')),
  lasting(
    service(
      '429, wait an hour',
      answered(429, { headers: { 'Retry-After': '3600' } }),
      all('too-many-requests'),
    ),
  ),
  service(
    '429 once',
    answered(429, { headers: { 'Retry-After': '1' }, times: 1 }),
    passing('too-many-requests'),
  ),
  service('503 twice', answered(503, { times: 2 }), passing('service-problem')),
];
