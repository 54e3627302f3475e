import { beforeEach, expect, test } from 'vitest';
import { sharedMain, sharedPractice } from './shared-main.ts';

const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]+/u;
const shared = sharedPractice({ boards: 3 });
const main = sharedMain();
let identifier: string;

beforeEach(async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  identifier = shared.practice.samplePapers[0]?.identifier ?? '';
});

const copyLink = (displayName: string) =>
  main.must('previews.copyLink', {
    connectionId: main.connectionId,
    target: { kind: 'paper', id: identifier },
    displayName,
  });

test('opening a preview requests one token, and the page receives only a placeholder address', async () => {
  const { connectionId } = main;
  const target = { kind: 'paper', id: identifier } as const;
  const visit = { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 } as const;
  const { previewId, placeholder, expiresAt } = await main.must('previews.open', visit);
  expect(placeholder).toBe(`about:blank#preview-${previewId}`);
  expect(expiresAt).toBeGreaterThan(Date.now());
  expect((await shared.practice.requests()).counts.accessToken).toBe(1);
  expect(main.services.said()).not.toMatch(JWT);
  expect(await main.services.files()).not.toMatch(JWT);
});

test('a join link goes only to the clipboard, which is cleared when Easel closes', async () => {
  const nameIn = ({ claims }: Awaited<ReturnType<typeof copyLink>>) =>
    claims.find(({ name }) => name === 'name')?.value;
  // The name that the practice service gives to a visitor without a name.
  expect(nameIn(await copyLink(' '))).toBe('Guest');
  expect(nameIn(await copyLink('Ada'))).toBe('Ada');
  const { clipboard } = main.services;
  expect(clipboard()).toMatch(new RegExp(`^${shared.practice.origin}/room/${identifier}\\?token=eyJ`, 'u'));
  expect(main.services.said()).not.toMatch(JWT);
  await main.restart();
  expect(clipboard()).toBe('');
});
