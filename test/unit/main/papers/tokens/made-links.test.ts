import { beforeEach, expect, test } from 'vitest';
import { MadeLinks } from '../../../../../main/papers/tokens/made-links.ts';
import { ok } from '../../../../../preload/contract/failure.ts';
import { fakeClock, type FakeClock } from '../../service/clock.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLAIMS = { name: 'Ada', exp: 1_800_000_000, rooms: ['p-1'], seat: 7, key: 'planted-key' };
const TOKEN = `${part({ alg: 'HS256' })}.${part(CLAIMS)}.c2ln`;
const ROOM = {
  address: `https://app.example/room/p-1?token=${TOKEN}`,
  displayName: 'Ada',
  expiresAt: 1_800_000_000_000,
};

let copied: string[];
let clock: FakeClock;
let links: MadeLinks;
let locked: boolean;

beforeEach(() => {
  [copied, clock, locked] = [[], fakeClock(), false];
  links = new MadeLinks({
    copySecret: (text) => {
      copied.push(text);
      return Promise.resolve(ok(null));
    },
    isLocked: () => locked,
    clean: (words) => words.replaceAll('planted-key', '[redacted]'),
    ...clock,
  });
});

test('the details of a join link show every claim of its access token, but not the token itself', () => {
  const kept = links.keep(ROOM);
  expect(kept).toMatchObject({ displayName: 'Ada', expiresAt: 1_800_000_000_000, goneAt: 600_000 });
  expect(kept.claims).toEqual([
    { name: 'name', value: 'Ada', at: null },
    { name: 'exp', value: '1800000000', at: 1_800_000_000_000 },
    { name: 'rooms', value: '["p-1"]', at: null },
    { name: 'seat', value: '7', at: null },
    { name: 'key', value: '[redacted]', at: null },
  ]);
  expect(JSON.stringify(kept)).not.toContain(TOKEN.slice(0, 20));
});

test('the user can copy a join link as a whole or only its access token', async () => {
  const { linkId } = links.keep(ROOM);
  for (const as of ['link', 'token'] as const) await links.copy({ linkId, as });
  expect(copied).toEqual([ROOM.address, TOKEN]);
});

test('a join link that the service returns after Easel was locked is not kept in memory', async () => {
  locked = true;
  const { linkId } = links.keep(ROOM);
  locked = false;
  expect((await links.copy({ linkId, as: 'link' })).ok).toBe(false);
  expect(copied).toEqual([]);
});

test.each([
  ['its panel closes', (linkId: string) => links.close({ linkId })],
  ['ten minutes are over', () => clock.advance(600_000)],
  [
    'the computer wakes after ten minutes of sleep',
    () => {
      clock.sleep(600_000);
      clock.deadlines.check();
    },
  ],
  ['Easel is locked', () => links.drop()],
  ['another link is created', () => links.keep(ROOM)],
] as const)('a created join link is dropped from memory when %s', async (_when, end) => {
  const { linkId } = links.keep(ROOM);
  expect(links.qrCode({ linkId }).ok).toBe(true);
  await end(linkId);
  expect(links.qrCode({ linkId })).toMatchObject({ error: { code: 'not-found' } });
  expect(await links.copy({ linkId, as: 'link' })).toMatchObject({ error: { code: 'not-found' } });
  expect(copied).toEqual([]);
});
