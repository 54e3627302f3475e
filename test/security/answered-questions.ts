/**
 * S22: main's own question about each act, answered with no, with yes after something else changed what it is about, and
 * with yes. Only the last may change anything.
 */
import { DEFAULT_PREFERENCES } from '../../main/app/preferences/preferences.ts';
import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import type { ArgsOf, CallName } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import { dose, some } from '../support/nightly.ts';
import { createPerson, withClock, type MovedClock, type Person } from './scene.ts';

/** Not real keys, nor a real passphrase. */
const [NEXT_KEY, OTHER_KEY] = ['sk_next-key-0123456789', 'sk_other-key-0123456789'];
const PASSPHRASE = 'a long enough passphrase';

/** Changes with nothing but a press what the question was about. */
type Meanwhile = (scene: Scene) => Promise<unknown>;

interface Act<C extends CallName = CallName> {
  readonly name: string;
  readonly call: C;
  readonly args: (scene: Scene) => ArgsOf<C> | Promise<ArgsOf<C>>;
  readonly before?: (scene: Scene) => Promise<unknown>;
  readonly meanwhile?: Meanwhile;
}

/** An act with the types of its own call. */
const act = <C extends CallName>(
  name: string,
  call: C,
  args: (scene: Scene) => ArgsOf<C> | Promise<ArgsOf<C>>,
  more: Pick<Act, 'before' | 'meanwhile'> = {},
): Act => ({ name, call, args, ...more });

export async function check(): Promise<Finding> {
  const practice = await startPracticeThread({ boards: 60 });
  const cases: Case[] = [];
  try {
    await withClock(async (clock) => {
      for (const one of some(ACTS, dose(1, 6))) cases.push(await play(one, practice, clock));
    });
  } finally {
    await practice.stop();
  }
  const counted = tally(cases);
  return {
    id: 'S22',
    what: 'questions of main’s answered with no, and with yes after what they are about was changed',
    figure: `${counted.failed} of ${cases.length} acts differ from what was answered`,
    target: '0 differ',
    ...counted,
  };
}

class Scene {
  readonly services: TestServices;
  readonly practice: PracticeService;
  readonly person: Person;
  readonly #clock: MovedClock;
  connectionId = '';
  /** As the form would save it unchanged. */
  draft: ConnectionDraft;
  /** The job that a question is about. */
  jobId = '';

  constructor(services: TestServices, practice: PracticeService, person: Person, clock: MovedClock) {
    this.services = services;
    this.practice = practice;
    this.person = person;
    this.#clock = clock;
    this.draft = draftFor(practice.origin, null);
  }

  /** No call is refused because of its pace: there is time between them. */
  call<C extends CallName>(name: C, args: ArgsOf<C>): Promise<Result<unknown>> {
    this.#clock.ahead += 2000;
    return this.services.call(name, args);
  }

  async must<C extends CallName>(name: C, args: ArgsOf<C>): Promise<unknown> {
    const reply = await this.call(name, args);
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
    return reply.value;
  }

  /** Saves the connection with a change, as a second save of the same form would. */
  async save(change: Partial<ConnectionDraft>): Promise<void> {
    await this.must('connections.save', { ...this.draft, ...change });
    this.draft = { ...this.draft, ...change, apiKey: null };
  }

  async keyAt(stage: 'next' | 'previous'): Promise<string> {
    const { connectionId } = this;
    const listed = await this.services.must('keys.list', { connectionId });
    return listed.keys.find((key) => key.stage === stage)?.id ?? '';
  }

  async board(at: number): Promise<string> {
    return [...(await this.practice.contents()).boards][at] ?? '';
  }

  /** All that the page could have changed, as text. */
  async state(): Promise<string> {
    const { connectionId } = this;
    const { must } = this.services;
    const jobs = await must('jobs.list', {});
    return JSON.stringify([
      await must('connections.list', {}),
      await this.services.call('keys.list', { connectionId }),
      jobs.map(({ id, state }) => [id, state]),
      await must('app.preferences', {}),
      await must('lock.state', {}),
      this.person.file.text,
    ]);
  }
}

