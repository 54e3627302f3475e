/** What each call writes into the activity log. */
import { expect, test } from 'vitest';
import { activityCalls } from '../../../../main/activity/calls.ts';
import type { NewEntry } from '../../../../main/activity/activity.ts';
import { boardCalls } from '../../../../main/boards/calls.ts';
import { connectionCalls, keyCalls, keychainCalls } from '../../../../main/connections/calls.ts';
import { Consent } from '../../../../main/ipc/consent.ts';
import { createDispatch } from '../../../../main/ipc/dispatch.ts';
import type { Implementations } from '../../../../main/ipc/implementation.ts';
import { jobCalls } from '../../../../main/jobs/calls.ts';
import { lockCalls } from '../../../../main/lock/calls.ts';
import { createLog } from '../../../../main/log/log.ts';
import { noteCalls, viewCalls } from '../../../../main/notes/calls.ts';
import { paperCalls } from '../../../../main/papers/calls.ts';
import { appCalls } from '../../../../main/preferences/calls.ts';
import { DEFAULT_PREFERENCES } from '../../../../main/preferences/preferences.ts';
import { previewCalls } from '../../../../main/previews/calls.ts';
import { pictureCalls } from '../../../../main/previews/pictures.ts';
import { failure } from '../../../../main/wording/failure.ts';
import { transferCalls } from '../../../../main/transfer/calls.ts';
import { unresolvedCalls } from '../../../../main/unresolved/calls.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../../../preload/contract/contract.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { GOOD_ARGS, GOOD_REPLIES } from '../../../contract/examples.ts';
import { press } from '../../../support/services.ts';
import { openLock } from '../lock/lock-under-test.ts';

/** What is recorded of a call that its use case answers so. */
async function recordedOf(name: CallName, answer: unknown, args: object = {}): Promise<readonly NewEntry[]> {
  const recorded: NewEntry[] = [];
  const answering = new Proxy({}, { get: () => () => Promise.resolve(answer) }) as never;
  const calls = {
    app: appCalls({} as never, answering, answering),
    lock: lockCalls(answering),
    keychain: keychainCalls(answering),
    connections: connectionCalls(answering, answering),
    keys: keyCalls(answering),
    transfer: transferCalls(answering),
    boards: boardCalls(answering, answering, answering, answering, answering),
    views: viewCalls(answering),
    notes: noteCalls(answering),
    papers: paperCalls(answering),
    previews: previewCalls(answering),
    pictures: pictureCalls(answering),
    jobs: jobCalls({
      jobs: answering,
      reviews: answering,
      jobResults: answering,
      files: answering,
      paperNames: answering,
    }),
    activity: activityCalls(answering, answering),
    unresolved: unresolvedCalls(answering, answering),
  };
  for (const group of Object.values(calls)) {
    for (const call of Object.values(group))
      if ('ask' in call) Object.assign(call, { ask: () => Promise.resolve(ok(null)) });
  }
  const dispatch = createDispatch({
    calls: calls as unknown as Implementations,
    gate: () => null,
    consent: new Consent(() => Promise.resolve(true), Date.now),
    record: (entry) => recorded.push(entry),
    nameOf: (connectionId) => Promise.resolve(connectionId === 'text-7' ? 'Acme' : null),
    log: createLog({ write: () => undefined }),
    now: Date.now,
    after: () => () => undefined,
  });
  await dispatch(name, true, { ...GOOD_ARGS[name], ...args }, press());
  return recorded;
}

const good = (name: CallName): object => GOOD_REPLIES[name] as object;
const moved = { fileName: 'x.json', connections: 1, keys: 1, papers: 2, notes: 3, views: 1 };

