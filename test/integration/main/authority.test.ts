/** Main checks permission and key when it sends a request, not when the call arrives. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftFor } from '../../support/services.ts';
import { startRecordingService, type RecordingService } from '../../support/recording-service.ts';
import { sharedMain } from './shared-main.ts';
import { tidyUp } from './two-computers.ts';

vi.mock('keytar', async () => ({ default: (await import('./two-computers.ts')).keytar }));

const STORED = 'sk_first-0123456789-abcdefgh';
const NEXT = 'sk_next-0123456789-abcdefghij';
const MOVED = 'sk_moved-0123456789-abcdefghi';
const BOARDS = 30;
const NAME = 'Acme boards';

const main = sharedMain();
let home: RecordingService;

beforeEach(async () => {
  tidyUp();
  home = await startRecordingService(BOARDS);
});
afterEach(async () => {
  home.release();
  await home.close();
});

describe('an API key', () => {
  test.each([
    ['in the keychain', false],
    ['for this session', true],
  ])('kept %s goes only to the hosts it was entered for, even if calls overlap', async (_, sessionOnly) => {
    const elsewhere = await startRecordingService();
    await main.connect(home.origin, STORED, { sessionOnly });
    const { connectionId } = main;
    const key = { connectionId, slot: 'main', apiKey: NEXT, sessionOnly } as const;
    const about = { note: '', remindAt: null, useWhenGreen: false };
    const moved = draftFor(elsewhere.origin, MOVED, { id: connectionId, sessionOnly });
    await Promise.all([
      main.call('keys.stage', { ...key, ...about }),
      main.call('keys.useNext', { connectionId, slot: 'main', knowingly: true }),
      main.call('connections.save', moved),
    ]);
    await main.call('keys.goBack', { connectionId, slot: 'main' });
    await main.call('boards.view', { connectionId, boardId: 'board-1' });
    const sentElsewhere = elsewhere.requests.map((request) => request.key);
    expect(sentElsewhere).not.toContain(STORED);
    expect(sentElsewhere).not.toContain(NEXT);
    expect(home.requests.map((request) => request.key)).not.toContain(MOVED);
    await elsewhere.close();
  });

  test.each(['', 'API_KEY=', 'Bearer '])(
    'is rejected inside the note about itself when pasted with the prefix “%s”',
    async (before) => {
      await main.connect(home.origin, STORED);
      const { connectionId } = main;
      const key = { connectionId, slot: 'main', apiKey: `${before}${NEXT}`, sessionOnly: true } as const;
      const about = { note: `It is ${NEXT}`, remindAt: null, useWhenGreen: false };
      const staged = await main.call('keys.stage', { ...key, ...about });
      expect(staged).toMatchObject({ error: { fields: { note: expect.any(String) as unknown } } });
    },
  );

  test('is never sent as part of an address', async () => {
    await main.connect(home.origin, STORED);
    const { connectionId } = main;
    const encoded = Buffer.from(STORED).toString('base64');
    for (const boardId of [STORED, `x${encodeURIComponent(STORED)}`, encoded]) {
      const viewed = await main.call('boards.view', { connectionId, boardId });
      expect(viewed).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
      expect(JSON.stringify(viewed)).not.toContain(STORED);
    }
    const checked = await main.call('connections.check', draftFor(`${home.origin}/${STORED}`, NEXT));
    expect(checked).toMatchObject({ ok: false, error: { fields: { boardApi: expect.any(String) } } });
    expect(JSON.stringify(checked)).not.toContain(STORED);
    expect(home.requests.filter(({ key }) => key !== null)).toEqual([]);
  });
});

test.each([
  ['the ten minutes are over, even before the timer fires', 'read-only', () => main.pass(10 * 60_000)],
  [
    'Easel is locked',
    null,
    async () => {
      const passphrase = 'correct horse battery';
      await main.must('lock.configure', { idleMinutes: null, passphrase, currentPassphrase: null });
      await main.must('lock.now', {});
    },
  ],
] as const)('queued deletes are not sent after %s', async (_when, code, change) => {
  await main.connect(home.origin, STORED, { name: NAME, readOnly: true });
  const { connectionId } = main;
  await main.list();
  await main.must('connections.unlockChanges', { connectionId, typedName: NAME });
  const ids = Array.from({ length: BOARDS }, (_, index) => `board-${index}`);
  const { reviewId } = await main.must('jobs.review', { connectionId, selection: { kind: 'ids', ids } });
  const { id } = await main.must('jobs.deleteReviewed', { reviewId, typed: String(BOARDS), reason: '' });
  home.hold();
  await main.must('jobs.startNow', { jobId: id });
  await home.settled(1);
  const sent = home.deletes();
  expect(sent).toBeLessThan(BOARDS);
  await change();
  home.release();
  if (code !== null) {
    const paused = await main.until(id, ({ state, counts }) => state === 'paused' && counts.done === sent);
    expect(paused).toMatchObject({ pause: 'refused', failure: { code } });
  }
  await home.settled(sent);
  expect(home.deletes()).toBe(sent);
});
