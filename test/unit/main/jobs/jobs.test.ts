import { beforeEach, expect, test } from 'vitest';
import { emptyNote } from '../../../../main/store/tables/change-note.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { settle } from '../service/clock.ts';
import { must } from '../../../support/must.ts';
import { paperOf } from '../../../support/paper-of.ts';
import { CONNECTION, jobsUnderTest, type JobsUnderTest } from './jobs-under-test.ts';
import type { Ending } from './service.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';

const BOARDS = Array.from({ length: 20 }, (_, n) => `b${n}`);

let services: JobsUnderTest;
beforeEach(async () => {
  services = await jobsUnderTest(BOARDS);
});

async function finish(jobId: string, start: 'startNow' | 'resume' | 'retryFailed') {
  must(await services.jobs()[start]({ jobId }));
  await services.answerAll();
  return services.job(jobId);
}

const deleteAll = (count = BOARDS.length) => services.deleteAll(BOARDS.slice(0, count));

async function answer(ending: Ending, times = 1): Promise<void> {
  for (let answered = 0; answered < times; answered += 1) {
    services.service.answer(ending);
    await settle();
  }
}

test('a single delete is on hold for ten seconds before it is sent', async () => {
  const job = must(await services.deleteOne('b0'));
  expect(job).toMatchObject({ state: 'held', holdUntil: 10_000, about: 'b0' });
  // This log entry must name the board, because the entry for the job's end contains only counts.
  expect(services.activity).toMatchObject([{ action: 'job-queued', detail: 'Delete board b0' }]);
  await services.clock.advance(9999);
  expect(services.service.requests).toEqual([]);
  await services.clock.advance(1);
  await answer('done');
  expect(services.job(job.id)).toMatchObject({ state: 'done', counts: { total: 1, done: 1 } });
  expect(services.service.boards.has('b0')).toBe(false);
});

test('a delete whose hold ends while the computer sleeps is not sent before the user starts it', async () => {
  const id = await deleteAll();
  services.around.sleptMs = 3_600_000;
  await services.clock.advance(300_000);
  expect(services.service.requests).toEqual([]);
  expect(services.job(id)).toMatchObject({ state: 'held', holdUntil: null, pause: 'sleep' });
});

test('a delete whose hold ends during an outage of the service is not sent', async () => {
  const id = await deleteAll();
  services.around.trouble = 'outage';
  await services.clock.advance(300_000);
  expect(services.job(id)).toMatchObject({ state: 'held', holdUntil: null, pause: 'outage' });
  services.around.trouble = null;
  await services.clock.advance(600_000);
  expect(services.service.requests).toEqual([]);
  expect(await finish(id, 'startNow')).toMatchObject({ state: 'done' });
});

test('a delete job sends nothing if the connection is read-only when the job’s hold ends', async () => {
  const id = await deleteAll();
  services.around.closed = failure('read-only');
  await services.clock.advance(300_000);
  const waits = { state: 'paused', pause: 'refused', counts: { waiting: 20 } };
  expect(services.job(id)).toMatchObject({ ...waits, failure: { code: 'read-only' } });
  expect(services.service.requests).toEqual([]);
  services.around.closed = null;
  expect(await finish(id, 'resume')).toMatchObject({ state: 'done' });
});

const UNLISTED = 'This board isn’t in the list, so Easel can’t tell whether the board is protected.';
const UUID = '0b5e0f0a-7c1d-4e2f-9a3b-4c5d6e7f8a9b';

test.each([
  ['in another letter case', (id: string) => id.toUpperCase()],
  ['without dashes', (id: string) => id.replaceAll('-', '')],
])('Easel recognises a protected or queued board if its UUID is written %s', async (_how, respell) => {
  services.service.boards.add(UUID);
  services.service.boards.add('b0');
  const { id } = must(await services.deleteReviewed([UUID, 'b0']));
  expect(await services.deleteOne(respell(UUID))).toMatchObject({ error: { code: 'refused' } });
  services.protect(respell(UUID));
  must(await services.jobs().startNow({ jobId: id }));
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { done: 1, skipped: 1 } });
  expect(services.service.boards).toContain(UUID);
  expect(await services.deleteOne(UUID)).toMatchObject({ error: { message: 'This board is protected.' } });
});

