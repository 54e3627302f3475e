import { expect, test } from 'vitest';
import { activityCalls, withNames } from '../../../../main/activity/calls.ts';
import type { Implementations, NewEntry } from '../../../../main/lib/implementation.ts';
import { boardCalls } from '../../../../main/boards/boards.ts';
import { connectionCalls } from '../../../../main/connections/open.ts';
import { Keys } from '../../../../main/connections/keys.ts';
import { Consent } from '../../../../main/ipc/consent.ts';
import { createDispatch } from '../../../../main/ipc/dispatch.ts';
import { jobCalls, planCalls } from '../../../../main/jobs/open.ts';
import { lockCalls } from '../../../../main/ipc/lock/lock.ts';
import { emptyNote } from '../../../../main/store/tables/change-note.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { paperCalls } from '../../../../main/papers/papers.ts';
import {
  appCalls,
  type DEFAULT_PREFERENCES,
  openPreferences,
} from '../../../../main/ipc/preferences/preferences.ts';
import { previewCalls } from '../../../../main/previews/open.ts';
import { pictureCalls } from '../../../../main/previews/pictures.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { transferCalls } from '../../../../main/connections/transfer/imports.ts';
import type { Exporters } from '../../../../main/connections/transfer/export.ts';
import { unresolvedCalls } from '../../../../main/jobs/unresolved.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../../../preload/contract/contract.ts';
import type { ActivityEntry, ActivityRow } from '../../../../preload/contract/activity.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { GOOD_ARGS, GOOD_REPLIES } from '../../../contract/examples.ts';
import { press } from '../../../support/services.ts';
import { localStore } from '../connections/local-store.ts';

function exportersAnswering(answer: unknown): Exporters {
  const { ok: isOk, value } = answer as { readonly ok: boolean; readonly value: object | null };
  const files = { save: () => Promise.resolve(value === null ? null : ok('x.json')) };
  const inTurn = () => Promise.resolve(isOk ? ok({ text: '', ...value }) : answer);
  return { connections: { inTurn }, files, now: () => 0 } as never;
}

function keysAnswering(answer: unknown): Keys {
  const noKeys = { keys: () => Promise.resolve([]), get: () => Promise.resolve(fail(failure('no-key'))) };
  return new Keys({
    recordOf: () => Promise.resolve(ok({})),
    register: { ofConnection: () => Promise.resolve([]) },
    keyStore: noKeys,
    inTurn: () => Promise.resolve(answer),
  } as never);
}

async function recordedOf(name: CallName, answer: unknown, args: object = {}): Promise<readonly NewEntry[]> {
  const recorded: NewEntry[] = [];
  const answering = new Proxy({}, { get: () => () => Promise.resolve(answer) }) as never;
  const calls = {
    app: appCalls({} as never, answering, answering, answering, answering),
    lock: lockCalls(answering),
    connections: connectionCalls(answering, answering),
    keys: keysAnswering(answer).calls,
    transfer: transferCalls(exportersAnswering(answer), answering),
    boards: boardCalls(answering, answering, answering, answering),
    papers: paperCalls(answering),
    previews: previewCalls(answering),
    pictures: pictureCalls(answering),
    teamwork: planCalls(answering, answering, { plans: answering, reviews: answering, team: answering }),
    jobs: jobCalls(answering, answering, { jobs: answering, reviews: answering, results: answering }),
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
    storedKeys: () => Promise.resolve(() => false),
    record: (entry) => recorded.push(entry),
    nameOf: (connectionId) => Promise.resolve(connectionId === 'text-7' ? 'Acme' : null),
    log: createLog(() => undefined),
    now: Date.now,
    after: () => () => undefined,
  });
  await dispatch(name, true, { ...GOOD_ARGS[name], ...args }, press());
  return recorded;
}

function short({ action, target, detail = '', outcome }: NewEntry): string {
  return `${action} ${target}: ${detail}${outcome === 'done' ? '' : ` (${outcome})`}`;
}

const IDS = { kind: 'ids', ids: ['b-7', 'b-8'] };

