/** One good policy file for each rule, and what main must do under it; under none of them, all of that is allowed. */
import type { PracticeService } from '../practice/practice.ts';
import type { Policy } from '../../main/policy/policy.ts';
import { previewMay } from '../../main/security/permissions.ts';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/contract.ts';
import type { JobReview } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { deleteNow } from '../support/delete-now.ts';
import { draftFor, type TestServices } from '../support/services.ts';

export interface Scene {
  readonly services: TestServices;
  readonly practice: PracticeService;
  readonly policy: Policy;
  /** A connection to the practice service; null where the rule refused it. */
  readonly connectionId: string | null;
}

export interface GoodFile {
  /** Empty for the file that says nothing but its version. */
  readonly rules: Readonly<Partial<Record<keyof Policy, unknown>>>;
  /** How many rules Settings must show. */
  readonly shown: number;
  /** What is not as the rule says, one sentence each. */
  readonly prove: (scene: Scene) => Promise<readonly string[]>;
}

/** The word for how a call ended: `ok`, or the code of its failure. */
type Outcome = 'ok' | Failure['code'];

async function ended<C extends CallName>(
  { services }: Scene,
  channel: C,
  args: ArgsOf<C>,
  due: Outcome,
  accept: (reply: Result<ValueOf<C>>) => boolean = () => true,
): Promise<readonly string[]> {
  const reply = await services.call(channel, args);
  const outcome: Outcome = reply.ok ? 'ok' : reply.error.code;
  if (outcome !== due) return [`${channel} came to ${outcome}, due was ${due}`];
  return accept(reply) ? [] : [`${channel} answers something else than the rule says`];
}

/** All that some rule forbids, each with how it must end. */
type Deed = 'save elsewhere' | 'create' | 'delete' | 'visit' | 'visit without a reason' | 'export keys';

const OF_NONE = 'no-connection';

function deeds(scene: Scene): Readonly<Record<Deed, (due: Outcome) => Promise<readonly string[]>>> {
  const connectionId = scene.connectionId ?? OF_NONE;
  const [paper] = scene.practice.samplePapers;
  const visit = (reason: string) => ({
    connectionId,
    target: { kind: 'paper' as const, id: paper?.identifier ?? '' },
    displayName: 'Ada',
    reason,
    minutes: 10 as const,
  });
  return {
    'save elsewhere': (due) =>
      ended(scene, 'connections.save', draftFor('https://elsewhere.example', KEY), due),
    create: (due) => ended(scene, 'boards.create', { connectionId }, due),
    delete: async (due) => {
      const reply = await deleteNow(scene.services, connectionId, { kind: 'board', id: 'board-7' });
      const outcome: Outcome = reply.ok ? (reply.value.job.failure?.code ?? 'ok') : reply.error.code;
      return outcome === due ? [] : [`a delete came to ${outcome}, due was ${due}`];
    },
    visit: (due) => ended(scene, 'previews.open', visit('T-7'), due),
    'visit without a reason': (due) => ended(scene, 'previews.open', visit(''), due),
    'export keys': (due) =>
      ended(
        scene,
        'transfer.export',
        { connectionIds: [connectionId], withPapers: false, passphrase: 'a long enough passphrase' },
        due,
      ),
  };
}

/** Not a real key. */
const KEY = 'sk_policy-0123456789-abcdefghij';

async function all(...proofs: readonly Promise<readonly string[]>[]): Promise<readonly string[]> {
  return (await Promise.all(proofs)).flat();
}

/** The service was asked for no change, whatever the calls said. */
async function untouched({ practice }: Scene): Promise<readonly string[]> {
  const { counts } = await practice.requests();
  const changes = counts.createBoard + counts.deleteBoard + counts.createPaper + counts.deletePaper;
  return changes === 0 ? [] : [`${changes} changes reached the service`];
}