test('a single delete accepts an unusual spelling of a board id only if the board list contains this spelling', async () => {
  const urn = `urn:uuid:${UUID.replaceAll('-', '')}`;
  for (const id of [urn, `urn:${UUID}`, `{${UUID}}`, UUID.replace('-', '')])
    expect(await services.deleteOne(id)).toMatchObject({ error: { message: UNLISTED } });
  await services.mirror.put(CONNECTION, { id: urn, created: null, raw: '{}' });
  must(await services.deleteOne(urn));
});

test('the job queue refuses to delete a board that another job is going to delete', async () => {
  await deleteAll(3);
  expect(await services.deleteOne('b0')).toMatchObject({
    error: { code: 'refused', message: 'Another job is already set to delete this board.' },
  });
  const others = Array.from({ length: 1000 }, (_, place) => `other${place}`);
  expect(await services.deleteReviewed([...others, 'b2'])).toMatchObject({
    error: { code: 'refused', message: 'Another job is already set to delete some of these boards.' },
  });
});

test.each([
  ['its connection’s address changes', 'refused', { boardApi: 'https://other.example' }, false],
  ['Easel is locked', 'locked', {}, true],
])('a delete is not queued if %s while Easel reads team data', async (_what, code, change, isLocked) => {
  const { around } = services;
  const fresh = Promise.withResolvers<Result<null>>();
  around.fresh = fresh.promise;
  const both = [services.deleteOne('b0'), services.deleteReviewed(['b1', 'b2'])];
  await settle();
  around.connection = { ...around.connection, ...change };
  around.isLocked = isLocked;
  fresh.resolve(ok(null));
  expect(await Promise.all(both)).toMatchObject([{ error: { code } }, { error: { code } }]);
  expect(services.jobs().list()).toEqual([]);
});

test('the job queue refuses to create papers without a name', async () => {
  const unnamed = { code: 'invalid-input', fields: { names: 'Name 2 is empty.' } };
  expect(await services.createPapers(['One', ' '])).toMatchObject({ error: unnamed });
  const fields = { templateId: expect.stringContaining('identifier') as unknown };
  expect(await services.createPapers(['One'], 'no/id')).toMatchObject({ error: { fields } });
});

test.each([
  ['a pattern without {n}', { label: 'Class' }, { label: expect.stringContaining('Add {n}') }],
  ['a tag of 61 characters', { tags: ['x'.repeat(61)] }, { tags: 'Use at most 60 characters for each tag.' }],
])('the job queue refuses to create boards with %s', async (_what, notes, fields) => {
  const refused = await services.createBoards(2, notes);
  expect(refused).toMatchObject({ error: { code: 'invalid-input', fields } });
  expect(services.tables.jobs.all()).toEqual([]);
});

test('a delete job shows the labels that its boards had when the job was queued', async () => {
  const { notes } = services.tables;
  notes.put(CONNECTION, [
    { ...emptyNote('b0', 1), label: 'Maths 7b' },
    { ...emptyNote('b1', 1), label: 'Physics' },
  ]);
  const one = must(await services.deleteOne('b0'));
  notes.put(CONNECTION, [{ ...emptyNote('b0', 2), label: 'Something else' }]);
  expect(services.job(one.id)).toMatchObject({ about: 'b0', aboutName: 'Maths 7b' });
  const many = services.items(await services.deleteAll(['b1', 'b2']));
  expect(many.map(({ targetId, name }) => `${targetId} ${name}`)).toEqual(['b1 Physics', 'b2 ']);
});

