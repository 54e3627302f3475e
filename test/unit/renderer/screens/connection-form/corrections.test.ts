import { expect, test } from 'vitest';
import type { PartCheck } from '../../../../../preload/contract/connections.ts';
import { correctionOf, type Addresses } from '../../../../../renderer/screens/connection-form/corrections.ts';
import { failed } from '../../scripted-bridge.ts';

const API = 'https://api.x.org';
const APP = 'https://app.x.org';
const of = (change: Partial<Addresses>): Addresses => ({
  paperApi: API,
  boardApi: API,
  appUrl: APP,
  ...change,
});

test.each([
  ['a missing scheme', 'api.x.org', API],
  ['a missing scheme on this computer', 'localhost:4000', 'http://localhost:4000'],
  ['http', 'http://api.x.org/v2', `${API}/v2`],
  ['a path that Easel adds, and a query', 'https://api.x.org/api/board?limit=1', API],
  ['a page of the dashboard', 'https://x.org/dashboard/keys', 'https://x.org'],
  ['the dashboard’s host', 'https://dashboard.x.org/', API],
  ['no offer for a text that is no address', 'nonsense', null],
] as const)('the connection form suggests a correct API address: %s', (_what, boardApi, corrected) => {
  const correction = correctionOf('boardApi', of({ boardApi }), true, undefined);
  expect(correction).toEqual(
    corrected === null ? null : { label: `Change to ${corrected}`, change: { boardApi: corrected } },
  );
});

test('the connection form offers to swap the API address and the app address', () => {
  const swapped = of({ boardApi: 'https://app.x.org/room/1', appUrl: API });
  const change = { boardApi: API, appUrl: APP };
  expect(correctionOf('boardApi', swapped, false, undefined)).toEqual({
    label: 'Swap with the app address',
    change,
  });
  expect(correctionOf('appUrl', swapped, false, undefined)?.change).toEqual(change);
  expect(correctionOf('boardApi', of({}), false, undefined)).toBeNull();
});

test.each([
  ['web-page', undefined, 'Swap with the app address'],
  ['not-found', 404, 'Swap with the paper API address'],
  ['timeout', undefined, undefined],
] as const)('after a check failed (%s, status %s), the form suggests: %s', (code, status, label) => {
  const answer = failed(code);
  if (answer.ok) throw new Error('not a failure');
  const failure = { ...answer.error, ...(status && { status }) };
  const check: PartCheck = { part: 'board-api', state: 'failed', summary: '', failure };
  const addresses = of({ boardApi: 'https://one.x.org', paperApi: 'https://two.x.org' });
  expect(correctionOf('boardApi', addresses, false, check)?.label).toBe(label);
});
