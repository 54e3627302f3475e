import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../../main/store/database.ts';
import type { NoteChange } from '../../../main/store/tables/change-note.ts';
import { noteOf } from '../../unit/main/notes/records.ts';

let store: Store;

beforeEach(async () => {
  store = await openStore(':memory:', { now: 0 });
});

afterEach(() => store.close());

const NOTHING: NoteChange = {
  label: null,
  note: null,
  customer: null,
  addTags: [],
  removeTags: [],
  protected: null,
};

async function change(boardIds: readonly string[], part: Partial<NoteChange>, at = 200) {
  await store.notes.stage('c', boardIds);
  return store.notes.change('c', { ...NOTHING, ...part }, at);
}

const all = () => store.notes.page('c', '', 100);

describe('a change', () => {
  beforeEach(() =>
    store.notes.put('c', [
      noteOf('a', { label: 'A', tags: ['Vip', 'old'] }),
      noteOf('b', { protected: true }),
    ]),
  );

  test('removes tags before it adds others, ignoring case, and keeps their order', async () => {
    await change(['a'], { addTags: ['new', 'VIP'], removeTags: ['OLD'] });
    expect((await all())[0]?.tags).toEqual(['Vip', 'new']);
  });

  test('that gives a board more than 50 tags changes nothing', async () => {
    const many = Array.from({ length: 49 }, (_, index) => `t${index}`);
    const before = await all();
    expect(await change(['a', 'b'], { addTags: many })).toBeNull();
    expect(await all()).toEqual(before);
    await store.notes.letGo('c');
    expect(await change(['b'], { addTags: many })).toBe(1);
  });

  test('is undone with its dates, and redone', async () => {
    const before = await all();
    await change(['a', 'b', 'd'], { label: 'New', protected: false });
    const after = await all();
    expect(await store.notes.swap('c')).toBe(3);
    expect(await all()).toEqual(before);
    await store.notes.swap('c');
    expect(await all()).toEqual(after);
  });
});

test('notes of one connection don’t appear in another', async () => {
  await store.notes.put('c', [noteOf('a', { label: 'Ours' })]);
  await store.notes.put('other', [noteOf('a', { label: 'Theirs' })]);
  await store.notes.removeAll('c');
  expect(await store.notes.count('c')).toBe(0);
  expect(await store.notes.ofBoards('other', ['a', 'x'])).toEqual([noteOf('a', { label: 'Theirs' })]);
});

test('imported notes replace existing ones, and empty ones are removed', async () => {
  await store.notes.put('c', [noteOf('a', { label: 'A' }), noteOf('b', { label: 'B' }), noteOf('d')]);
  await store.notes.put('c', [noteOf('a', { note: 'N' }), noteOf('b')]);
  expect(await all()).toEqual([noteOf('a', { note: 'N' })]);
});