test('a job that creates boards labels the boards by its name pattern', async () => {
  const { id } = must(await services.createBoards(2, { label: 'Class {n}', tags: ['maths'] }));
  await services.answerAll();
  const items = services.items(id);
  expect(items.map(({ name }) => name)).toEqual(['Class 1', 'Class 2']);
  const made = items.map(({ targetId }) => targetId);
  expect(services.tables.notes.ofBoards(CONNECTION, made)).toMatchObject([
    { boardId: made[0], label: 'Class 1', tags: ['maths'] },
    { boardId: made[1], label: 'Class 2', tags: ['maths'] },
  ]);
});

test.each([
  ['after the service’s rate limit has refused more than 64 requests in a row', 64, null],
  ['if the service asks for a delay of more than a minute', 0, 90],
])('a job pauses %s', async (_why, accepted, retryAfterSeconds) => {
  const { id } = must(await services.createBoards(1));
  await settle();
  await answer('too-many', accepted);
  expect(services.job(id)).toMatchObject({ state: 'running' });
  services.service.retryAfterSeconds = retryAfterSeconds;
  await answer('too-many');
  expect(services.job(id)).toMatchObject({ state: 'paused', pause: 'refused', counts: { waiting: 1 } });
});

test('a job that is queued while Easel closes sends nothing', async () => {
  const fresh = Promise.withResolvers<Result<null>>();
  services.around.fresh = fresh.promise;
  const adding = [services.createPapers(['A']), services.deleteOne('b0')];
  const closing = services.jobs().close();
  fresh.resolve(ok(null));
  expect(await Promise.all(adding)).toMatchObject([{ error: { code: 'cancelled' } }, { ok: false }]);
  await closing;
  await services.clock.advance(600_000);
  expect(services.service.requests).toEqual([]);
  await services.kill();
  const paused = { pause: 'restart', counts: { waiting: 1 } };
  expect(services.jobs().list()).toMatchObject([paused, paused]);
});

test('a create request that got no response is never repeated', async () => {
  const { id } = must(await services.createPapers(['A', 'B', 'C', 'D', 'E', 'F', 'G']));
  await settle();
  await answer('lost-after', 3);
  const counts = { unknown: 3, sending: 3, waiting: 1 };
  expect(services.job(id)).toMatchObject({ state: 'paused', pause: 'outage', counts });
  await services.answerAll();
  const journal = services.tables.creates.unknown(CONNECTION).map(({ name }) => name);
  expect(journal.toSorted()).toEqual(['A', 'B', 'C']);
  expect(await finish(id, 'resume')).toMatchObject({ state: 'done', counts: { done: 4, unknown: 3 } });
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  expect(services.service.requests.map(({ about }) => about)).toEqual(names);
  expect(services.tables.papers.ofConnection(CONNECTION)).toHaveLength(4);
});

async function packOf(...names: readonly string[]): Promise<string> {
  const pack = { names, shared: false, pattern: 'Plan of {name}' };
  const asked = { connectionId: CONNECTION, templateId: null, ...pack };
  const { id } = must(await services.jobs().creates.createPack(asked));
  await settle();
  await answer('done');
  return id;
}

test('if Easel is locked while it creates a class pack, the failure names the paper that was created', async () => {
  const pack = { names: ['Ada'], shared: true, pattern: 'Plan' };
  const asked = { connectionId: CONNECTION, templateId: null, ...pack };
  const made = services.jobs().creates.createPack(asked);
  await settle();
  services.around.isLocked = true;
  await answer('done');
  const [id] = services.service.papers.keys();
  const message = expect.stringContaining(`The paper ${id} was created`) as unknown;
  expect(await made).toMatchObject({ error: { code: 'locked', message } });
  expect(services.activity).toMatchObject([{ action: 'paper-created', target: id, outcome: 'done' }]);
});

test('create requests that were running when Easel crashed have unknown outcomes after the restart', async () => {
  const id = await packOf('Ada', 'Ben');
  await services.kill();
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { unknown: 2 } });
  const unknown = services.tables.creates.unknown(CONNECTION).map(({ name, kind }) => `${kind} ${name}`);
  expect(unknown.toSorted()).toEqual(['paper Plan of Ada', 'paper Plan of Ben']);
});

