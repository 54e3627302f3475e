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

const open = (kind: 'paper' | 'board', id: string, displayName: string) => {
  const target = { kind, id } as const;
  return main.call('previews.open', {
    connectionId: main.connectionId,
    target,
    displayName,
    reason: '',
    minutes: 10,
  });
};
const copyLink = (displayName: string) =>
  main.must('previews.copyLink', { connectionId: main.connectionId, identifier, displayName });
const tokens = async () => (await shared.practice.requests()).counts.accessToken;

test('a preview requests one token, and the page gets only a placeholder', async () => {
  const opened = await open('paper', identifier, 'Support agent');
  const previewId = opened.ok ? opened.value.previewId : '';
  expect(opened).toMatchObject({ value: { placeholder: `about:blank#preview-${previewId}` } });
  expect(opened.ok && opened.value.expiresAt).toBeGreaterThan(Date.now());
  expect(await tokens()).toBe(1);
  expect(main.services.said()).not.toMatch(JWT);
  expect(await main.services.files()).not.toMatch(JWT);
});

test('a preview is not opened without a name, or for a board without a room', async () => {
  const fields = { displayName: 'Enter a name.' };
  expect(await open('paper', identifier, ' \t')).toMatchObject({ error: { code: 'invalid-input', fields } });
  expect(await tokens()).toBe(0);
  const { id } = await main.must('boards.create', { connectionId: main.connectionId });
  expect(await open('board', id, 'Ada')).toMatchObject({ error: { code: 'no-preview', status: 404 } });
});

test('a join link goes only to the clipboard, which is cleared when Easel closes', async () => {
  const nameIn = ({ claims }: Awaited<ReturnType<typeof copyLink>>) =>
    claims.find(({ name }) => name === 'name')?.value;
  // The practice service names visitors without a name so.
  expect(nameIn(await copyLink(' '))).toBe('Guest');
  expect(nameIn(await copyLink('Ada'))).toBe('Ada');
  const { clipboard } = main.services;
  expect(clipboard()).toMatch(new RegExp(`^${shared.practice.origin}/room/${identifier}\\?token=eyJ`, 'u'));
  expect(main.services.said()).not.toMatch(JWT);
  await main.restart();
  expect(clipboard()).toBe('');
});
