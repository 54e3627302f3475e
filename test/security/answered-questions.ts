/** Check S22: an action with a confirmation dialog changes something only after a valid yes. */
import { DEFAULT_PREFERENCES } from '../../main/ipc/preferences/preferences.ts';
import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import type { ArgsOf, CallName } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { must } from '../support/must.ts';
import { dose, some } from '../support/nightly.ts';
import { draftFor } from '../support/services.ts';
import { App, withClock, type MovedClock } from './scene.ts';

const [NEXT_KEY, OTHER_KEY] = ['sk_next-key-0123456789', 'sk_other-key-0123456789'] as const;
const PASSPHRASE = 'a long enough passphrase';

interface Scene {
  readonly app: App;
  readonly connectionId: string;
  readonly boards: readonly string[];
  draft: ConnectionDraft;
  jobId: string;
}

type Step = (scene: Scene) => unknown;

interface Act<C extends CallName = CallName> {
  readonly call: C;
  readonly args: (scene: Scene) => ArgsOf<C> | Promise<ArgsOf<C>>;
  readonly before?: Step;
  /** A change that makes the open dialog outdated; by default the connection is renamed. */
  readonly meanwhile?: Step;
}

export async function check(): Promise<Finding> {
  const practice = await startPracticeThread({ boards: 60 });
  const cases: Case[] = [];
  try {
    await withClock(async (clock) => {
      for (const [name, one] of some(Object.entries(ACTS), dose(1, 8)))
        cases.push({ name, problems: await play(one, practice, clock) });
    });
  } finally {
    await practice.stop();
  }
  return {
    id: 'S22',
    what: 'questions of main’s answered with no, and with yes after what they are about was changed',
    target: '0 acts differ from what was answered',
    ...tally(cases),
  };
}

async function play(one: Act, practice: PracticeService, clock: MovedClock): Promise<readonly string[]> {
  await practice.reset();
  const app = await App.start(clock);
  try {
    await app.connect(practice.origin, practice.apiKey);
    await app.list();
    const { connectionId } = app;
    const draft = draftFor(practice.origin, null, { id: connectionId });
    const scene = { app, connectionId, boards: (await practice.contents()).boards, draft, jobId: '' };
    await one.before?.(scene);
    app.questions.length = 0;
    const before = await stateOf(app);
    app.yes = false;
    const no = await app.call(one.call, await one.args(scene));
    const problems: string[] = [];
    if (no.ok || no.error.code !== 'cancelled') problems.push(`no: came to ${codeOf(no)}`);
    if (app.questions.length !== 1) problems.push(`main asked ${app.questions.length} times`);
    if ((await stateOf(app)) !== before) problems.push('no: something changed');

    let changed = '';
    app.yes = true;
    app.meanwhile = async () => {
      app.meanwhile = () => Promise.resolve();
      await (one.meanwhile ?? renamed)(scene);
      changed = await stateOf(app);
    };
    const differs = await app.call(one.call, await one.args(scene));
    if (differs.ok) problems.push('it was done though something else was answered');
    if ((await stateOf(app)) !== changed) problems.push('something was saved though it differs');

    const yes = await app.call(one.call, await one.args(scene));
    if (!yes.ok) problems.push(`yes: came to ${codeOf(yes)} ${yes.error.message}`);
    return problems;
  } catch (error) {
    return [String(error)];
  } finally {
    await app.close();
  }
}

const codeOf = (reply: Result<unknown>): string => (reply.ok ? 'ok' : reply.error.code);

async function stateOf({ services, connectionId, file }: App): Promise<string> {
  const { must: get } = services;
  return JSON.stringify([
    await get('connections.list', {}),
    await services.call('keys.list', { connectionId }),
    (await get('jobs.list', {})).map(({ id, state }) => [id, state]),
    await get('app.preferences', {}),
    await get('lock.state', {}),
    file,
  ]);
}

const saves =
  (change: Partial<ConnectionDraft>): Step =>
  async (scene) => {
    scene.draft = { ...scene.draft, ...change };
    await scene.app.must('connections.save', scene.draft);
  };
const renamed = saves({ name: 'Acme boards B' });
const stricter = saves({ environment: 'production', readOnly: true });

const staged = ({ connectionId }: Scene): ArgsOf<'keys.stage'> => {
  const about = { note: '', remindAt: null, useWhenGreen: false };
  return { connectionId, slot: 'main', apiKey: NEXT_KEY, sessionOnly: true, ...about };
};
const usesNext = ({ connectionId }: Scene) => ({ connectionId, slot: 'main', knowingly: true }) as const;
const stages: Step = (scene) => scene.app.must('keys.stage', staged(scene));
const switches: Step = async (scene) => {
  await stages(scene);
  await scene.app.must('keys.useNext', usesNext(scene));
};
const keyAt = async ({ app, connectionId }: Scene, stage: string) => {
  const { keys } = await app.must('keys.list', { connectionId });
  return { connectionId, keyId: keys.find((key) => key.stage === stage)?.id ?? '' };
};

