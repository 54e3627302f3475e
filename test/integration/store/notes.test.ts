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

describe('notes', () => {
  beforeEach(() =>
    store.notes.put('c', [
      noteOf('a', { label: 'A', tags: ['Vip', 'old'] }),
      noteOf('b', { protected: true }),
    ]),
  );

  test('a tag that is added in another letter case does not change the existing tag', async () => {
    await change(['a'], { addTags: ['new', 'VIP'], removeTags: ['OLD'] });
    expect((await all())[0]?.tags).toEqual(['Vip', 'new']);
  });
});

test('an imported note without content removes the existing note', async () => {
  await store.notes.put('c', [noteOf('a', { label: 'A' }), noteOf('b', { label: 'B' }), noteOf('d')]);
  await store.notes.put('c', [noteOf('a', { note: 'N' }), noteOf('b')]);
  expect(await all()).toEqual([noteOf('a', { note: 'N' })]);
});
