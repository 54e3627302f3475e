import { expect, test } from 'vitest';
import type { Happened } from '../../../../main/activity/activity.ts';
import { visitEnded, witnessed } from '../../../../main/activity/witness.ts';
import { failure } from '../../../../main/service/failures.ts';
import { CALL_NAMES } from '../../../../preload/contract/call-names.ts';
import type { CallName } from '../../../../preload/contract/calls.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { WITNESSES } from '../../../../main/activity/witnesses.ts';
import { channelsThat } from '../../../contract/effects.ts';
import { GOOD_ARGS } from '../../../contract/good-args.ts';
import { GOOD_REPLIES } from '../../../contract/good-replies.ts';

/** What is recorded of a call that is answered so. */
async function recordedOf(channel: CallName, answer: Result<unknown> = ok(GOOD_REPLIES[channel])) {
  const recorded: Happened[] = [];
  const plain = Object.fromEntries(CALL_NAMES.map((name) => [name, () => Promise.resolve(answer)]));
  const handlers = witnessed(
    plain as unknown as Parameters<typeof witnessed>[0],
    (...happened) => recorded.push(...happened),
    (connectionId) => Promise.resolve(connectionId === 'c-1' ? 'Acme' : null),
  );
  const handler = handlers[channel] as (args: unknown) => Promise<Result<unknown>>;
  expect(await handler(GOOD_ARGS[channel])).toBe(answer);
  return recorded;
}

test.each([
  ['boards.create', { action: 'board-created', target: 'b-7', connectionName: 'Acme' }],
  ['papers.create', { action: 'paper-created', detail: 'Plan' }],
  ['previews.copyLink', { action: 'links-made', target: 'p-7', detail: 'For Ada' }],
  ['previews.open', { action: 'visit-begun', target: 'b-7', detail: 'As Ada', reason: 'T-7' }],
  ['connections.save', { action: 'connection-added', connectionName: 'Acme' }],
  ['connections.remove', { action: 'connection-removed', connectionName: 'Acme' }],
  ['connections.unlockChanges', { action: 'changes-unlocked' }],
  ['keys.stage', { action: 'key-added', target: 'main' }],
  ['keys.useNext', { action: 'key-switched', target: 'main' }],
  ['keys.goBack', { action: 'key-switched', detail: 'Taken back.' }],
  ['keys.rehearse', { action: 'key-switched', target: 'main' }],
  ['keys.retire', { action: 'key-removed', target: 'k-1' }],
  ['keys.discard', { action: 'key-removed' }],
  ['lock.removeKeys', { action: 'key-removed', detail: 'Every key.' }],
  ['keys.keep', { action: 'key-added', target: 'k-1', detail: 'Kept in the keychain.' }],
  ['connections.duplicate', { action: 'connection-added', connectionName: 'Acme' }],
  ['papers.add', { action: 'paper-added', target: 'p-7' }],
  ['papers.forget', { action: 'paper-forgotten', target: 'p-7' }],
  ['unknowns.settle', { action: 'unknown-settled', target: '', detail: 'It is dealt with.' }],
  ['boards.annotate', { action: 'notes-changed', detail: 'Label, tags: 3 boards' }],
  ['boards.undo', { action: 'notes-changed', detail: 'Taken back: 3 boards' }],
  [
    'notes.apply',
    { action: 'notes-changed', connectionId: '', detail: expect.stringMatching(/^Imported: \d+ boards?$/u) },
  ],
  [
    'app.prefer',
    { action: 'settings-changed', detail: 'Deletes are held for 60 s, those of many for 3600 s.' },
  ],
  ['lock.configure', { action: 'settings-changed', detail: 'Locks after 5 min; a new passphrase.' }],
  [
    'transfer.export',
    { action: 'connections-exported', detail: '1 connection, 1 API key, 2 papers, 3 boards with notes' },
  ],
] as const)('%s is recorded as %j', async (channel, happened) => {
  expect(await recordedOf(channel)).toEqual([expect.objectContaining({ outcome: 'done', ...happened })]);
});

test.each(['boards.list', 'boards.view', 'app.copy', 'jobs.list', 'keychain.status'] as const)(
  '%s changes nothing, and is not recorded',
  async (channel) => {
    expect(await recordedOf(channel)).toEqual([]);
  },
);

test('a create that failed is recorded with its status and why, and one whose end was not seen as unknown', async () => {
  const refused = failure('refused', { message: 'The service says no.', status: 422 });
  expect(await recordedOf('papers.create', fail(refused))).toEqual([
    expect.objectContaining({ outcome: 'failed', status: 422, detail: 'Plan: The service says no.' }),
  ]);
  expect(await recordedOf('boards.create', fail(failure('outcome-unknown')))).toEqual([
    expect.objectContaining({ outcome: 'unknown', target: '' }),
  ]);
});

test('what a person typed wrongly into a form is no activity', async () => {
  expect(await recordedOf('papers.create', fail(failure('invalid-input')))).toEqual([]);
});

test('protection is named, with the one board that it is about; what is written in notes is not', async () => {
  const recorded: Happened[] = [];
  const plain = Object.fromEntries(
    CALL_NAMES.map((name) => [name, () => Promise.resolve(ok({ boards: 1, undoId: 'u-1' }))]),
  );
  const handlers = witnessed(
    plain as unknown as Parameters<typeof witnessed>[0],
    (...happened) => recorded.push(...happened),
    () => Promise.resolve(null),
  );
  const selection = { kind: 'ids', ids: ['b-7'] } as const;
  await handlers['boards.annotate']({ connectionId: 'c-1', selection, change: { protected: false } });
  await handlers['boards.annotate']({
    connectionId: 'c-1',
    selection,
    change: { note: 'Ask Ada', customer: 'Acme' },
  });
  expect(recorded.map(({ target, detail }) => [target, detail])).toEqual([
    ['b-7', 'No longer protected'],
    ['b-7', 'Note, customer'],
  ]);
});

test('an import says what came of it, and that it failed when nothing did; an export to nowhere is none', async () => {
  const imported = { added: 0, updated: 2, keys: 1, papers: 0, notes: 0, problems: [] };
  const problems = [{ index: 0, name: 'Acme', failure: failure('storage') }];
  expect(await recordedOf('transfer.apply', ok(imported))).toMatchObject([
    { action: 'connections-imported', outcome: 'done', detail: '2 connections updated, 1 API key' },
  ]);
  expect(
    await recordedOf('transfer.apply', ok({ ...imported, updated: 0, keys: 0, problems })),
  ).toMatchObject([{ outcome: 'failed', detail: '1 connection not imported' }]);
  expect(await recordedOf('transfer.export', ok(null))).toEqual([]);
});

test('every call that changes something at the service is recorded, or is a job, which records its items', () => {
  const unrecorded = channelsThat('changes').filter((channel) => !(channel in WITNESSES));
  expect(unrecorded.filter((channel) => !channel.startsWith('jobs.'))).toEqual([]);
});

test('a visit that is over says how long it was', () => {
  expect(visitEnded({ connectionId: 'c-1', targetId: 'p-7', seconds: 125 })).toMatchObject({
    action: 'visit-ended',
    detail: '2 min 5 s',
  });
  expect(visitEnded({ connectionId: 'c-1', targetId: 'p-7', seconds: 5 }).detail).toBe('5 s');
});
