/** S16: deletes that are queued when it is taken back that they may be sent: none of them begins after. */
import { mock } from 'node:test';
import type { Policy } from '../../main/ipc/policy/policy.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { must } from '../support/must.ts';
import { draftFor, policyOf, startServices, type TestServices } from '../support/services.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { startRecordingService, type RecordingService } from '../support/recording-service.ts';
import { dose } from '../support/nightly.ts';

/** How often each way is played. */
const TURNS = dose(5, 1);
const BOARDS = 40;
const NAME = 'Acme boards';
const PASSPHRASE = 'correct horse battery';
const TEN_MINUTES_MS = 10 * 60_000;

/** A job of 40 deletes, of which some wait for their answers and the others for their place. */
interface Scene {
  services: TestServices;
  readonly service: RecordingService;
  readonly connectionId: string;
  readonly jobId: string;
  /** Ends Easel and starts it again, under another policy. */
  readonly restart: (rules: Partial<Policy>) => Promise<void>;
}

const resume = ({ services, jobId }: Scene) => services.call('jobs.resume', { jobId });
const unlock = ({ services, connectionId }: Scene) =>
  services.call('connections.unlockChanges', { connectionId, typedName: NAME });

const WITHDRAWALS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'changes are locked': ({ services, connectionId }) =>
    services.call('connections.lockChanges', { connectionId }),
  'the ten minutes are over': () => Promise.resolve(mock.timers.tick(TEN_MINUTES_MS)),
  'the connection is saved anew': ({ services, service, connectionId: id }) =>
    services.call('connections.save', draftFor(service.origin, null, { id, name: NAME, readOnly: true })),
  'the connection is removed': ({ services, connectionId }) =>
    services.call('connections.remove', { connectionId, keysMayStay: false }),
  'Easel is locked': ({ services }) => services.call('lock.now', {}),
  'Easel is locked and unlocked': async ({ services }) => {
    await services.call('lock.now', {});
    await services.call('lock.unlock', { passphrase: PASSPHRASE });
  },
  'Easel is started again': (scene) => scene.restart({}),
  'Easel is started again, and the job is to go on without an unlock': async (scene) => {
    await scene.restart({});
    await resume(scene);
  },
  'a policy forbids deleting': async (scene) => {
    await scene.restart({ allowDelete: false });
    await unlock(scene);
    await resume(scene);
  },
  'a policy forbids changes': async (scene) => {
    await scene.restart({ readOnly: true });
    await unlock(scene);
    await resume(scene);
  },
  'a policy forbids the host': async (scene) => {
    await scene.restart({ allowedApiHosts: ['api.example.com'] });
    await unlock(scene);
    await resume(scene);
  },
};

/** Plays each at several moments of a job, over real sockets. */
export async function check(): Promise<Finding> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const played: Played[] = [];
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [name, withdraw] of Object.entries(WITHDRAWALS)) {
        played.push(await play(`${name}, ${turn * 3} answers in`, turn * 3, withdraw));
      }
    }
  } finally {
    mock.timers.reset();
  }
  const begun = played.reduce((sum, { before }) => sum + before, 0);
  const after = played.reduce((sum, each) => sum + each.after, 0);
  const ways = Object.keys(WITHDRAWALS).length;
  return {
    id: 'S16',
    what: `${BOARDS} deletes queued, and the authority for them taken back while some of them are under way`,
    figure: `${ways} ways, ${played.length} times; ${begun} deletes begun before, ${after} after`,
    target: `${ways} ways, ${TURNS} times each; 0 begun after`,
    ...tally(played),
  };
}

interface Played extends Case {
  readonly before: number;
  readonly after: number;
}

async function play(
  name: string,
  answers: number,
  withdraw: (scene: Scene) => Promise<unknown>,
): Promise<Played> {
  const service = await startRecordingService(BOARDS);
  const scene = await begin(service, answers);
  try {
    await service.settled(answers + 1);
    const before = service.deletes();
    await withdraw(scene);
    service.release();
    await service.settled(before);
    const after = service.deletes() - before;
    const problems = [
      ...(before < BOARDS ? [] : ['nothing was left to begin']),
      ...(after === 0 ? [] : [`${after} deletes were begun after`]),
    ];
    return { name, problems, before, after };
  } finally {
    service.release();
    await scene.services.close();
    await service.close();
  }
}

async function begin(service: RecordingService, answers: number): Promise<Scene> {
  const keychain = createMemoryKeychain();
  const services = await startServices(undefined, { keychain });
  const draft = draftFor(service.origin, 'sk_s16-0123456789-abcdefghij', { name: NAME, readOnly: true });
  const { id: connectionId } = must(
    await services.call('connections.save', { ...draft, sessionOnly: false }),
  );
  must(
    await services.call('lock.configure', {
      idleMinutes: null,
      passphrase: PASSPHRASE,
      currentPassphrase: null,
    }),
  );
  const listed = services.event('boards.changed', ({ phase, rows }) => phase === 'done' && rows === BOARDS);
  must(await services.call('boards.list', { connectionId }));
  await listed;
  must(await services.call('connections.unlockChanges', { connectionId, typedName: NAME }));
  const ids = Array.from({ length: BOARDS }, (_, index) => `board-${index}`);
  const selection = { kind: 'ids', ids } as const;
  const { reviewId } = must(await services.call('jobs.review', { connectionId, selection }));
  const typed = String(BOARDS);
  const { id: jobId } = must(await services.call('jobs.deleteReviewed', { reviewId, typed, reason: '' }));
  service.hold(answers);
  must(await services.call('jobs.startNow', { jobId }));
  const scene: Scene = {
    services,
    service,
    connectionId,
    jobId,
    restart: async (rules) => {
      // What is under way is heard first; Easel waits for it, and it is no part of what is begun after.
      service.release();
      await scene.services.release();
      scene.services = await startServices(services.folder, { keychain, policy: policyOf(rules) });
      await scene.services.call('lock.unlock', { passphrase: PASSPHRASE });
    },
  };
  return scene;
}
