import { expect, test } from 'vitest';
import { offerSentence } from '../../../../../renderer/screens/settings/updates-setting.tsx';

const OFFER = { version: '1.1.0', notes: 'Faster.', size: 98_400_000, received: 0, ready: false };
const READY = { ...OFFER, received: OFFER.size, ready: true };

test('a person reads what was done with an update, and what comes of a press', () => {
  expect(offerSentence(OFFER, 'rest', true)).toBe('Nothing is installed until you say so.');
  expect(offerSentence({ ...OFFER, received: 41_000_000 }, 'downloading', true)).toMatch(
    /^41 MB of 99 MB\. Nothing is installed/u,
  );
  expect(offerSentence(READY, 'rest', true)).toContain('Easel closes');
  expect(offerSentence(READY, 'installing', true)).toContain('Then Easel closes.');
});

test('where Easel installs nothing, it says who does', () => {
  expect(offerSentence(READY, 'rest', false)).toContain('open the file to install it');
});
