import { expect, test } from 'vitest';
import type { Happened } from '../../../../main/activity/activity.ts';
import { visitEnded, witnessed } from '../../../../main/activity/witness.ts';
import { failure } from '../../../../main/service/failures.ts';
import { CALL_NAMES } from '../../../../preload/contract/call-names.ts';
import type { CallName } from '../../../../preload/contract/calls.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
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

test('a visit that is over says how long it was', () => {
  expect(visitEnded({ connectionId: 'c-1', targetId: 'p-7', seconds: 125 })).toMatchObject({
    action: 'visit-ended',
    detail: '2 min 5 s',
  });
  expect(visitEnded({ connectionId: 'c-1', targetId: 'p-7', seconds: 5 }).detail).toBe('5 s');
});
