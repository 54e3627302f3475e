import type { Received } from '../../main/service/failures.ts';

/** A successful GET response without a body, as Easel's HTTP client returns it. */
export const RECEIVED: Received = {
  call: {
    name: 'viewBoard',
    api: 'boardApi',
    effect: 'read',
    path: '/api/board/b',
    thing: 'board',
    withKey: true,
  },
  place: {
    host: 'h',
    middle: 'the board API at h',
    start: 'The board API at h',
    request: 'GET h/api/board/b',
    address: 'https://h/api/board/b',
  },
  status: 200,
  headers: {},
  end: 'whole',
  attempts: 1,
  repeated: false,
  milliseconds: 1,
  now: Date.UTC(2026, 10, 21),
};
