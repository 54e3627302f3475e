import os from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
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

test('the page receives a placeholder instead of the address of the room to be previewed', async () => {
  const { previewId, placeholder, expiresAt } = await main.visit(invite('Ada').target);
  expect(placeholder).toBe(`about:blank#preview-${previewId}`);
  expect(expiresAt).toBeGreaterThan(Date.now());
  expect((await shared.practice.requests()).counts.accessToken).toBe(1);
  expect(main.services.said()).not.toMatch(JWT);
  expect(await main.services.files()).not.toMatch(JWT);
});

test('a copied join link is cleared when the computer wakes after a minute of sleep', async () => {
  await copyLink('Ada');
  const wokeAt = os.uptime() + 60;
  const uptime = vi.spyOn(os, 'uptime').mockImplementation(() => wokeAt);
  main.services.wake();
  await setImmediate();
  expect(main.services.clipboard()).toBe('');
  uptime.mockRestore();
});

test('a copied join link is cleared from the clipboard on request, and when Easel closes', async () => {
  const nameIn = ({ claims }: Awaited<ReturnType<typeof copyLink>>) =>
    claims.find(({ name }) => name === 'name')?.value;
  // Easel omits a blank name from the request. The practice service then uses "Guest".
  expect(nameIn(await copyLink(' '))).toBe('Guest');
  const { clipboard } = main.services;
  await main.must('app.clearClipboard', {});
  expect(clipboard()).toBe('');
  expect(nameIn(await copyLink('Ada'))).toBe('Ada');
  expect(clipboard()).toMatch(new RegExp(`^${shared.practice.origin}/room/${identifier}\\?token=eyJ`, 'u'));
  expect(main.services.said()).not.toMatch(JWT);
  await main.restart();
  expect(clipboard()).toBe('');
});