async function play(one: Act, practice: PracticeService, clock: MovedClock): Promise<Case> {
  await practice.reset();
  const person = createPerson();
  const services = await startServices(undefined, person.around);
  const scene = new Scene(services, practice, person, clock);
  const problems: string[] = [];
  try {
    const saved = await services.must('connections.save', draftFor(practice.origin, practice.apiKey));
    scene.connectionId = saved.id;
    scene.draft = { ...scene.draft, id: saved.id };
    await one.before?.(scene);
    person.asked.length = 0;
    const before = await scene.state();
    person.yes = false;
    const no = await scene.call(one.call, await one.args(scene));
    if (no.ok || no.error.code !== 'cancelled') problems.push(`no: came to ${codeOf(no)}`);
    if (person.asked.length !== 1) problems.push(`main asked ${person.asked.length} times`);
    if ((await scene.state()) !== before) problems.push('no: something changed');

    let changed = '';
    person.yes = true;
    person.meanwhile = async () => {
      person.meanwhile = () => Promise.resolve();
      await (one.meanwhile ?? renamed)(scene);
      changed = await scene.state();
    };
    const differs = await scene.call(one.call, await one.args(scene));
    if (differs.ok) problems.push('it was done though something else was answered');
    if ((await scene.state()) !== changed) problems.push('something was saved though it differs');

    const yes = await scene.call(one.call, await one.args(scene));
    if (!yes.ok) problems.push(`yes: came to ${codeOf(yes)} ${yes.error.message}`);
  } catch (error) {
    problems.push(String(error));
  } finally {
    await services.close();
  }
  return { name: one.name, problems };
}

const codeOf = (reply: Result<unknown>): string => (reply.ok ? 'ok' : reply.error.code);

const renamed: Meanwhile = (scene) => scene.save({ name: `${scene.draft.name} B` });
const stricter: Meanwhile = (scene) => scene.save({ environment: 'production', readOnly: true });

async function stageNext(scene: Scene, more: Partial<ArgsOf<'keys.stage'>> = {}): Promise<void> {
  await scene.must('keys.stage', staged(scene, NEXT_KEY, more));
}

function staged(
  { connectionId }: Scene,
  apiKey: string | undefined,
  more: Partial<ArgsOf<'keys.stage'>> = {},
): ArgsOf<'keys.stage'> {
  const about = { note: '', owner: '', remindAt: null, useWhenGreen: false };
  const [slot, fileId] = ['main', null] as const;
  return { connectionId, slot, apiKey: apiKey ?? '', fileId, sessionOnly: true, ...about, ...more };
}

const ofNext = async (scene: Scene) => ({
  connectionId: scene.connectionId,
  keyId: await scene.keyAt('next'),
});

async function switched(scene: Scene): Promise<void> {
  await stageNext(scene);
  await scene.must('keys.useNext', { connectionId: scene.connectionId, slot: 'main', knowingly: true });
}

const wantsLock = (
  idleMinutes: number | null,
  passphrase: string | null,
  currentPassphrase: string | null,
) => ({
  idleMinutes,
  passphrase,
  currentPassphrase,
});
const locksAfter = (minutes: number) => (scene: Scene) =>
  scene.must('lock.configure', wantsLock(minutes, null, PASSPHRASE));

async function opened(scene: Scene, appUrl: string): Promise<void> {
  const request = { connectionIds: [scene.connectionId], withPapers: false, passphrase: null };
  await scene.must('transfer.export', request);
  const text = JSON.parse(scene.person.file.text) as { connections: Record<string, unknown>[] };
  Object.assign(text.connections[0] ?? {}, { appUrl });
  scene.person.file.text = JSON.stringify(text);
}

async function listed(scene: Scene): Promise<void> {
  const done = scene.services.event('boards.changed', ({ phase }) => phase === 'done');
  await scene.must('boards.list', { connectionId: scene.connectionId });
  await done;
}

async function review(scene: Scene): Promise<string> {
  const ids = [await scene.board(0), await scene.board(1)];
  const selection = { kind: 'ids', ids } as const;
  return (await scene.services.must('jobs.review', { connectionId: scene.connectionId, selection })).reviewId;
}

const SAVES: readonly Act[] = [
  act('another path', 'connections.save', ({ draft }) => ({ ...draft, boardApi: `${draft.boardApi}/v2` }), {
    meanwhile: stricter,
  }),
  act('another key', 'connections.save', ({ draft }) => ({ ...draft, apiKey: OTHER_KEY ?? '' }), {
    meanwhile: stricter,
  }),
  act('another app', 'connections.save', ({ draft }) => ({ ...draft, appUrl: 'https://rooms.example' })),
  act('no longer Production', 'connections.save', ({ draft }) => ({ ...draft, environment: 'test' }), {
    before: (scene) => scene.save({ environment: 'production' }),
    meanwhile: (scene) => scene.save({ readOnly: true }),
  }),
  act('a connection removed', 'connections.remove', ({ connectionId }) => ({
    connectionId,
    keysMayStay: false,
  })),
  act(
    'changes unlocked',
    'connections.unlockChanges',
    ({ connectionId, draft }) => ({ connectionId, typedName: draft.name }),
    { before: stricter },
  ),
];

