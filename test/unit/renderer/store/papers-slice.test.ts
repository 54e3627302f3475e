import { expect, test } from 'vitest';
import type { Paper } from '../../../../preload/contract/papers.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { arrangedPapers } from '../../../../renderer/store/papers-slice.ts';
import { createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

function paper(identifier: string, change: Partial<Paper> = {}): Paper {
  return {
    identifier,
    name: `Paper ${identifier}`,
    source: 'api',
    templateId: null,
    template: 'none',
    origin: 'created',
    rememberedAt: 0,
    otherFields: [],
    raw: '{}',
    ...change,
  };
}

/** Newest first: three, two, one. */
const REGISTER = [
  paper('one', { rememberedAt: 1 }),
  paper('two', { rememberedAt: 2 }),
  paper('three', { rememberedAt: 3 }),
];

async function opened(script: Script = {}) {
  const scripted = scriptedBridge({ 'papers.list': () => ok(REGISTER), ...script });
  const store = createAppStore(scripted.bridge);
  await store.getState().openPapers('c1');
  const shown = () => {
    const { papers, paperFind, paperSort } = store.getState();
    return arrangedPapers(papers, paperFind, paperSort).map((each) => each.identifier);
  };
  return { ...scripted, store, shown };
}

test('papers are listed newest first', async () => {
  const { shown } = await opened();
  expect(shown()).toEqual(['three', 'two', 'one']);
});

test('search covers names and identifiers in any case', async () => {
  const { store, shown } = await opened();
  store.getState().findPapers(' PAPER T');
  expect(shown()).toEqual(['three', 'two']);
  store.getState().findPapers('one');
  expect(shown()).toEqual(['one']);
});

test('names sort in natural order', () => {
  const named = ['Week 10', 'week 9', 'Algebra'].map((name) => paper(name, { name }));
  const order = arrangedPapers(named, '', { column: 'name', descending: false });
  expect(order.map((each) => each.name)).toEqual(['Algebra', 'week 9', 'Week 10']);
});

test('a list of papers that could not be read keeps the papers and says why', async () => {
  let tries = 0;
  const { store, shown } = await opened({
    'papers.list': () => {
      tries += 1;
      return tries === 1 ? ok(REGISTER) : failed('storage');
    },
  });
  await store.getState().reloadPapers();
  expect(shown()).toHaveLength(3);
  expect(store.getState().papersFailure?.code).toBe('storage');
});

test('a created paper is shown and selected, even when the search would hide it', async () => {
  const fresh = paper('fresh', { rememberedAt: 9 });
  const { store, shown } = await opened({ 'papers.create': () => ok(fresh) });
  store.getState().findPapers('zzz');
  await store.getState().createPaper('Fresh', null);
  expect(shown()[0]).toBe('fresh');
  expect(store.getState().paperSelected).toBe('fresh');
});

test('a paper added during a reload stays in the list, whatever the reload returns', async () => {
  const early = Promise.withResolvers<Result<readonly Paper[]>>();
  const fresh = paper('fresh', { rememberedAt: 9 });
  const answers = [ok(REGISTER), early.promise, ok([...REGISTER, fresh])];
  const { store, shown } = await opened({
    'papers.list': () => answers.shift() ?? failed('storage'),
    'papers.add': () => ok(fresh),
  });
  const reading = store.getState().reloadPapers();
  await store.getState().addPaper('fresh', 'Fresh');
  early.resolve(ok(REGISTER));
  await reading;
  expect(shown()).toEqual(['fresh', 'three', 'two', 'one']);
  expect(answers).toEqual([]);
});

test('a paper deleted during a reload doesn’t come back', async () => {
  const early = Promise.withResolvers<Result<readonly Paper[]>>();
  const answers = [ok(REGISTER), early.promise, ok(REGISTER.slice(1))];
  const { store, shown } = await opened({ 'papers.list': () => answers.shift() ?? failed('storage') });
  const reading = store.getState().reloadPapers();
  store.getState().paperDeleteEnded('Paper one deleted.', 'one');
  early.resolve(ok(REGISTER));
  await reading;
  expect(shown()).toEqual(['three', 'two']);
});

test('of two reloads the later one counts, whichever finishes first', async () => {
  const first = Promise.withResolvers<Result<readonly Paper[]>>();
  const answers = [ok([]), first.promise, ok(REGISTER)];
  const { store, shown } = await opened({ 'papers.list': () => answers.shift() ?? failed('storage') });
  const reading = store.getState().reloadPapers();
  await store.getState().reloadPapers();
  first.resolve(ok([]));
  await reading;
  expect(shown()).toHaveLength(3);
});

test('a paper added a second time is in the list once', async () => {
  const { store, shown } = await opened({ 'papers.add': () => ok(paper('two', { name: 'Renamed' })) });
  await store.getState().addPaper('two', 'Renamed');
  expect(shown().filter((each) => each === 'two')).toHaveLength(1);
});

test('a refused create gives the failure with its fields and changes nothing', async () => {
  const { store, shown } = await opened({
    'papers.create': () => failed('invalid-input', { fields: { name: 'Too long' } }),
  });
  const result = await store.getState().createPaper('x'.repeat(300), null);
  expect(result).toMatchObject({ ok: false, error: { fields: { name: 'Too long' } } });
  expect(shown()).toHaveLength(3);
});

test('after a delete the next row is selected, in the order shown', async () => {
  const { store, shown } = await opened();
  store.getState().selectPaper('two');
  store.getState().paperDeleteEnded('Paper two deleted.', 'two');
  expect(shown()).toEqual(['three', 'one']);
  expect(store.getState().paperSelected).toBe('one');
  store.getState().paperDeleteEnded('Paper one deleted.', 'one');
  expect(store.getState().paperSelected).toBe('three');
  expect(store.getState().papersNotice).toEqual({ kind: 'delete', text: 'Paper one deleted.' });
});

test('forgetting deletes nothing at the service and keeps the identifier at hand', async () => {
  const { store, shown, calls } = await opened({ 'papers.forget': () => ok(null) });
  await store.getState().forgetPaper('three');
  expect(shown()).toEqual(['two', 'one']);
  expect(calls.map((call) => call.channel)).not.toContain('jobs.deleteOne');
  expect(store.getState().papersNotice).toMatchObject({ kind: 'forgotten', paper: { identifier: 'three' } });
});

test('a response for a connection that was left is ignored', async () => {
  const reply = Promise.withResolvers<void>();
  const { store, shown } = await opened({
    'papers.list': async ({ connectionId }) => {
      if (connectionId === 'slow') await reply.promise;
      return ok(connectionId === 'slow' ? [paper('late')] : REGISTER);
    },
  });
  const slow = store.getState().openPapers('slow');
  await store.getState().openPapers('c1');
  reply.resolve();
  await slow;
  expect(shown()).toEqual(['three', 'two', 'one']);
});
