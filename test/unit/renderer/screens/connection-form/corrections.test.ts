import { expect, test } from 'vitest';
import { correctionOf } from '../../../../../renderer/screens/connection-form/connection-form-screen.tsx';

const API = 'https://api.x.org';

test.each([
  ['a missing scheme', 'api.x.org', API],
  ['a missing scheme on this computer', 'localhost:4000', 'http://localhost:4000'],
  ['http', 'http://api.x.org/v2', `${API}/v2`],
  ['a path that Easel adds, and a query', 'https://api.x.org/api/board?limit=1', API],
  ['the address of a room', 'https://app.x.org/room/1', 'https://app.x.org'],
  ['a page of the dashboard', 'https://x.org/dashboard/keys', 'https://x.org'],
  ['no offer for the dashboard’s host', 'https://dashboard.x.org/', null],
  ['no offer for a correct address', `${API}/`, null],
  ['no offer for a text that is no address', 'nonsense', null],
] as const)('the connection form corrects an API address in one click: %s', (_what, typed, corrected) => {
  expect(correctionOf(typed)).toBe(corrected);
});
