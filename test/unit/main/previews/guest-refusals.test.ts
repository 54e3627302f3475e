import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onNewSession, sessions, type FakeSession } from '../../../support/fake-electron.ts';
import { guestsUnderTest, ROOM_ADDRESS, type GuestsUnderTest, type Loose } from './guests-under-test.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

let under: GuestsUnderTest;

beforeEach(() => {
  under = guestsUnderTest();
});
afterEach(() => under.checkSilence());

describe('a webview is refused', () => {
  test.each([
    ['without a source', {}],
    ['for the room itself', { src: ROOM_ADDRESS }],
    ['for another site', { src: 'https://evil.example/' }],
    ['for a script', { src: 'javascript:alert(1)' }],
    ['for Easel’s own page', { src: 'app://easel/index.html' }],
    ['for a blank page', { src: 'about:blank' }],
    ['for a placeholder that was never granted', { src: 'about:blank#preview-1' }],
    ['for a source that is no text', { src: ['about:blank#preview-1'] }],
  ])('%s', async (_name, params) => {
    await under.open();
    expect(under.ask(params)).toBe(true);
    expect(sessions).toEqual([]);
  });

  test.each([
    ['longer', (placeholder: string) => `${placeholder}0`],
    ['shorter', (placeholder: string) => placeholder.slice(0, -1)],
    ['in capitals', (placeholder: string) => placeholder.toUpperCase()],
    ['with a blank', (placeholder: string) => ` ${placeholder}`],
    ['encoded', (placeholder: string) => placeholder.replace('#', '%23')],
    ['followed by an address', (placeholder: string) => `${placeholder}?https://evil.example/`],
  ])('for a placeholder like the granted one, but %s', async (_name, change) => {
    const { placeholder } = await under.open();
    expect(under.ask({ src: change(placeholder) })).toBe(true);
    expect(under.ask({ src: placeholder })).toBe(false);
  });

  test('for a grant that is spent', async () => {
    const { placeholder } = await under.open();
    expect(under.ask({ src: placeholder })).toBe(false);
    const again: Loose = { src: placeholder };
    expect(under.ask(again)).toBe(true);
    expect(again['src']).toBe(placeholder);
  });

  test('for a grant that is 30 seconds old', async () => {
    const { placeholder } = await under.open();
    under.clock.now += 30_000;
    expect(under.ask({ src: placeholder })).toBe(true);
  });

  test('for a preview that was closed', async () => {
    const { placeholder, previewId } = await under.open();
    await under.previews.close({ previewId });
    expect(under.ask({ src: placeholder })).toBe(true);
  });

  test('when there are no previews yet', () => {
    under = guestsUnderTest({ hasPreviews: false });
    expect(under.ask({ src: 'about:blank#preview-1' })).toBe(true);
  });

  test('when its session would be stored on disk, or can’t be created', async () => {
    for (const run of [
      (made: FakeSession) => void (made.persistent = true),
      () => {
        throw new Error('no session');
      },
    ]) {
      onNewSession.run = run;
      const { placeholder } = await under.open();
      const params: Loose = { src: placeholder };
      expect(under.ask(params, { preload: '/evil.js' })).toBe(true);
      expect(params['src']).toBe(placeholder);
      expect(under.states().at(-1)).toBe('closed');
    }
    onNewSession.run = () => undefined;
    await Promise.all([under.open(), under.open(), under.open(), under.open()]);
  });

  test('and every refusal is logged, without the address', () => {
    under.ask({ src: 'https://evil.example/?secret-of-the-page' });
    expect(under.lines).toHaveLength(1);
    expect(under.lines[0]).toContain('webview');
    expect(under.lines[0]).not.toContain('evil');
  });
});
