import { expect, test } from 'vitest';
import type { Call } from '../../../../main/service/types.ts';
import { addressOf, targetOf } from '../../../../main/service/http.ts';

const call = (path: string, query?: Record<string, string>): Call => ({
  name: 'test',
  api: 'boardApi',
  effect: 'read',
  path,
  thing: 'board',
  withKey: true,
  ...(query && { query }),
});
const addresses = (boardApi: string) => ({ paperApi: '', boardApi, appUrl: '' });
const address = (boardApi: string, path: string) => addressOf(call(path), addresses(boardApi))?.href ?? null;

test.each([
  ['https://boards.example/sub', '/api/board', 'https://boards.example/sub/api/board'],
  ['https://boards.example', "/api/board/~!*'()", "https://boards.example/api/board/~!*'()"],
  ['http://127.0.0.1:8080', '/api/board', 'http://127.0.0.1:8080/api/board'],
])('for the API address “%s” and the path “%s”, the API key is sent', (base, path, href) => {
  expect(address(base, path)).toBe(href);
});

test.each([
  ['http://boards.example', '/api/board'],
  ['http://127.0.0.1.evil.example', '/api/board'],
  ['https://ann:pass@boards.example', '/api/board'],
  ['https://boards.example', '@evil.example/api/board'],
  ['https://boards.example', '/api/board/..'],
  ['https://boards.example', '/api/board/%2e%2E'],
  ['https://boards.example', '/api/board?x=1'],
  ['', '/api/board'],
])('for the API address “%s” and the path “%s”, no API key is sent', (base, path) => {
  expect(address(base, path)).toBeNull();
});

test('failures show the address of the request without its query string', () => {
  const listing = call('/api/board', { limit: '2' });
  const url = addressOf(listing, addresses('https://boards.example:8443'));
  expect(url && targetOf(listing, url)).toEqual({
    host: 'boards.example:8443',
    start: 'The board API at boards.example:8443',
    middle: 'the board API at boards.example:8443',
    request: 'GET boards.example:8443/api/board',
    address: 'https://boards.example:8443/api/board',
  });
});
