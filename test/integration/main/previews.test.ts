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

const invite = (displayName: string) => {
  const { connectionId } = main;
  return { connectionId, target: { kind: 'paper', id: identifier } as const, displayName };
};
const copyLink = (displayName: string) => main.must('previews.copyLink', invite(displayName));

test('the page that opens a preview gets only a placeholder address', async () => {
  const { previewId, placeholder, expiresAt } = await main.visit(invite('Ada').target);
  expect(placeholder).toBe(`about:blank#preview-${previewId}`);
  expect(expiresAt).toBeGreaterThan(Date.now());
  expect((await shared.practice.requests()).counts.accessToken).toBe(1);
  expect(main.services.said()).not.toMatch(JWT);
  expect(await main.services.files()).not.toMatch(JWT);
});

test('a copied join link is cleared from the clipboard when Easel closes', async () => {
  const nameIn = ({ claims }: Awaited<ReturnType<typeof copyLink>>) =>
    claims.find(({ name }) => name === 'name')?.value;
  // Easel sends a blank name as no name, for which the practice service uses "Guest".
  expect(nameIn(await copyLink(' '))).toBe('Guest');
  expect(nameIn(await copyLink('Ada'))).toBe('Ada');
  const { clipboard } = main.services;
  expect(clipboard()).toMatch(new RegExp(`^${shared.practice.origin}/room/${identifier}\\?token=eyJ`, 'u'));
  expect(main.services.said()).not.toMatch(JWT);
  await main.restart();
  expect(clipboard()).toBe('');
});

test('the log entry of a copied browser link contains no token', async () => {
  const { clipboard, said, files } = main.services;
  await main.must('previews.copyBrowserLink', { ...invite('Ada'), reason: 'T-7' });
  expect(clipboard()).toMatch(new RegExp(`^${shared.practice.origin}/room/${identifier}\\?token=eyJ`, 'u'));
  const filter = { connectionId: main.connectionId, action: 'link-copied', user: null, find: '' } as const;
  const page = { ...filter, since: null, until: null, open: [], from: 0, count: 5 };
  const { rows } = await main.must('activity.page', page);
  const entry = { target: identifier, outcome: 'done', detail: 'As Ada', reason: 'T-7' };
  expect(rows.find(({ kind }) => kind === 'entry')).toMatchObject({ entry });
  expect(said()).toContain('"clearsAt":');
  expect(said() + (await files())).not.toMatch(JWT);
  await main.must('app.clearClipboard', {});
  expect(clipboard()).toBe('');
});