test('a class pack that was stopped after it created its paper can create the join links later', async () => {
  const id = await packOf('Ada', 'Ben');
  services.service.answer('key-refused', 1);
  await settle();
  must(await services.jobs().stop({ jobId: id }));
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'stopped', counts: { done: 1, failed: 1 } });
  const message = 'The paper was created, but its join link wasn’t.';
  expect(services.items(id)).toMatchObject([{ state: 'failed', message }, { state: 'done' }]);
  const [paper] = services.service.papers.keys();
  const logged = { action: 'paper-created', outcome: 'failed', target: paper };
  expect(services.activity).toContainEqual(expect.objectContaining(logged));
  await services.kill();
  expect(await finish(id, 'retryFailed')).toMatchObject({ counts: { done: 2 } });
  expect(services.service.papers.size).toBe(2);
});

test('the first delete of a paper fails after status 404, even if the list of papers can’t be updated', async () => {
  const address = services.around.connection.paperApi;
  const { id } = must(await services.deleteReviewed(['p'], { kind: 'delete-papers', address }));
  must(await services.jobs().startNow({ jobId: id }));
  await settle();
  services.around.broken = new Set(['papers']);
  await answer('gone');
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { failed: 1 } });
});

test('a create request that fails with status 500 is not repeated', async () => {
  const { id } = must(await services.createPapers(['A', 'B']));
  await settle();
  await answer('problem');
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { done: 1, failed: 1 } });
  expect(services.service.requests.map(({ about }) => about)).toEqual(['A', 'B']);
});

test('the join links that a job created are kept only in memory, and only until Easel is locked', async () => {
  const { id } = must(await services.mintLinks(['Ada', 'Ben']));
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'done', links: 2 });
  const about = { paperName: '', expiresAt: null };
  expect([...services.jobs().linksOf(id).values()]).toEqual([
    { ...about, name: 'Ada', link: 'https://app.example/room/p?token=token-for-Ada' },
    { ...about, name: 'Ben', link: 'https://app.example/room/p?token=token-for-Ben' },
  ]);
  const shown = JSON.stringify([services.items(id), services.activity, services.published]);
  expect(shown).not.toContain('token-for');
  const { id: late } = must(await services.mintLinks(['Cleo']));
  await settle();
  services.around.isLocked = true;
  services.jobs().lock();
  await services.answerAll();
  expect(services.job(late)).toMatchObject({ counts: { done: 1 } });
  for (const jobId of [id, late]) {
    expect(services.job(jobId)).toMatchObject({ links: 0 });
    expect(services.jobs().linksOf(jobId).size).toBe(0);
  }
});

test('a late response to a stopped job does not end the retry of the job', async () => {
  const { id } = must(await services.mintLinks(['Ada']));
  await settle();
  services.setFree(false);
  const stopped = services.jobs().stop({ jobId: id });
  await services.turn();
  await stopped;
  services.service.answer('lost-after');
  await settle();
  const retried = services.jobs().retryFailed({ jobId: id });
  await services.turn();
  must(await retried);
  services.setFree(true);
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { done: 1, failed: 0 } });
});

test('the user can dismiss a job only after the job has ended', async () => {
  const id = await deleteAll(1);
  expect(await services.jobs().dismiss({ jobId: id })).toMatchObject({ error: { code: 'refused' } });
  must(await services.jobs().cancel({ jobId: id }));
  must(await services.jobs().dismiss({ jobId: id }));
  expect(services.published.at(-1)).toMatchObject({ dismissed: true, job: { id } });
  expect(services.jobs().list()).toEqual([]);
  expect(services.tables.jobs.all()).toEqual([]);
  expect(services.items(id)).toEqual([]);
});