/** The review of so many boards of the practice service, or what is wrong with it. */
async function reviewOf(scene: Scene, boards: number): Promise<JobReview | string> {
  const { services, practice } = scene;
  const connectionId = scene.connectionId ?? OF_NONE;
  const listed = services.event('boards.changed', ({ phase }) => phase === 'done' || phase === 'failed');
  await services.call('boards.list', { connectionId });
  await listed;
  const ids = (await practice.contents()).boards.slice(0, boards);
  const reply = await services.call('jobs.review', { connectionId, selection: { kind: 'ids', ids } });
  return reply.ok ? reply.value : `a review came to ${reply.error.code}`;
}

/** A delete of so many boards is refused in its review, and once more when it is started all the same; or it is not. */
async function bulkDelete(scene: Scene, boards: number, due: Outcome): Promise<readonly string[]> {
  const review = await reviewOf(scene, boards);
  if (typeof review === 'string') return [review];
  const said = review.refusal?.code ?? 'ok';
  return [
    ...(said === due ? [] : [`a review of ${boards} boards says ${said}, due was ${due}`]),
    ...(await ended(
      scene,
      'jobs.deleteReviewed',
      { reviewId: review.reviewId, typed: String(boards), reason: '' },
      due,
    )),
  ];
}

/** Deletes of one and of many are held for so long. */
async function heldFor(scene: Scene, single: number, bulk: number): Promise<readonly string[]> {
  const connectionId = scene.connectionId ?? OF_NONE;
  const target = { kind: 'board', id: 'board-7' } as const;
  const one = await scene.services.call('jobs.deleteOne', { connectionId, target });
  const seconds = one.ok ? ((one.value.holdUntil ?? 0) - one.value.createdAt) / 1000 : null;
  const many = await reviewOf(scene, 3);
  return [
    ...(seconds === single ? [] : [`a delete is held for ${seconds ?? 'no'} s instead of ${single} s`]),
    ...(typeof many !== 'string' && many.holdSeconds === bulk ? [] : [`many are not held for ${bulk} s`]),
  ];
}

/** Rules about parts that are not built yet: all that can be told is that they are read and shown. */
const shownAlone = (rules: GoodFile['rules'], shown = 1): GoodFile => ({
  rules,
  shown,
  prove: ({ policy }) => {
    const wrong = Object.entries(rules).filter(
      ([name, value]) => JSON.stringify(policy[name as keyof Policy]) !== JSON.stringify(value),
    );
    return Promise.resolve(wrong.map(([name]) => `${name} is read as something else`));
  },
});

function clipboard(due: boolean): GoodFile['prove'] {
  return ({ policy }) => {
    const appOrigin = 'https://app.example';
    const question = { permission: 'clipboard-read', origin: appOrigin, isMainFrame: true };
    const may = previewMay(question, { appOrigin, mayRead: () => policy.allowClipboardRead });
    return Promise.resolve(may === due ? [] : [`a room ${may ? 'may' : 'may not'} read the clipboard`]);
  };
}

