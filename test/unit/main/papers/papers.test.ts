import { beforeEach, expect, test, vi } from 'vitest';
import type { Store } from '../../../../main/store/database.ts';
import { Papers, type PapersOptions } from '../../../../main/papers/papers.ts';
import { Signal } from '../../../../main/lib/signals.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import type { VisitReceipt } from '../../../../preload/contract/papers.ts';
import { paperOf } from '../../../support/paper-of.ts';
import { sharesNothing } from '../../../support/sharing.ts';
import { localStore } from '../connections/local-store.ts';
import { noteOf } from '../notes/records.ts';

const C = 'c';
const UUID = '0b5e0f0a-7c1d-4e2f-9a3b-4c5d6e7f8a9b';

let store: Store;
beforeEach(() => {
  store = localStore();
});

async function papersUnderTest(list = '', notes: Partial<PapersOptions['notes']> = {}) {
  await store.papers.put(C, paperOf('p', { name: 'Before' }));
  const made = {
    identifier: 'made',
    name: 'A',
    source: null,
    raw: '{}',
    otherFields: [],
    templateId: UUID.toUpperCase(),
  };
  const options: Partial<PapersOptions> = {
    register: store.papers,
    sharing: sharesNothing(store.team),
    notes: { ofBoards: () => Promise.resolve([]), take: () => Promise.resolve(ok('')), ...notes },
    files: { choose: () => Promise.resolve(ok({ path: '', name: 'list.csv', text: list })) },
    clean: (text) => text,
    appUrlOf: () => Promise.resolve(ok('https://app.example')),
    apiOf: () => Promise.resolve(ok({ createPaper: () => Promise.resolve(ok(made)) } as never)),
    watchCreate: (_create, send) => send(),
    now: () => 7,
    publish: () => undefined,
  };
  const row = async (id = 'p') =>
    (await store.papers.withDeleted(C)).find(({ identifier }) => identifier === id);
  return { papers: new Papers(options as PapersOptions), row };
}

test('a paper that is deleted while its rename is being saved stays deleted', async () => {
  const { papers, row } = await papersUnderTest();
  await Promise.all([
    papers.rename({ connectionId: C, identifier: 'p', name: 'After' }),
    papers.gone(C, ['p']),
  ]);
  expect(await row()).toMatchObject({ name: 'After', deletedAt: 7 });
});

test('Easel recognises a template in the response to a create request in either letter case of its UUID', async () => {
  const { papers } = await papersUnderTest();
  for (const [templateId, template] of [
    [UUID, 'confirmed'],
    ['other', 'not-confirmed'],
    [null, 'not-confirmed'],
  ] as const)
    expect(await papers.create({ connectionId: C, name: 'A', templateId })).toMatchObject({
      value: { template },
    });
});

test('if a created paper can’t be saved, the failure contains the paper’s identifier', async () => {
  const { papers } = await papersUnderTest();
  Object.assign(store.papers, { made: () => Promise.reject(new Error('the disk is full')) });
  const message = expect.stringContaining('Its identifier is made.') as unknown;
  expect(await papers.create({ connectionId: C, name: 'A', templateId: null })).toMatchObject({
    error: { code: 'outcome-unknown', message },
  });
});

test.each([
  ['Maths\u2028Deleted', 'Maths Deleted'],
  ['\u202eshtaM\u202c', 'shtaM'],
  ['Maths\t\u0000\u2029', 'Maths'],
])('control characters are removed from the name %j of a paper', async (name, cleaned) => {
  const { papers, row } = await papersUnderTest();
  await papers.rename({ connectionId: C, identifier: 'p', name });
  expect(await row()).toMatchObject({ name: cleaned });
  await papers.add({ connectionId: C, pasted: 'new', name });
  expect(await row('new')).toMatchObject({ name: cleaned });
  expect(await papers.rename({ connectionId: C, identifier: 'p', name: '\u2028' })).toMatchObject({
    error: { fields: { name: 'Enter a name.' } },
  });
});

test('adding a list of papers keeps the notes that the user writes while the list is being added', async () => {
  const written = noteOf('p', { note: 'Mine', protected: true });
  const take = vi.fn<PapersOptions['notes']['take']>(() => Promise.resolve(ok('')));
  const { papers } = await papersUnderTest('', { take });
  const pasted = 'identifier,note,customer\np,Listed,Acme\np,Again,Other';
  await papers.addMany({ connectionId: C, pasted, pastedHead: '' });
  const [[, records, merge] = []] = take.mock.calls;
  expect(records?.map((record) => merge?.(written, record))).toEqual([{ ...written, customer: 'Acme' }]);
});

test('adding a list of papers adds no paper whose protection can’t be saved', async () => {
  const { papers, row } = await papersUnderTest('', {
    take: () => Promise.resolve(fail(failure('storage'))),
  });
  await papers.addMany({ connectionId: C, pasted: 'identifier,protected\nnew,yes', pastedHead: '' });
  expect(await row('new')).toBeUndefined();
});

test.each([
  [
    'https://app.example/room/a?token=x.y.z,Maths\nb;"/room/c#token=1"',
    'https://app.example/room/a,Maths\nb;"/room/c"',
  ],
  ['a?b;c', 'a?b;c'],
  ['/room/'.repeat(150_000), '/room/'.repeat(150_000)],
])('the preview of a list of papers omits the query strings of room addresses', async (list, text) => {
  const { papers } = await papersUnderTest(list);
  expect(await papers.readList()).toEqual(ok({ fileName: 'list.csv', text }));
});

test('Easel logs a disk error that prevents saving a paper’s edit time', async () => {
  const { papers } = await papersUnderTest();
  Object.assign(store.papers, { inputLet: () => Promise.reject(new Error('the disk is full')) });
  const receipt = { connectionId: C, target: { kind: 'paper', id: 'p' }, lifted: true } as VisitReceipt;
  const logged = vi.fn();
  const visited = new Signal<[VisitReceipt]>(logged);
  visited.on(papers.visited.bind(papers));
  await visited.tell(receipt).catch(() => undefined);
  expect(logged).toHaveBeenCalledWith(new Error('the disk is full'));
});
