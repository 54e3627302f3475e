import { afterEach, expect, test, vi } from 'vitest';
import { createClipboard } from '../../../../main/window/clipboard.ts';
import { clipboard } from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

afterEach(() => void Object.assign(clipboard, { text: '', marks: {}, taking: () => Promise.resolve() }));

test.each(['write', 'writeSecret'] as const)(
  'text is said to be copied once the clipboard has it, not before (%s)',
  async (way) => {
    const taken = Promise.withResolvers<void>();
    clipboard.taking = () => taken.promise;
    const said: string[] = [];
    const copy = createClipboard('linux')[way];
    const copying = copy('a link').then((copied) => said.push(String(copied.ok), clipboard.text));
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    taken.resolve();
    await copying;
    expect(said).toEqual(['true', 'a link']);
  },
);

test.each(['write', 'writeSecret'] as const)(
  'a clipboard that refuses is told, without the text (%s)',
  async (way) => {
    clipboard.taking = () => Promise.reject(new Error('could not write https://app.example/?token=secret'));
    const copied = await createClipboard('win32')[way]('https://app.example/?token=secret');
    expect(copied).toMatchObject({ ok: false, error: { code: 'refused', retryable: true } });
    expect(JSON.stringify(copied)).not.toContain('secret');
  },
);

test.each([
  ['win32', 'CanIncludeInClipboardHistory', '\0\0\0\0'],
  ['win32', 'CanUploadToCloudClipboard', '\0\0\0\0'],
  ['win32', 'ExcludeClipboardContentFromMonitorProcessing', '\0\0\0\0'],
  ['darwin', 'org.nspasteboard.ConcealedType', ' '],
  ['linux', 'x-kde-passwordManagerHint', 'secret'],
] as const)('on %s a secret is marked by %s, and other text is not', async (platform, format, content) => {
  const { write, writeSecret } = createClipboard(platform);
  await writeSecret('a link');
  expect(clipboard.marks[`electron application/osclipboard;format="${format}"`]).toBe(content);
  await write('b-7');
  expect(clipboard.marks).toEqual({});
});