test('a saved job sends nothing after the host of its connection has changed', async () => {
  const id = await deleteAll();
  const { connection } = services.around;
  services.around.connection = { ...connection, boardApi: 'https://other.example' };
  must(await services.jobs().startNow({ jobId: id }));
  await settle();
  const failure = { code: 'refused', message: expect.stringContaining('its addresses changed') as unknown };
  expect(services.job(id)).toMatchObject({ state: 'stopped', failure, counts: { untouched: 20 } });
  expect(services.service.requests).toEqual([]);
});

async function running(count = BOARDS.length): Promise<string> {
  const id = await deleteAll(count);
  must(await services.jobs().startNow({ jobId: id }));
  await settle();
  return id;
}

test('a job that was running when Easel quit waits for the user after the restart', async () => {
  const id = await running();
  expect(services.jobs().unfinished()).toContain('Deleting 20 boards: 0 done.');
  const closing = services.jobs().close();
  await settle();
  const sent = services.service.requests.length;
  await services.answerAll();
  await services.clock.advance(100);
  await closing;
  expect(services.service.requests).toHaveLength(sent);
  expect(services.items(id).filter(({ state }) => state === 'done')).toHaveLength(sent);
  await services.kill();
  expect(services.job(id)).toMatchObject({ state: 'paused', pause: 'restart', counts: { done: sent } });
});

test('papers that a job deletes while Easel closes are marked as deleted', async () => {
  const ids = ['p0', 'p1', 'p2'];
  const { papers } = services.tables;
  for (const id of ids) {
    papers.put(CONNECTION, paperOf(id));
    services.service.papers.set(id, '');
  }
  const address = services.around.connection.paperApi;
  const { id } = must(await services.deleteReviewed(ids, { kind: 'delete-papers', address }));
  must(await services.jobs().startNow({ jobId: id }));
  await settle();
  services.setFree(false);
  const closing = services.jobs().close();
  const closed = closing.then(() => papers.withDeleted(CONNECTION));
  for (const _ of ids) services.service.answer('done');
  await services.clock.advance(25);
  await services.turn();
  expect((await closed).map(({ deletedAt }) => deletedAt)).not.toContain(null);
});

test('a running job pauses after five network failures in a row', async () => {
  const id = await running();
  await answer('not-sent', 5);
  const failure = { code: 'cannot-reach' };
  expect(services.job(id)).toMatchObject({ state: 'paused', pause: 'outage', failure });
  while (services.service.answer('not-sent')) await settle();
  expect(services.job(id)).toMatchObject({ counts: { waiting: 20, failed: 0 } });
  expect(services.service.requests).toHaveLength(5 + services.service.places);
});

test('a running job continues after the service failed to delete one of the boards', async () => {
  const id = await running(3);
  for (let answers = 0; answers < 12; answers += 1) {
    const { pending } = services.service;
    const stuck = pending.findIndex(({ request }) => request.about === 'b0');
    services.service.answer(stuck >= 0 ? 'problem' : 'done', Math.max(0, stuck));
    const other = services.service.pending.findIndex(({ request }) => request.about !== 'b0');
    services.service.answer('done', other);
    await settle();
  }
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { done: 2, failed: 1 } });
});

test('a running job pauses when the service rejects its API key or forbids a request', async () => {
  const id = await running();
  await answer('key-refused');
  const paused = { state: 'paused', pause: 'refused' };
  expect(services.job(id)).toMatchObject({ ...paused, failure: { status: 401 } });
  await services.answerAll();
  must(await services.jobs().resume({ jobId: id }));
  await settle();
  await answer('not-allowed');
  expect(services.job(id)).toMatchObject({ ...paused, counts: { failed: 1 } });
  await services.answerAll();
  expect(await finish(id, 'resume')).toMatchObject({ state: 'done', counts: { done: 19, failed: 1 } });
});

test.each([
  [['dismiss', 'retryFailed'], []],
  [['retryFailed', 'dismiss'], ['held']],
] as const)('of two conflicting actions on a job, only the first succeeds: %j', async (order, states) => {
  const id = await running(1);
  services.service.answer('refused');
  await services.answerAll();
  const [first, second] = await Promise.all(order.map((act) => services.jobs()[act]({ jobId: id })));
  expect([first?.ok, second?.ok]).toEqual([true, false]);
  const left = services.jobs().list();
  expect(left.map(({ state }) => state)).toEqual(states);
  expect(services.tables.jobs.all().map(({ record }) => record.state)).toEqual(states);
  expect(services.service.requests).toHaveLength(1);
});

