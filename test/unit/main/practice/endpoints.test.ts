import { expect, test } from 'vitest';
import { matchLiveRoom, matchRoute } from '../../../../main/practice/endpoints.ts';

test.each([
  ['DELETE', '/api/paper/a', 'deletePaper', 'a'],
  ['GET', '/room/a%2Fb', 'room', 'a/b'],
  ['GET', '/api/board', 'listBoards', ''],
])('%s %s is %s', (method, path, endpoint, id) => {
  expect(matchRoute(method, path)).toEqual({ endpoint, id });
});

test.each(['/api/paper/', '/api/board/a/b', '/room', '//api/board', '/API/board'])(
  '%s doesn’t exist',
  (path) => {
    expect(matchRoute('GET', path)).toBeNull();
  },
);

test('papers can’t be listed, as in the real service', () => {
  expect(matchRoute('GET', '/api/paper')).toBeNull();
});

test('the address of a live room names its room', () => {
  expect(matchLiveRoom('/room/a%20b/live')).toBe('a b');
  expect(matchLiveRoom('/room/a')).toBeUndefined();
  expect(matchLiveRoom('/room/a/live?token=x')).toBeUndefined();
});