const KEYS: readonly Act[] = [
  act('a key staged', 'keys.stage', (scene) => staged(scene, NEXT_KEY)),
  act('a key that takes over by itself', 'keys.stage', (scene) =>
    staged(scene, NEXT_KEY, { useWhenGreen: true }),
  ),
  act(
    'taking over by itself turned on',
    'keys.edit',
    async (scene) => ({ ...(await ofNext(scene)), note: '', owner: '', remindAt: null, useWhenGreen: true }),
    { before: stageNext },
  ),
  act(
    'the next key used',
    'keys.useNext',
    ({ connectionId }) => ({ connectionId, slot: 'main', knowingly: true }),
    { before: stageNext },
  ),
  act('the way back', 'keys.goBack', ({ connectionId }) => ({ connectionId, slot: 'main' }), {
    before: switched,
  }),
  act(
    'a key retired',
    'keys.retire',
    async (scene) => ({
      connectionId: scene.connectionId,
      keyId: await scene.keyAt('previous'),
      typed: 'retired',
    }),
    { before: switched },
  ),
  act('a key discarded', 'keys.discard', ofNext, { before: stageNext }),
  act('all keys removed', 'lock.removeKeys', () => ({}), {
    meanwhile: (scene) =>
      scene.must('connections.save', draftFor(scene.practice.origin, OTHER_KEY ?? '', { name: 'Another' })),
  }),
];

const LOCK: readonly Act[] = [
  act('a passphrase replaced', 'lock.configure', () => wantsLock(5, `${PASSPHRASE} 2`, PASSPHRASE), {
    before: (scene) => scene.must('lock.configure', wantsLock(30, PASSPHRASE, null)),
    // Sooner than the lock of the question, which is then a later one.
    meanwhile: locksAfter(2),
  }),
  act('a later lock', 'lock.configure', () => wantsLock(60, null, PASSPHRASE), {
    before: (scene) => scene.must('lock.configure', wantsLock(30, PASSPHRASE, null)),
    meanwhile: locksAfter(5),
  }),
  act('no lock', 'lock.configure', () => wantsLock(null, null, PASSPHRASE), {
    before: (scene) => scene.must('lock.configure', wantsLock(30, PASSPHRASE, null)),
    meanwhile: locksAfter(5),
  }),
  act(
    'a shorter hold',
    'app.prefer',
    () => ({ ...DEFAULT_PREFERENCES, holdSeconds: { single: 5, bulk: 300 } }),
    {
      meanwhile: (scene) =>
        scene.must('app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds: { single: 60, bulk: 300 } }),
    },
  ),
];

const FILES: readonly Act[] = [
  act('keys exported', 'transfer.export', ({ connectionId }) => ({
    connectionIds: [connectionId],
    withPapers: false,
    passphrase: PASSPHRASE,
  })),
  act(
    'another app imported',
    'transfer.apply',
    async (scene) => {
      const plan = await scene.services.must('transfer.open', { connectionId: null });
      return {
        importId: plan?.importId ?? '',
        entries: [0],
        apiKey: null,
        replace: ['connections', 'papers', 'notes'],
      };
    },
    { before: (scene) => opened(scene, 'https://rooms.example') },
  ),
];

const JOBS: readonly Act[] = [
  act('1,000 boards made', 'jobs.createBoards', ({ connectionId }) => ({
    connectionId,
    count: 1000,
    label: '',
    tags: [],
  })),
  act('101 papers made', 'jobs.createPapers', ({ connectionId }) => ({
    connectionId,
    names: Array.from({ length: 101 }, (_, n) => `Paper ${n}`),
    earlier: null,
    templateId: null,
  })),
  act(
    'a bulk delete',
    'jobs.deleteReviewed',
    async (scene) => ({ reviewId: await review(scene), typed: '2', reason: '' }),
    { before: listed },
  ),
  act('the hold ended early', 'jobs.startNow', ({ jobId }) => ({ jobId }), {
    before: async (scene) => {
      await listed(scene);
      const held = { reviewId: await review(scene), typed: '2', reason: '' };
      scene.jobId = (await scene.services.must('jobs.deleteReviewed', held)).id;
    },
    // The job of the question is gone; another one stands in its place.
    meanwhile: async (scene) => {
      await scene.must('jobs.cancel', { jobId: scene.jobId });
      const target = { kind: 'board', id: await scene.board(2) } as const;
      scene.jobId = (
        await scene.services.must('jobs.deleteOne', { connectionId: scene.connectionId, target })
      ).id;
    },
  }),
  act(
    'the eleventh single delete',
    'jobs.deleteOne',
    async (scene) => ({
      connectionId: scene.connectionId,
      target: { kind: 'board', id: await scene.board(20) },
    }),
    {
      before: async (scene) => {
        for (let n = 0; n < 10; n += 1) {
          const target = { kind: 'board', id: await scene.board(n) } as const;
          await scene.must('jobs.deleteOne', { connectionId: scene.connectionId, target });
        }
      },
      meanwhile: async (scene) =>
        scene.must('boards.annotate', {
          connectionId: scene.connectionId,
          selection: { kind: 'ids', ids: [await scene.board(20)] },
          change: { label: 'Annual report' },
        }),
    },
  ),
];

const ACTS: readonly Act[] = [...SAVES, ...KEYS, ...LOCK, ...FILES, ...JOBS];