test.each([
  ['lost-before', 'unknown'],
  ['offline', 'skipped'],
  ['problem', 'skipped'],
] as const)('after “%s”, a delete is not retried if its board is protected: %s', async (ending, state) => {
  const id = await running(1);
  services.protect('b0');
  await answer(ending);
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { [state]: 1 } });
  expect(services.service.requests).toHaveLength(1);
});

test('a delete that got no response has an unknown outcome if its job stops before checking the board', async () => {
  const id = await running();
  await answer('lost-after');
  must(await services.jobs().stop({ jobId: id }));
  await services.answerAll();
  expect(services.job(id).counts).toMatchObject({ unknown: 1, waiting: 0, sending: 0 });
  expect(services.items(id).find(({ targetId }) => targetId === 'b0')).toMatchObject({ state: 'unknown' });
});

test('a refused delete has an unknown outcome if an earlier attempt got no response', async () => {
  const id = await running(2);
  const pending = () => services.service.pending.findIndex(({ request }) => request.about === 'b0');
  await answer('lost-before');
  services.service.answer('refused', pending());
  await services.answerAll();
  expect(services.job(id)).toMatchObject({ state: 'done', counts: { done: 1, unknown: 1 } });
});

test('a running job sends nothing while it can’t save its results', async () => {
  const id = await running();
  services.around.broken = new Set(['jobs']);
  services.service.answer('done');
  await services.clock.advance(200);
  const sent = services.service.requests.length;
  expect(services.job(id)).toMatchObject({ state: 'paused', pause: 'storage', failure: { code: 'storage' } });
  expect(await services.jobs().resume({ jobId: id })).toMatchObject({ error: { code: 'storage' } });
  await services.answerAll();
  expect(services.service.requests).toHaveLength(sent);
  services.around.broken = new Set();
  expect(await finish(id, 'resume')).toMatchObject({ state: 'done', counts: { done: 20 } });
  expect(services.items(id).every(({ state }) => state === 'done')).toBe(true);
});

test('failed deletes of a stopped job can’t be retried before the stop was saved', async () => {
  services.service.places = 1;
  const id = await running(3);
  await answer('refused');
  must(await services.jobs().pause({ jobId: id }));
  await answer('done');
  services.around.broken = new Set(['jobs.putAndLeave']);
  const storage = { error: { code: 'storage' } };
  expect(await services.jobs().stop({ jobId: id })).toMatchObject(storage);
  expect(await services.jobs().retryFailed({ jobId: id })).toMatchObject(storage);
  services.around.broken = new Set();
  must(await services.jobs().retryFailed({ jobId: id }));
  must(await services.jobs().cancel({ jobId: id }));
  expect(services.items(id).map(({ state }) => state)).toEqual(['failed', 'done', 'untouched']);
});

test('the activity log contains an entry for each board that a job deleted', async () => {
  await running();
  await services.answerAll();
  const deleted = services.activity.filter(({ action }) => action === 'board-deleted');
  const ended = deleted.map(({ target, outcome }) => `${target} ${outcome}`);
  expect(ended).toEqual(BOARDS.map((id) => `${id} done`));
  const own = services.activity.map(({ action }) => action).filter((action) => action.startsWith('job'));
  expect(own).toEqual(['job-queued', 'job-started', 'job-ended']);
});

test('the end of a job that took more than 30 s is announced with the number of failures', async () => {
  await running(2);
  await services.clock.advance(31_000);
  services.service.answer('refused');
  await services.clock.advance(25);
  await services.answerAll();
  const sentence = 'Finished deleting 2 boards: 1 deleted, 1 failed.';
  expect(services.announced).toEqual([{ sentence, hasFailures: true }]);
});
