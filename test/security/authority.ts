/** Check S16: no queued delete starts after Easel has lost the permission to send it. */
import type { Policy } from '../../main/ipc/policy/policy.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { must } from '../support/must.ts';
import { draftFor } from '../support/services.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { startRecordingService, type RecordingService } from '../support/recording-service.ts';
import { dose } from '../support/nightly.ts';
import { App, withClock, type MovedClock } from './scene.ts';

const TURNS = dose(5, 1);
const BOARDS = 40;
const NAME = 'Acme boards';
const PASSPHRASE = 'correct horse battery';
const TEN_MINUTES_MS = 10 * 60_000;

interface Scene {
  readonly app: App;
  readonly clock: MovedClock;
  readonly service: RecordingService;
  readonly jobId: string;
}

const restarted =
  (rules: Partial<Policy>, unlocked: boolean) =>
  async ({ app, service, jobId }: Scene): Promise<void> => {
    // Lets the requests in flight complete, so that the check does not treat them as started after the restart.
    service.release();
    await app.restart(rules);
    await app.call('lock.unlock', { passphrase: PASSPHRASE });
    const { connectionId } = app;
    if (unlocked) await app.call('connections.unlockChanges', { connectionId, typedName: NAME });
    await app.call('jobs.resume', { jobId });
  };

const WITHDRAWALS: Readonly<Record<string, (scene: Scene) => unknown>> = {
  'changes are locked': ({ app }) => app.must('connections.lockChanges', { connectionId: app.connectionId }),
  'the ten minutes are over': ({ clock }) => (clock.ahead += TEN_MINUTES_MS),
  'the connection is saved anew': ({ app, service }) => {
    const change = { id: app.connectionId, name: NAME, readOnly: true };
    return app.must('connections.save', draftFor(service.origin, null, change));
  },
  'the connection is removed': ({ app }) =>
    app.must('connections.remove', { connectionId: app.connectionId, keysMayStay: false }),
  'Easel is locked': ({ app }) => app.must('lock.now', {}),
  'Easel is locked and unlocked': async ({ app }) => {
    await app.must('lock.now', {});
    await app.must('lock.unlock', { passphrase: PASSPHRASE });
  },
  'Easel is started again, and the job is to go on without an unlock': restarted({}, false),
  'a policy forbids deleting': restarted({ allowDelete: false }, true),
  'a policy forbids changes': restarted({ readOnly: true }, true),
  'a policy forbids the host': restarted({ allowedApiHosts: ['api.example.com'] }, true),
};

export async function check(): Promise<Finding> {
  const cases: Case[] = [];
  await withClock(async (clock) => {
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const [name, withdraw] of Object.entries(WITHDRAWALS))
        cases.push(await play(`${name}, ${turn * 3} answers in`, turn * 3, withdraw, clock));
  });
  return {
    id: 'S16',
    what: `${BOARDS} deletes queued, and the authority for them taken back while some of them are under way`,
    target: `${Object.keys(WITHDRAWALS).length} ways, ${TURNS} times each; 0 begun after`,
    ...tally(cases),
  };
}

async function play(
  name: string,
  answers: number,
  withdraw: (scene: Scene) => unknown,
  clock: MovedClock,
): Promise<Case> {
  const service = await startRecordingService(BOARDS);
  const app = await App.start(clock, { keychain: createMemoryKeychain() });
  try {
    const protection = { name: NAME, readOnly: true, sessionOnly: false };
    await app.connect(service.origin, 'sk_s16-0123456789-abcdefghij', protection);
    await app.must('lock.configure', {
      idleMinutes: null,
      passphrase: PASSPHRASE,
      currentPassphrase: null,
    });
    await app.list();
    const { connectionId } = app;
    await app.must('connections.unlockChanges', { connectionId, typedName: NAME });
    const ids = Array.from({ length: BOARDS }, (_, index) => `board-${index}`);
    const { id: jobId } = must(await app.deleteMany(ids));
    service.hold(answers);
    await app.must('jobs.startNow', { jobId });
    await service.settled(answers + 1);
    const before = service.deletes();
    await withdraw({ app, clock, service, jobId });
    service.release();
    await service.settled(before);
    const after = service.deletes() - before;
    const problems = [
      ...(before < BOARDS ? [] : ['nothing was left to begin']),
      ...(after === 0 ? [] : [`${after} deletes were begun after`]),
    ];
    return { name, problems };
  } finally {
    service.release();
    await app.close();
    await service.close();
  }
}