test.each([
  ['boards.create', {}, {}, { action: 'board-created', target: 'text-7', connectionName: 'Acme' }],
  ['papers.create', { standing: undefined }, { name: 'Plan' }, { action: 'paper-created', detail: 'Plan' }],
  [
    'papers.create',
    { standing: 'accepted' },
    { name: 'Plan' },
    { action: 'paper-created', detail: 'Plan', outcome: 'accepted' },
  ],
  [
    'previews.copyLink',
    {},
    { displayName: 'Ada' },
    { action: 'links-made', target: 'text-7', detail: 'For Ada' },
  ],
  [
    'previews.open',
    {},
    { displayName: 'Ada', reason: 'T-7' },
    { action: 'visit-begun', target: 'text-7', detail: 'As Ada, for 5 min', reason: 'T-7' },
  ],
  [
    'connections.save',
    { name: 'Acme' },
    { id: null },
    { action: 'connection-added', connectionName: 'Acme' },
  ],
  ['connections.save', { name: 'Acme' }, { id: 'c-1' }, { action: 'connection-changed' }],
  ['connections.remove', {}, {}, { action: 'connection-removed', connectionName: 'Acme' }],
  ['connections.unlockChanges', {}, {}, { action: 'changes-unlocked' }],
  [
    'connections.duplicate',
    { name: 'Acme (2)' },
    {},
    { action: 'connection-added', connectionName: 'Acme (2)' },
  ],
  ['keys.stage', {}, {}, { action: 'key-added', target: 'main' }],
  ['keys.useNext', {}, {}, { action: 'key-switched', target: 'main' }],
  ['keys.goBack', {}, {}, { action: 'key-switched', detail: 'Switched back.' }],
  ['keys.rehearse', {}, {}, { action: 'key-switched', target: 'main' }],
  ['keys.retire', {}, {}, { action: 'key-removed', target: 'text-7' }],
  ['keys.discard', {}, {}, { action: 'key-removed' }],
  ['keys.keep', {}, {}, { action: 'key-added', target: 'text-7', detail: 'Saved in the keychain.' }],
  ['lock.removeKeys', {}, {}, { action: 'key-removed', detail: 'All keys.' }],
  ['papers.add', {}, {}, { action: 'paper-added', target: 'text-7' }],
  ['papers.forget', null, {}, { action: 'paper-forgotten', target: 'text-7' }],
  ['unresolved.settle', null, { boardId: null }, { action: 'unknown-settled', detail: 'Dismissed.' }],
  ['unresolved.settle', null, { boardId: 'b-7' }, { action: 'unknown-settled', target: 'b-7' }],
  [
    'boards.annotate',
    { boards: 3 },
    { selection: { kind: 'ids', ids: ['b-7', 'b-8'] }, change: { label: 'Plan', addTags: ['school'] } },
    { action: 'notes-changed', detail: 'Label, tags: 3 boards' },
  ],
  ['boards.undo', { boards: 3 }, {}, { action: 'notes-changed', detail: 'Undone: 3 boards' }],
  [
    'notes.apply',
    { boards: 1 },
    {},
    { action: 'notes-changed', connectionId: '', detail: 'Imported: 1 board' },
  ],
  ['pictures.clear', {}, {}, { action: 'settings-changed', detail: 'All pictures removed.' }],
  [
    'transfer.export',
    moved,
    {},
    {
      action: 'connections-exported',
      detail: '1 connection, 1 API key, 2 papers, 3 boards with notes, 1 saved view',
    },
  ],
] as const)('%s that ends as %j of %j is recorded as %j', async (name, answer, args, entry) => {
  const value = answer === null ? null : { ...good(name), ...answer };
  expect(await recordedOf(name, ok(value), args)).toEqual([
    expect.objectContaining({ outcome: 'done', ...entry }),
  ]);
});

test.each(['boards.list', 'boards.view', 'app.copy', 'jobs.list', 'keychain.status'] as const)(
  '%s changes nothing, and is not recorded',
  async (name) => {
    expect(await recordedOf(name, ok(GOOD_REPLIES[name]))).toEqual([]);
  },
);

test('a change of settings says what changed, from what to what, and nothing of the rest', async () => {
  let kept = DEFAULT_PREFERENCES;
  const store = {
    read: () => Promise.resolve(ok(kept)),
    write: (preferences: typeof kept) => Promise.resolve(ok((kept = preferences))),
  };
  const { prefer } = appCalls({} as never, {} as never, store as never);
  const said = async (change: Partial<typeof kept>): Promise<unknown> => {
    const args = { ...kept, ...change };
    return prefer.log(args, await prefer.run(args))?.detail;
  };
  expect(await said({ holdSeconds: { single: 5, bulk: 300 } })).toBe(
    'Hold of single deletes: from 10 s to 5 s.',
  );
  expect(await said({ clearClipboard: null, keepPictures: true })).toBe(
    'Copied links leave the clipboard: from after 60 s to never. Pictures of previews: from not decided to kept.',
  );
  expect(await said({ theme: 'dark', gallery: true })).toBeUndefined();
});

