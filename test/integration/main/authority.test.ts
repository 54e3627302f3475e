/** What may be sent, and with which key, is asked when it is sent: not when a call came in. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '../../../preload/contract/jobs.ts';
import { must } from '../../support/must.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';
import { startRecordingService, type RecordingService } from '../../support/recording-service.ts';
import { tidyUp } from './two-computers.ts';

vi.mock('keytar', async () => ({ default: (await import('./two-computers.ts')).keytar }));

const STORED = 'sk_first-0123456789-abcdefgh';
const NEXT = 'sk_next-0123456789-abcdefghij';
const MOVED = 'sk_moved-0123456789-abcdefghi';
const BOARDS = 30;
const NAME = 'Acme boards';

let home: RecordingService;
let elsewhere: RecordingService;
let services: TestServices;

beforeEach(async () => {
  tidyUp();
  vi.useFakeTimers({ toFake: ['Date'] });
  [home, elsewhere] = [await startRecordingService(BOARDS), await startRecordingService()];
  services = await startServices();
});

afterEach(async () => {
  vi.useRealTimers();
  home.release();
  await services.close();
  await Promise.all([home.close(), elsewhere.close()]);
});

const connect = async (change = {}): Promise<string> =>
  must(await services.call('connections.save', draftFor(home.origin, STORED, change))).id;

const stage = (connectionId: string, apiKey: string, sessionOnly: boolean) =>
  services.call('keys.stage', {
    connectionId,
    slot: 'main',
    apiKey,
    fileId: null,
    sessionOnly,
    note: '',
    owner: '',
    remindAt: null,
    useWhenGreen: false,
  });

describe('a key', () => {
  test.each([
    ['in the keychain', false],
    ['for this session', true],
  ])(
    'kept %s goes only to hosts that it was entered for, even when calls are concurrent',
    async (_, sessionOnly) => {
      const id = await connect({ sessionOnly });
      const slot = 'main' as const;
      await Promise.all([
        stage(id, NEXT, sessionOnly),
        services.call('keys.useNext', { connectionId: id, slot, knowingly: true }),
        services.call('connections.save', draftFor(elsewhere.origin, MOVED, { id, sessionOnly })),
      ]);
      await services.call('keys.goBack', { connectionId: id, slot });
      await services.call('boards.view', { connectionId: id, boardId: 'board-1' });
      expect(elsewhere.requests.map(({ key }) => key)).not.toContain(STORED);
      expect(elsewhere.requests.map(({ key }) => key)).not.toContain(NEXT);
      expect(home.requests.map(({ key }) => key)).not.toContain(MOVED);
    },
  );

  test('is never part of an address', async () => {
    const id = await connect();
    for (const boardId of [
      STORED,
      `x${encodeURIComponent(STORED)}`,
      Buffer.from(STORED).toString('base64'),
    ]) {
      const viewed = await services.call('boards.view', { connectionId: id, boardId });
      expect(viewed).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
      expect(JSON.stringify(viewed)).not.toContain(STORED);
    }
    const inPath = draftFor(`${home.origin}/${STORED}`, NEXT, { name: 'Pasted into the address' });
    const checked = await services.call('connections.check', inPath);
    expect(checked).toMatchObject({ ok: false, error: { fields: { boardApi: expect.any(String) } } });
    expect(JSON.stringify(checked)).not.toContain(STORED);
    expect(home.requests.filter(({ key }) => key !== null)).toEqual([]);
  });
});

describe('deletes that wait for a connection', () => {
  let connectionId: string;
  let job: Job;

  beforeEach(async () => {
    connectionId = await connect({ name: NAME, readOnly: true });
    const listed = services.event('boards.changed', ({ phase, rows }) => phase === 'done' && rows === BOARDS);
    must(await services.call('boards.list', { connectionId }));
    await listed;
    must(await services.call('connections.unlockChanges', { connectionId, typedName: NAME }));
    const ids = Array.from({ length: BOARDS }, (_, index) => `board-${index}`);
    const selection = { kind: 'ids', ids } as const;
    const { reviewId } = must(await services.call('jobs.review', { connectionId, selection }));
    job = must(await services.call('jobs.deleteReviewed', { reviewId, typed: String(BOARDS), reason: '' }));
    home.hold();
    must(await services.call('jobs.startNow', { jobId: job.id }));
    await home.settled(1);
  });

  /** Nothing more is begun once the answers come, and the job waits for a person. */
  async function isAllThatBegins(): Promise<Job> {
    const begun = home.deletes();
    expect(begun).toBeLessThan(BOARDS);
    home.release();
    await services.event('jobs.changed', (data) => {
      const told = data['job'] as Job;
      return told.id === job.id && told.state === 'paused' && told.counts.done === begun;
    });
    await home.settled(begun);
    expect(home.deletes()).toBe(begun);
    const now = must(await services.call('jobs.list', {})).find(({ id }) => id === job.id);
    if (now === undefined) throw new Error('the job is gone');
    return now;
  }

  test('don’t start once changes are locked, and the job says why it waits', async () => {
    must(await services.call('connections.lockChanges', { connectionId }));
    expect(await isAllThatBegins()).toMatchObject({ pause: 'refused', failure: { code: 'read-only' } });
  });

  test('don’t start once the ten minutes are over, even if no timer has run', async () => {
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect(await isAllThatBegins()).toMatchObject({ pause: 'refused', failure: { code: 'read-only' } });
  });

  test('don’t start once the connection is saved again', async () => {
    const draft = draftFor(home.origin, null, { id: connectionId, name: NAME, readOnly: true, color: 'red' });
    must(await services.call('connections.save', draft));
    expect(await isAllThatBegins()).toMatchObject({ pause: 'refused', failure: { code: 'read-only' } });
  });

  test('don’t start once Easel is locked', async () => {
    must(
      await services.call('lock.configure', {
        idleMinutes: null,
        passphrase: 'correct horse battery',
        currentPassphrase: null,
      }),
    );
    const begun = home.deletes();
    must(await services.call('lock.now', {}));
    home.release();
    await home.settled(begun);
    expect(home.deletes()).toBe(begun);
  });
});