export const GOOD_FILES: readonly GoodFile[] = [
  {
    rules: {},
    shown: 0,
    prove: async (scene) => {
      const deed = deeds(scene);
      return [
        ...(await deed.create('ok')),
        ...(await deed.delete('ok')),
        ...(await deed['visit without a reason']('ok')),
        ...(await deed['save elsewhere']('ok')),
        ...(await deed['export keys']('ok')),
        ...(await clipboard(true)(scene)),
      ];
    },
  },
  {
    rules: { allowedApiHosts: ['127.0.0.1', '*.example.com'] },
    shown: 1,
    prove: (scene) => all(deeds(scene).create('ok'), deeds(scene)['save elsewhere']('invalid-input')),
  },
  {
    rules: { allowedEmbedHosts: ['127.0.0.1'] },
    shown: 1,
    prove: (scene) => all(deeds(scene).create('ok'), deeds(scene)['save elsewhere']('invalid-input')),
  },
  {
    rules: { readOnly: true },
    shown: 1,
    prove: async (scene) => [
      ...(await all(deeds(scene).create('policy'), deeds(scene).delete('policy'))),
      ...(await untouched(scene)),
    ],
  },
  {
    rules: { requireKeychain: true },
    shown: 1,
    prove: (scene) => ended(scene, 'connections.save', draftFor(scene.practice.origin, KEY), 'policy'),
  },
  {
    rules: { allowDelete: false },
    shown: 1,
    prove: async (scene) => [
      ...(await deeds(scene).delete('policy')),
      ...(await untouched(scene)),
      ...(await deeds(scene).create('ok')),
    ],
  },
  {
    rules: { allowVisits: false },
    shown: 1,
    prove: (scene) => deeds(scene).visit('policy'),
  },
  {
    rules: { requireReason: true },
    shown: 1,
    prove: async (scene) => [
      ...(await deeds(scene)['visit without a reason']('invalid-input')),
      ...(await deeds(scene).visit('ok')),
    ],
  },
  {
    rules: { allowKeyExport: false },
    shown: 1,
    prove: (scene) => deeds(scene)['export keys']('policy'),
  },
  { rules: { allowClipboardRead: false }, shown: 1, prove: clipboard(false) },
  {
    rules: { allowPictures: false },
    shown: 1,
    prove: (scene) =>
      ended(scene, 'policy.state', {}, 'ok', (reply) => reply.ok && !reply.value.allows.pictures),
  },
  {
    rules: { idleLockMinutes: 15 },
    shown: 1,
    prove: async (scene) => {
      const save = draftFor(scene.practice.origin, KEY);
      const first = { idleMinutes: 15, passphrase: 'a long enough passphrase', currentPassphrase: null };
      return [
        ...(scene.connectionId === null ? [] : ['a key was stored before there was a passphrase']),
        ...(await ended(scene, 'lock.state', {}, 'ok', (reply) => reply.ok && reply.value.locked)),
        ...(await ended(scene, 'lock.unlock', { passphrase: '' }, 'invalid-input')),
        ...(await ended(scene, 'lock.configure', { ...first, idleMinutes: 16 }, 'invalid-input')),
        ...(await ended(scene, 'connections.save', save, 'locked')),
        ...(await ended(scene, 'lock.configure', first, 'ok')),
        ...(await ended(scene, 'connections.save', save, 'ok')),
      ];
    },
  },
  {
    rules: { maxBulk: 2 },
    shown: 1,
    prove: async (scene) => {
      const connectionId = scene.connectionId ?? OF_NONE;
      const names = ['One', 'Two', 'Three'];
      return [
        ...(await bulkDelete(scene, 3, 'policy')),
        ...(await ended(
          scene,
          'jobs.createBoards',
          { connectionId, count: 3, label: '', tags: [] },
          'policy',
        )),
        ...(await ended(
          scene,
          'jobs.createPapers',
          { connectionId, names, earlier: null, templateId: null },
          'policy',
        )),
        ...(await untouched(scene)),
        ...(await bulkDelete(scene, 2, 'ok')),
        ...(await ended(scene, 'jobs.createBoards', { connectionId, count: 2, label: '', tags: [] }, 'ok')),
      ];
    },
  },
  {
    rules: { holdSeconds: { single: 20, bulk: 400 } },
    shown: 2,
    prove: async (scene) => [...(await heldFor(scene, 20, 400)), ...(await untouched(scene))],
  },
  {
    rules: { twoPersons: true },
    shown: 1,
    prove: async (scene) => [
      ...(await bulkDelete(scene, 2, 'policy')),
      ...(await untouched(scene)),
      ...(await deeds(scene).delete('ok')),
    ],
  },
  shownAlone({ updates: 'notify' }),
  shownAlone({ updateUrl: 'https://updates.example.com/easel' }),
];
