import { expect, test } from 'vitest';
import { matchLiveRoom, matchRoute } from '../../../../main/practice/endpoints.ts';

test.each([
  ['POST', '/api/paper', 'createPaper', ''],
  ['DELETE', '/api/paper/a', 'deletePaper', 'a'],
  ['POST', '/api/access-token/a', 'accessToken', 'a'],
  ['GET', '/room/a%2Fb', 'room', 'a/b'],
  ['GET', '/api/board', 'listBoards', ''],
  ['POST', '/api/board', 'createBoard', ''],
  ['GET', '/api/board/a', 'viewBoard', 'a'],
  ['DELETE', '/api/board/a', 'deleteBoard', 'a'],
])('%s %s is %s', (method, path, endpoint, id) => {
  expect(matchRoute(method, path)).toEqual({ found: true, endpoint, id });
});

test.each([
  ['/api/paper/'],
  ['/api/board/a/b'],
  ['/api'],
  ['/room'],
  ['/room/'],
  ['//api/board'],
  ['/API/board'],
])('%s doesn’t exist', (path) => {
  expect(matchRoute('GET', path)).toEqual({ found: false, allowed: [] });
});

test('papers can’t be listed, as in the real service', () => {
  expect(matchRoute('GET', '/api/paper')).toEqual({ found: false, allowed: ['POST'] });
  expect(matchRoute('GET', '/api/paper/a')).toEqual({ found: false, allowed: ['DELETE'] });
});

test('the address of a live room names its room', () => {
  expect(matchLiveRoom('/room/a%20b/live')).toBe('a b');
  expect(matchLiveRoom('/room/a')).toBeUndefined();
  expect(matchLiveRoom('/room/a/live?token=x')).toBeUndefined();
});
