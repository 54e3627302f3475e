import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../main/store/database.ts';
import { noteOf } from '../../unit/main/notes/records.ts';

let store: Store;

beforeEach(async () => {
  store = await openStore(':memory:', { now: 0 });
});

afterEach(() => store.close());

const all = () => store.notes.page('c', '', 100);

test('a tag that is added in another letter case does not change the existing tag', async () => {
  await store.notes.put('c', [noteOf('a', { label: 'A', tags: ['Vip', 'old'] })]);
  await store.notes.stage('c', ['a']);
  const others = { label: null, note: null, customer: null, protected: null };
  await store.notes.change('c', { ...others, addTags: ['new', 'VIP'], removeTags: ['OLD'] }, 200);
  expect((await all())[0]?.tags).toEqual(['Vip', 'new']);
});

test('an imported note without content removes the existing note', async () => {
  await store.notes.put('c', [noteOf('a', { label: 'A' }), noteOf('b', { label: 'B' }), noteOf('d')]);
  await store.notes.put('c', [noteOf('a', { note: 'N' }), noteOf('b')]);
  expect(await all()).toEqual([noteOf('a', { note: 'N' })]);
});
