import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from '../../../../main/window/clipboard.ts';
import { clipboard } from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

afterEach(() => void Object.assign(clipboard, { text: '', taking: () => Promise.resolve() }));

test('text is said to be copied once the clipboard has it, not before', async () => {
  const taken = Promise.withResolvers<void>();
  clipboard.taking = () => taken.promise;
  const said: string[] = [];
  const copying = copyText('a link').then((copied) => said.push(String(copied.ok), clipboard.text));
  await new Promise(setImmediate);
  expect(said).toEqual([]);
  taken.resolve();
  await copying;
  expect(said).toEqual(['true', 'a link']);
});

test('a clipboard that refuses is told, without the text', async () => {
  clipboard.taking = () => Promise.reject(new Error('could not write https://app.example/?token=secret'));
  const copied = await copyText('https://app.example/?token=secret');
  expect(copied).toMatchObject({ ok: false, error: { code: 'refused', retryable: true } });
  expect(JSON.stringify(copied)).not.toContain('secret');
});