test('a change of the idle lock says from when to when, and that there is a new passphrase, not which', async () => {
  const state = { idleMinutes: 10 as number | null };
  const lock = {
    state: () => state,
    configure: ({ idleMinutes }: { idleMinutes: number | null }) =>
      Promise.resolve(ok(Object.assign(state, { idleMinutes }))),
  };
  const { configure } = lockCalls(lock as never);
  const said = async (idleMinutes: number | null, passphrase: string | null): Promise<unknown> => {
    const args = { idleMinutes, passphrase, currentPassphrase: null };
    return configure.log(args, await configure.run(args))?.detail;
  };
  expect(await said(null, null)).toBe('Idle lock: from after 10 min to never.');
  expect(await said(5, 'a long passphrase')).toBe('Idle lock: from never to after 5 min. A new passphrase.');
  expect(await said(5, null)).toBeUndefined();
});

test('of two changes of the idle lock in one moment, the second begins where the first ended', async () => {
  const { lock } = await openLock({ ask: () => Promise.resolve(true) });
  const { configure } = lockCalls(lock);
  const said = async (idleMinutes: number | null): Promise<unknown> => {
    const args = { idleMinutes, passphrase: null, currentPassphrase: null };
    return configure.log(args, await configure.run(args))?.detail;
  };
  expect(await Promise.all([said(5), said(2), said(null)])).toEqual([
    'Idle lock: from never to after 5 min.',
    'Idle lock: from after 5 min to after 2 min.',
    'Idle lock: from after 2 min to never.',
  ]);
});

test('a failed create is recorded with its status and reason, and one without a known outcome as unknown', async () => {
  const refused = failure('refused', { message: 'The service says no.', status: 422 });
  expect(await recordedOf('papers.create', fail(refused), { name: 'Plan' })).toEqual([
    expect.objectContaining({ outcome: 'failed', status: 422, detail: 'Plan: The service says no.' }),
  ]);
  expect(await recordedOf('boards.create', fail(failure('outcome-unknown')))).toEqual([
    expect.objectContaining({ outcome: 'unknown', target: '' }),
  ]);
});

test('a form with invalid fields is not recorded', async () => {
  expect(await recordedOf('papers.create', fail(failure('invalid-input')))).toEqual([]);
});

test('protection is recorded with the one board that it concerns, but the text of notes is not', async () => {
  const selection = { kind: 'ids', ids: ['b-7'] };
  const told = async (change: object): Promise<unknown> => {
    const [entry] = await recordedOf('boards.annotate', ok({ boards: 1, undoId: 'u-1' }), {
      selection,
      change,
    });
    return [entry?.target, entry?.detail];
  };
  expect(await told({ protected: false })).toEqual(['b-7', 'No longer protected']);
  expect(await told({ note: 'Ask Ada', customer: 'Acme' })).toEqual(['b-7', 'Note, customer']);
});

test('an import records its result, or that it failed when it changed nothing; a cancelled export isn’t recorded', async () => {
  const imported = { added: 0, updated: 2, keys: 1, papers: 0, notes: 0, views: 0, problems: [] };
  const problems = [{ index: 0, name: 'Acme', failure: failure('storage') }];
  expect(await recordedOf('transfer.apply', ok(imported))).toMatchObject([
    { action: 'connections-imported', outcome: 'done', detail: '2 connections updated, 1 API key' },
  ]);
  expect(
    await recordedOf('transfer.apply', ok({ ...imported, updated: 0, keys: 0, problems })),
  ).toMatchObject([{ outcome: 'failed', detail: '1 connection not imported' }]);
  expect(await recordedOf('transfer.export', ok(null))).toEqual([]);
});

test('a call that changes something at the service is recorded, or is a job, which records its items', async () => {
  const unrecorded: string[] = [];
  for (const name of CALL_NAMES) {
    if (!['changes-service', 'deletes'].includes(CALLS[name].effect) || name.startsWith('jobs.')) continue;
    if ((await recordedOf(name, ok(GOOD_REPLIES[name]))).length === 0) unrecorded.push(name);
  }
  expect(unrecorded).toEqual([]);
});
