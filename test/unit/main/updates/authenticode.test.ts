import { expect, test, vi } from 'vitest';
import { whyNotSignedBy, type AskSystem } from '../../../../main/updates/installer.ts';
import { provideByRequire } from '../../../support/native-updater.ts';

vi.mock('electron', () => import('../../../support/native-updater.ts'));
provideByRequire();

const OURS = 'CN=Easel maintainers, O=Easel maintainers, C=DE';
const NEXT = 'CN=Easel Foundation, O=Easel Foundation, C=DE';
const answering =
  (answer: unknown): AskSystem =>
  () =>
    Promise.resolve(typeof answer === 'string' ? answer : JSON.stringify(answer));

test.each([OURS, NEXT])('an installer that %s has signed validly is taken', async (subject) => {
  expect(await whyNotSignedBy([OURS, NEXT], 'easel.exe', answering({ status: 'Valid', subject }))).toBeNull();
});

test.each<readonly [string, AskSystem]>([
  ['is not signed', answering({ status: 'NotSigned', subject: '' })],
  ['was changed after it was signed', answering({ status: 'HashMismatch', subject: OURS })],
  ['has a certificate that nobody trusts', answering({ status: 'UnknownError', subject: OURS })],
  ['is signed by another publisher', answering({ status: 'Valid', subject: 'CN=Somebody, O=Somebody' })],
  [
    'is signed by another publisher of the same common name',
    answering({ status: 'Valid', subject: 'CN=Easel maintainers, O=Somebody' }),
  ],
  [
    'is signed by one that has more in its name',
    answering({ status: 'Valid', subject: `${OURS}, OU=Somebody` }),
  ],
  ['gets no answer', answering('')],
  ['gets an answer that can’t be read', answering('Get-AuthenticodeSignature : not recognized')],
  ['gets an answer with more in it', answering({ status: 'Valid', subject: OURS, more: 1 })],
  ['can’t be asked about', () => Promise.reject(new Error('no PowerShell'))],
])('an installer that %s is refused', async (_what, ask) => {
  expect(await whyNotSignedBy([OURS], 'easel.exe', ask)).not.toBeNull();
});

test('where no publisher is pinned, nothing is even asked', async () => {
  let asked = 0;
  const ask: AskSystem = (file) => {
    asked += 1;
    return answering({ status: 'Valid', subject: '' })(file);
  };
  expect(await whyNotSignedBy([], 'easel.exe', ask)).toBe('no publisher is pinned');
  expect(asked).toBe(0);
});

test.skipIf(process.platform === 'win32')('where there is no PowerShell, the answer is no', async () => {
  expect(await whyNotSignedBy([OURS], 'easel.exe')).toBe('the system could not be asked');
});