const lock = (idleMinutes: number | null, passphrase: string | null, currentPassphrase: string | null) => ({
  idleMinutes,
  passphrase,
  currentPassphrase,
});
const locksAfter30: Step = ({ app }) => app.must('lock.configure', lock(30, PASSPHRASE, null));
/** Configures the lock again, so that an open dialog about the lock becomes outdated. */
const locksAfter2: Step = ({ app }) => app.must('lock.configure', lock(2, null, PASSPHRASE));
const holds = (single: number) => ({ ...DEFAULT_PREFERENCES, holdSeconds: { single, bulk: 300 } });

const exportOf = ({ connectionId }: Scene, passphrase: string | null) => ({
  connectionIds: [connectionId],
  withPapers: false,
  passphrase,
});
const writesFile: Step = async (scene) => {
  const { app } = scene;
  await app.must('transfer.export', exportOf(scene, null));
  const text = JSON.parse(app.file) as { connections: Record<string, unknown>[] };
  Object.assign(text.connections[0] ?? {}, { appUrl: 'https://rooms.example' });
  app.file = JSON.stringify(text);
};

const of = <C extends CallName>(
  call: C,
  args: Act<C>['args'],
  more: Pick<Act, 'before' | 'meanwhile'> = {},
): Act => ({ call, args, ...more });

/** One action per dialog. The dialog for removing all API keys is missing, because no change makes it outdated. */
const ACTS: Readonly<Record<string, Act>> = {
  'another key': of('connections.save', ({ draft }) => ({ ...draft, apiKey: OTHER_KEY }), {
    meanwhile: stricter,
  }),
  'another app': of('connections.save', ({ draft }) => ({ ...draft, appUrl: 'https://rooms.example' })),
  'no longer Production': of('connections.save', ({ draft }) => ({ ...draft, environment: 'test' }), {
    before: saves({ environment: 'production' }),
    meanwhile: saves({ readOnly: true }),
  }),
  'a connection removed': of('connections.remove', ({ connectionId }) => ({
    connectionId,
    keysMayStay: false,
  })),
  'changes unlocked': of(
    'connections.unlockChanges',
    ({ connectionId, draft }) => ({ connectionId, typedName: draft.name }),
    { before: stricter },
  ),
  'a key staged': of('keys.stage', staged),
  'taking over by itself turned on': of(
    'keys.edit',
    async (scene) => {
      const about = { note: '', remindAt: null, useWhenGreen: true };
      return { ...(await keyAt(scene, 'next')), ...about };
    },
    { before: stages },
  ),
  'the next key used': of('keys.useNext', usesNext, { before: stages }),
  'the way back': of('keys.goBack', ({ connectionId }) => ({ connectionId, slot: 'main' }), {
    before: switches,
  }),
  'a key retired': of(
    'keys.retire',
    async (scene) => ({ ...(await keyAt(scene, 'previous')), typed: 'retired' }),
    { before: switches },
  ),
  'a key discarded': of('keys.discard', (scene) => keyAt(scene, 'next'), { before: stages }),
  'a passphrase replaced': of('lock.configure', () => lock(5, `${PASSPHRASE} 2`, PASSPHRASE), {
    before: locksAfter30,
    meanwhile: locksAfter2,
  }),
  'no lock': of('lock.configure', () => lock(null, null, PASSPHRASE), {
    before: locksAfter30,
    meanwhile: locksAfter2,
  }),
  'a shorter hold': of('app.prefer', () => holds(5), {
    meanwhile: ({ app }) => app.must('app.prefer', holds(60)),
  }),
  'keys exported': of('transfer.export', (scene) => exportOf(scene, PASSPHRASE)),
  'another app imported': of(
    'transfer.apply',
    async ({ app }) => {
      const importId = (await app.must('transfer.open', { connectionId: null }))?.importId ?? '';
      return { importId, entries: [0], apiKey: null, replace: true };
    },
    { before: writesFile },
  ),
  '1,000 boards made': of('jobs.createBoards', ({ connectionId }) => ({
    connectionId,
    count: 1000,
    label: '',
    tags: [],
  })),
  '101 papers made': of('jobs.createPapers', ({ connectionId }) => ({
    connectionId,
    names: Array.from({ length: 101 }, (_, n) => `Paper ${n}`),
    templateId: null,
  })),
  'a bulk delete': of('jobs.deleteReviewed', async ({ app, boards }) => ({
    reviewId: await app.review(boards.slice(0, 2)),
    typed: '2',
    reason: '',
  })),
  'the hold ended early': of('jobs.startNow', ({ jobId }) => ({ jobId }), {
    before: async (scene) => {
      scene.jobId = must(await scene.app.deleteMany(scene.boards.slice(0, 2))).id;
    },
    meanwhile: async (scene) => {
      await scene.app.must('jobs.cancel', { jobId: scene.jobId });
      scene.jobId = must(await scene.app.deleteOne(scene.boards[2] ?? '')).id;
    },
  }),
  'the eleventh single delete': of(
    'jobs.deleteOne',
    ({ connectionId, boards }) => ({ connectionId, target: { kind: 'board', id: boards[20] ?? '' } }),
    {
      before: async ({ app, boards }) => {
        for (const id of boards.slice(0, 10)) must(await app.deleteOne(id));
      },
      meanwhile: ({ app, connectionId, boards }) =>
        app.must('boards.annotate', {
          connectionId,
          selection: { kind: 'ids', ids: boards.slice(20, 21) },
          change: { label: 'Annual report' },
        }),
    },
  ),
};
