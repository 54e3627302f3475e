import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '../../../preload/contract/failure.ts';
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

test('a paper without a name is refused at the field, and nothing is sent', async () => {
  await practice.clearRequests();
  const created = await services.call('papers.create', { connectionId, name: '   ', templateId: 'a/b' });
  expect(created).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  if (!created.ok) expect(Object.keys(created.error.fields ?? {})).toEqual(['name', 'templateId']);
  expect((await practice.requests()).counts.createPaper).toBe(0);
});

test('a create whose response is lost is unknown, is sent once, and adds no paper', async () => {
  await practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing' });
  await practice.clearRequests();
  const created = await services.call('papers.create', { connectionId, name: 'Once', templateId: null });
  expect(created).toMatchObject({ ok: false, error: { code: 'outcome-unknown' } });
  expect((await practice.requests()).counts.createPaper).toBe(1);
  expect(await services.call('papers.list', { connectionId })).toEqual({ ok: true, value: [] });
});

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

test('adding a known paper again keeps what its create returned', async () => {
  const created = await services.call('papers.create', { connectionId, name: 'Mine', templateId: null });
  if (!created.ok) throw new Error(created.error.message);
  await services.call('papers.add', { connectionId, pasted: created.value.identifier, name: 'Other' });
  const list = await services.call('papers.list', { connectionId });
  expect(list).toMatchObject({ ok: true, value: [{ name: 'Mine', origin: 'created' }] });
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

test('forgetting a paper sends no request', async () => {
  const created = await services.call('papers.create', {
    connectionId,
    name: 'Kept there',
    templateId: null,
  });
  if (!created.ok) throw new Error(created.error.message);
  await practice.clearRequests();
  await services.call('papers.forget', { connectionId, which: [created.value.identifier] });
  expect((await practice.requests()).counts.deletePaper).toBe(0);
  expect(await services.call('papers.list', { connectionId })).toEqual({ ok: true, value: [] });
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

test('what is written about a paper is in its list, and taken back like that of a board', async () => {
  await services.call('papers.add', { connectionId, pasted: templateId, name: 'Lesson' });
  const change = { note: 'For the fair', customer: 'Acme', addTags: ['exam'] };
  const selection = { kind: 'ids', ids: [templateId] } as const;
  const changed = await services.call('boards.annotate', { connectionId, selection, change });
  if (!changed.ok) throw new Error(changed.error.message);
  services = await services.restart();
  const list = () => services.call('papers.list', { connectionId });
  const local = { label: '', note: 'For the fair', customer: 'Acme', tags: ['exam'], protected: false };
  expect(await list()).toMatchObject({ value: [{ identifier: templateId, local }] });
  const again = await services.call('boards.annotate', { connectionId, selection, change: { note: '' } });
  if (!again.ok) throw new Error(again.error.message);
  await services.call('boards.undo', { connectionId, undoId: again.value.undoId });
  expect(await list()).toMatchObject({ value: [{ local }] });
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

test('a mark as template outlives a restart, adding again and other computers; it is taken back as it was set', async () => {
  await services.call('papers.add', { connectionId, pasted: templateId, name: 'Lesson' });
  await services.call('papers.add', { connectionId, pasted: 'plain', name: 'Plain' });
  const mark = (isTemplate: boolean) =>
    services.call('papers.markTemplates', { connectionId, which: [templateId, 'unknown'], isTemplate });
  expect(await mark(true)).toEqual({ ok: true, value: null });
  services = await services.restart();
  await services.call('papers.add', { connectionId, pasted: templateId, name: 'Again' });
  await services.call('papers.rename', { connectionId, identifier: templateId, name: 'Lesson 2' });
  const marks = async () => {
    const list = await services.call('papers.list', { connectionId });
    return list.ok && new Map(list.value.map(({ name, isTemplate }) => [name, isTemplate]));
  };
  expect(await marks()).toEqual(new Map(Object.entries({ 'Lesson 2': true, Plain: false })));
  await mark(false);
  expect(await marks()).toEqual(new Map(Object.entries({ 'Lesson 2': false, Plain: false })));
  const colleague = `identifier,name,is template\n${templateId},Theirs,yes\nplain,Plain,`;
  expect(
    await services.call('papers.addMany', { connectionId, pasted: colleague, pastedHead: '' }),
  ).toMatchObject({ value: [{ outcome: 'completed' }, { outcome: 'known' }] });
  expect(await marks()).toEqual(new Map(Object.entries({ 'Lesson 2': true, Plain: false })));
});

test('a list is added line by line: what is known stays, what is missing is filled in, and what is wrong is told', async () => {
  const { origin } = practice;
  await services.call('papers.add', { connectionId, pasted: 'known', name: 'Mine' });
  const text = [
    'identifier,name,customer,tags,note,protected',
    'known,Theirs,Acme,exam,,',
    'known,Theirs,,exam,,',
    `${origin}/room/fresh?token=eyJhbGciOi.eyJwYXBlciI6ImYifQ.c2lnbmF0dXJl,'=2+2 العربية 🎲,,,<b>x</b>,yes`,
    'a/b,Wrong,,,,',
  ].join('\n');
  const added = await services.call('papers.addMany', { connectionId, pasted: text, pastedHead: '' });
  expect(added).toMatchObject({
    value: [
      { line: 2, outcome: 'completed' },
      { line: 3, outcome: 'known' },
      { line: 4, outcome: 'added' },
      { line: 5, outcome: 'not-understood' },
    ],
  });
  const list = await services.call('papers.list', { connectionId });
  const fresh = {
    identifier: 'fresh',
    name: '=2+2 العربية 🎲',
    local: { note: '<b>x</b>', protected: true },
  };
  const known = { identifier: 'known', name: 'Mine', local: { customer: 'Acme', tags: ['exam'] } };
  expect(list.ok && list.value.length).toBe(2);
  expect(list).toMatchObject({
    value: expect.arrayContaining([expect.objectContaining({ name: 'Mine' })]) as unknown,
  });
  for (const paper of [fresh, known])
    expect(list.ok && list.value.find(({ identifier }) => identifier === paper.identifier)).toMatchObject(
      paper,
    );
  expect(services.said()).not.toContain('c2lnbmF0dXJl');
  expect(await services.files()).not.toContain('c2lnbmF0dXJl');
});

test('what one computer exports, another one adds, whatever the names; a file is read without its tokens', async () => {
  const names = [
    '=HYPERLINK("x")',
    '"quoted", and; more',
    'two\u202elines',
    '😀',
    '   @SUM  ',
    "'apostrophe",
  ];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const text = names.map((name, at) => `p-${at},${quoted(name)}`).join('\n');
  await services.call('papers.addMany', { connectionId, pasted: text, pastedHead: '' });
  const before = await services.call('papers.list', { connectionId });
  const saved: string[] = [];
  const other = await startServices(undefined, {
    files: {
      choose: () =>
        Promise.resolve(
          ok({
            path: '/x',
            name: 'x.csv',
            text: `${practice.origin}/room/a?token=eyJhbGciOi.eyJwYXBlciI.c2ln,A`,
          }),
        ),
      save: (_purpose, name, written) => {
        saved.push(written);
        return Promise.resolve(ok(name));
      },
    },
  });
  try {
    const there = await other.call('connections.save', draftFor(practice.origin, practice.apiKey));
    if (!there.ok) throw new Error(there.error.message);
    const its = { connectionId: there.value.id };
    expect(await other.call('papers.readList', {})).toEqual({
      ok: true,
      value: { fileName: 'x.csv', text: `${practice.origin}/room/a,A` },
    });
    expect(await other.call('papers.export', { ...its, which: 'all', format: 'csv' })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    await other.call('papers.addMany', { ...its, pasted: text, pastedHead: '' });
    expect(await other.call('papers.export', { ...its, which: 'all', format: 'csv' })).toMatchObject({
      value: { items: 6 },
    });
    await other.call('papers.forget', { ...its, which: names.map((_, at) => `p-${at}`) });
    await other.call('papers.addMany', { ...its, pasted: saved[0] ?? '', pastedHead: '' });
    const after = await other.call('papers.list', its);
    const namesOf = (list: typeof before) => (list.ok ? list.value.map(({ name }) => name).toSorted() : []);
    expect(namesOf(after)).toHaveLength(6);
    expect(namesOf(after)).toEqual(namesOf(before));
  } finally {
    await other.close();
  }
});
