import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { deleteNow } from '../../support/delete-now.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let connectionId: string;
let templateId: string;

beforeEach(async () => {
  practice = await startPractice();
  services = await startServices();
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
  templateId = practice.samplePapers[0]?.identifier ?? '';
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

test('a paper created from a template has the template confirmed, and is listed after a restart', async () => {
  const created = await services.call('papers.create', { connectionId, name: ' Lesson 5 ', templateId });
  expect(created).toMatchObject({
    ok: true,
    value: { name: 'Lesson 5', source: 'api', templateId, template: 'confirmed', origin: 'created' },
  });
  services = await services.restart();
  const list = await services.call('papers.list', { connectionId });
  expect(list).toMatchObject({ ok: true, value: [{ name: 'Lesson 5', template: 'confirmed' }] });
});

test.each(['other-template', 'no-template'] as const)(
  'a template returned as %s is not confirmed',
  async (variant) => {
    await practice.faults.set('createPaper', { kind: 'create-paper-shape', variant });
    const created = await services.call('papers.create', { connectionId, name: 'Copy', templateId });
    expect(created).toMatchObject({ ok: true, value: { template: 'not-confirmed' } });
  },
);

test('a paper is added by its room address, without the token in it', async () => {
  const pasted = `${practice.origin}/room/${templateId}?token=aaaaaaaaaa.bbbbbbbbbb.cccccccccc`;
  const added = await services.call('papers.add', { connectionId, pasted, name: 'From a link' });
  expect(added).toMatchObject({
    ok: true,
    value: { identifier: templateId, name: 'From a link', origin: 'added' },
  });
  expect(services.said()).not.toContain('bbbbbbbbbb');
  expect(await services.files()).not.toContain('bbbbbbbbbb');
});

test('a paper that the service doesn’t know stays on this computer: it can’t be looked for', async () => {
  const created = await services.call('papers.create', {
    connectionId,
    name: 'Sales call',
    templateId: null,
  });
  if (!created.ok) throw new Error(created.error.message);
  const paper = { kind: 'paper', id: created.value.identifier } as const;
  await practice.faults.set('deletePaper', { kind: 'status', status: 404, body: { message: 'Unknown.' } });
  const deleted = await deleteNow(services, connectionId, paper);
  expect(deleted).toMatchObject({
    value: { job: { state: 'done' }, item: { state: 'failed', status: 404 } },
  });
  expect(deleted.ok && deleted.value.item.message).toMatch(/^The service says: “Unknown.” .*may be gone/u);
  expect(await services.call('papers.list', { connectionId })).toMatchObject({
    value: [{ name: 'Sales call' }],
  });
});

test('a deleted paper is told as such only after the service has confirmed, and stays until it is taken out', async () => {
  const created = await services.call('papers.create', {
    connectionId,
    name: 'Short-lived',
    templateId: null,
  });
  if (!created.ok) throw new Error(created.error.message);
  const paper = { kind: 'paper', id: created.value.identifier } as const;
  await practice.faults.set('deletePaper', { kind: 'status', status: 422, times: 1 });
  const refused = { job: { state: 'done' }, item: { name: 'Short-lived', state: 'failed', status: 422 } };
  expect(await deleteNow(services, connectionId, paper)).toMatchObject({ ok: true, value: refused });
  const list = () => services.call('papers.list', { connectionId });
  expect(await list()).toMatchObject({ ok: true, value: [{ deletedAt: null }] });
  const deleted = { job: { state: 'done' }, item: { state: 'done', status: 200 } };
  expect(await deleteNow(services, connectionId, paper)).toMatchObject({ ok: true, value: deleted });
  const gone = { name: 'Short-lived', deletedAt: expect.any(Number) as number };
  await expect.poll(list).toMatchObject({ ok: true, value: [gone] });
  services = await services.restart();
  expect(await list()).toMatchObject({ ok: true, value: [gone] });
  await services.call('papers.add', { connectionId, pasted: templateId, name: '' });
  await services.call('papers.forget', { connectionId, which: 'deleted' });
  expect(await list()).toMatchObject({ ok: true, value: [{ identifier: templateId }] });
});

test('a paper is renamed on this computer only, and keeps its new name after a restart', async () => {
  await services.call('papers.add', { connectionId, pasted: templateId, name: '' });
  await practice.clearRequests();
  const renamed = await services.call('papers.rename', {
    connectionId,
    identifier: templateId,
    name: ' Lesson 5 ',
  });
  expect(renamed).toMatchObject({ ok: true, value: { name: 'Lesson 5', origin: 'added' } });
  expect((await practice.requests()).log).toEqual([]);
  services = await services.restart();
  const list = await services.call('papers.list', { connectionId });
  expect(list).toMatchObject({ ok: true, value: [{ name: 'Lesson 5' }] });
  expect(
    await services.call('papers.rename', { connectionId, identifier: templateId, name: '  ' }),
  ).toMatchObject({
    error: { fields: { name: 'Enter a name.' } },
  });
  expect(
    await services.call('papers.rename', { connectionId, identifier: 'unknown', name: 'X' }),
  ).toMatchObject({
    error: { code: 'not-found' },
  });
});

test('a protected paper is not deleted, not even where a delete of it is held already', async () => {
  await services.call('papers.add', { connectionId, pasted: templateId, name: 'Master' });
  const target = { kind: 'paper', id: templateId } as const;
  const protect = (isProtected: boolean) =>
    services.call('boards.annotate', {
      connectionId,
      selection: { kind: 'ids', ids: [templateId] },
      change: { protected: isProtected },
    });
  await protect(true);
  expect(await services.call('jobs.deleteOne', { connectionId, target })).toMatchObject({
    error: { code: 'refused', message: 'This paper is protected.' },
  });
  await protect(false);
  const held = await services.call('jobs.deleteOne', { connectionId, target });
  if (!held.ok) throw new Error(held.error.message);
  await protect(true);
  await services.call('jobs.startNow', { jobId: held.value.id });
  const items = () => services.call('jobs.items', { jobId: held.value.id, from: 0, count: 1, state: null });
  await expect.poll(items).toMatchObject({ value: { items: [{ state: 'skipped' }] } });
  expect((await practice.requests()).counts.deletePaper).toBe(0);
});