test.each<readonly [CallName, object | null, object, string]>([
  ['boards.create', {}, {}, 'board-created text-7: '],
  ['papers.create', { standing: undefined }, { name: 'Plan' }, 'paper-created text-7: Plan'],
  ['papers.create', { standing: 'accepted' }, { name: 'Plan' }, 'paper-created text-7: Plan (accepted)'],
  ['previews.copyLink', {}, { displayName: 'Ada' }, 'links-made text-7: Person: Ada'],
  ['previews.copyBrowserLink', null, { displayName: 'Ada' }, 'link-copied text-7: Display name: Ada'],
  ['previews.open', {}, { displayName: 'Ada' }, 'visit-begun text-7: Display name: Ada, for 5 min'],
  ['connections.save', { name: 'Acme' }, { id: null }, 'connection-added text-7: '],
  ['keys.stage', {}, {}, 'key-added main: '],
  ['keys.retire', {}, {}, 'key-removed text-7: '],
  ['lock.removeKeys', {}, {}, 'key-removed : All keys.'],
  ['unresolved.settle', null, { boardId: 'b-7' }, 'unknown-settled b-7: The request created this board.'],
  [
    'boards.annotate',
    { boards: 3 },
    { selection: IDS, change: { label: 'Plan', addTags: ['school'] } },
    'notes-changed : Label, tags: 3 boards',
  ],
  ['boards.undo', { boards: 3 }, {}, 'notes-changed : Undone: 3 boards'],
  ['pictures.clear', {}, {}, 'settings-changed : All pictures removed.'],
  [
    'transfer.export',
    { fileName: 'x.json', connections: 1, keys: 1, papers: 2, notes: 3 },
    {},
    'connections-exported : 1 connection, 1 API key, 2 papers, 3 boards with notes',
  ],
])('the log describes %s with result %j and arguments %j as “%s”', async (name, answer, args, entry) => {
  const value = answer === null ? null : { ...(GOOD_REPLIES[name] as object), ...answer };
  expect((await recordedOf(name, ok(value), args)).map(short)).toEqual([entry]);
});

test('the activity log does not record IPC calls that only read or copy', async () => {
  for (const name of ['boards.list', 'boards.view', 'app.copy', 'jobs.list', 'keychain.status'] as const) {
    expect(await recordedOf(name, ok(GOOD_REPLIES[name]))).toEqual([]);
  }
});

test('the activity log records the old and the new value of a changed setting', async () => {
  const recorded: NewEntry[] = [];
  const store = openPreferences(
    localStore().settings,
    () => Promise.resolve(),
    (...entries) => recorded.push(...entries),
  );
  const said = async (change: Partial<typeof DEFAULT_PREFERENCES>): Promise<unknown> => {
    await store.write({ ...(await store.read()), ...change });
    return recorded.splice(0)[0]?.detail;
  };
  expect(await said({ holdSeconds: { single: 5, bulk: 300 } })).toBe(
    'Hold before single deletes: from 10 s to 5 s.',
  );
  expect(await said({ clearClipboard: null, keepPictures: true })).toBe(
    'Clear copied links from the clipboard: from after 60 s to never. Save a picture when leaving a room: from not set to on.',
  );
  expect(await said({ theme: 'dark', gallery: true })).toBeUndefined();
});

test('the activity log distinguishes a failed create request from one with an unknown outcome', async () => {
  const refused = failure('refused', { message: 'The service says no.', status: 422 });
  expect(await recordedOf('papers.create', fail(refused), { name: 'Plan' })).toEqual([
    expect.objectContaining({ outcome: 'failed', status: 422, detail: 'Plan: The service says no.' }),
  ]);
  expect(await recordedOf('boards.create', fail(failure('outcome-unknown')))).toEqual([
    expect.objectContaining({ outcome: 'unknown', target: '' }),
  ]);
});

test('the activity log names the fields of a board’s notes that were changed, without their text', async () => {
  const selection = { kind: 'ids', ids: ['b-7'] };
  const logged = async (change: object): Promise<unknown> => {
    const [entry] = await recordedOf('boards.annotate', ok({ boards: 1, undoId: 'u-1' }), {
      selection,
      change,
    });
    return [entry?.target, entry?.detail];
  };
  expect(await logged({ protected: false })).toEqual(['b-7', 'No longer protected']);
  expect(await logged({ note: 'Ask Ada', customer: 'Acme' })).toEqual(['b-7', 'Note, customer']);
});

test('the activity log records each IPC call that changes data in the service, except calls about jobs', async () => {
  const unrecorded: string[] = [];
  for (const name of CALL_NAMES) {
    if (!['changes-service', 'deletes'].includes(CALLS[name].effect) || name.startsWith('jobs.')) continue;
    if ((await recordedOf(name, ok(GOOD_REPLIES[name]))).length === 0) unrecorded.push(name);
  }
  expect(unrecorded).toEqual([]);
});

test('an activity log entry shows the current name of its board', async () => {
  const notes = [{ ...emptyNote('b-1', 1), label: 'Maths 7b' }];
  const sources = {
    notes: { ofBoards: (connectionId: string) => Promise.resolve(connectionId === 'c1' ? notes : []) },
    register: { withDeleted: () => Promise.resolve([]) },
  };
  const rows = [['b-1'], ['b-2'], ['b-1', 'c2'], ['']].map(([target, connectionId = 'c1']): ActivityRow => {
    return { kind: 'entry', entry: { connectionId, target } as ActivityEntry, inJob: false };
  });
  const page = await withNames(sources, { from: 0, rows, total: 4, matching: 4 });
  const names = page.rows.map((row) => (row.kind === 'entry' ? row.entry.name : null));
  expect(names).toEqual(['Maths 7b', undefined, undefined, undefined]);
});
