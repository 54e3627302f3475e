import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BoardQuery } from '../../../../preload/contract/boards.ts';
import { Views } from '../../../../main/notes/views.ts';
import { failure } from '../../../../main/wording/failure.ts';
import { openStore, type Store } from '../../../../main/store/database.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';

/** A Saturday. */
const NOW = new Date(2026, 10, 21, 9, 41).getTime();
const QUERY: BoardQuery = {
  find: 'acme',
  filters: [{ kind: 'tag', tag: 'school' }],
  order: { by: 'label', descending: false },
};

let store: Store;
let views: Views;

beforeEach(async () => {
  store = await openStore(':memory:', { now: 0 });
  views = new Views({
    store,
    recordOf: (id) => Promise.resolve(id === 'gone' ? fail(failure('not-found')) : ok({ id } as never)),
    now: () => NOW,
  });
});
afterEach(() => store.close());

const save = (name: string, id: string | null = null) =>
  views.save({ connectionId: 'c', id, name, query: QUERY });
const names = async () => must(await views.list({ connectionId: 'c' })).map(({ name }) => name);
const BUILT_IN = ['Older than 90 days', 'Without a label', 'Created this week', 'Vanished'];

describe('views', () => {
  test('list Easel’s first, then the person’s by name', async () => {
    must(await save('Schools'));
    must(await save('  acme   lessons '));
    expect(await names()).toEqual([...BUILT_IN, 'acme lessons', 'Schools']);
    expect(must(await views.list({ connectionId: 'other' })).map(({ builtIn }) => builtIn)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(must(await views.list({ connectionId: 'c' })).at(-1)).toMatchObject({
      query: QUERY,
      builtIn: false,
    });
  });

  test('count weeks from Monday', async () => {
    const week = must(await views.list({ connectionId: 'c' }))[2];
    const monday = new Date(2026, 10, 16).getTime();
    expect(week?.query.filters).toEqual([{ kind: 'created', from: monday, to: null }]);
  });

  test('are updated in place when they have an id', async () => {
    const id = must(await save('Schools')).at(-1)?.id ?? '';
    const changed = await views.save({
      connectionId: 'c',
      id,
      name: 'Schools',
      query: { ...QUERY, find: '' },
    });
    expect(must(changed).slice(4)).toEqual([
      { id, name: 'Schools', query: { ...QUERY, find: '' }, builtIn: false },
    ]);
    expect(await save('Other', 'no such id')).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await views.save({ connectionId: 'd', id, name: 'Mine', query: QUERY })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
  });

  test.each([
    ['empty', '', 'Enter a name.'],
    ['blank', '  ', 'Enter a name.'],
    ['too long', 'x'.repeat(81), 'Use at most 80 characters.'],
    ['of control characters', 'a\u0007b', 'Use letters, digits and signs only.'],
    ['one’s own already', 'SCHOOLS', 'Another view already has this name.'],
    ['a built-in one’s', 'vanished', 'Another view already has this name.'],
  ])('a name that is %s is refused', async (_, name, sentence) => {
    must(await save('Schools'));
    expect(await save(name)).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', fields: { name: sentence } },
    });
  });

  test('a name is cleaned of line separators and bidi overrides', async () => {
    expect(must(await save('Old\u2028sch\u202eools')).at(-1)?.name).toBe('Old schools');
  });

  test('of Easel’s own can’t be changed or removed', async () => {
    const id = must(await views.list({ connectionId: 'c' }))[0]?.id ?? '';
    expect(await save('Mine', id)).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(await views.remove({ connectionId: 'c', id })).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
  });

  test('stay gone once removed', async () => {
    const id = must(await save('Schools')).at(-1)?.id ?? '';
    must(await views.remove({ connectionId: 'other', id }));
    expect(await names()).toContain('Schools');
    for (let times = 0; times < 2; times += 1) {
      expect(must(await views.remove({ connectionId: 'c', id }))).toHaveLength(4);
    }
  });

  test('of papers are apart from those of boards, and so are their columns', async () => {
    const ofPapers = { connectionId: 'c', of: 'paper' } as const;
    must(await save('Schools'));
    const mine = must(await views.save({ ...ofPapers, id: null, name: 'schools', query: QUERY }));
    const builtIn = ['Templates', 'Older than 90 days', 'Added this week', 'Deleted'];
    expect(mine.map(({ name }) => name)).toEqual([...builtIn, 'schools']);
    expect(await names()).toEqual([...BUILT_IN, 'Schools']);
    const taken = await views.save({ ...ofPapers, id: null, name: 'templates', query: QUERY });
    expect(taken).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    const id = mine.at(-1)?.id ?? '';
    expect(must(await views.remove({ ...ofPapers, id })).map(({ name }) => name)).toEqual(builtIn);
    const [label, used] = [
      { id: 'label', width: 90 },
      { id: 'used', width: null },
    ];
    must(await views.setColumns({ connectionId: 'c', columns: [label] }));
    must(await views.setColumns({ ...ofPapers, columns: [used, { id: 'mood', width: null }] }));
    const layout = must(await views.layout({ connectionId: 'c' }));
    expect(layout).toMatchObject({ columns: [label], paperColumns: [used] });
  });

  test('are limited to 200', async () => {
    const view = { connectionId: 'c', of: 'board', query: JSON.stringify(QUERY), createdAt: 1 } as const;
    for (let id = 0; id < 200; id += 1) await store.views.put({ ...view, id: `${id}`, name: `View ${id}` });
    expect(await save('One more')).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect((await save('Another name', '7')).ok).toBe(true);
  });

  test('with an outdated query are dropped, without harm to others', async () => {
    const view = { connectionId: 'c', of: 'board', createdAt: 1 } as const;
    const later = { ...QUERY, filters: [{ kind: 'mood', is: 'good' }] };
    await store.views.put({ ...view, id: '1', name: 'Later', query: JSON.stringify(later) });
    await store.views.put({ ...view, id: '2', name: 'Broken', query: '{' });
    must(await save('Schools'));
    expect(await names()).toEqual([...BUILT_IN, 'Schools']);
  });

  test('need an existing connection', async () => {
    const gone = { ok: false, error: { code: 'not-found' } };
    expect(await views.list({ connectionId: 'gone' })).toMatchObject(gone);
    expect(await views.save({ connectionId: 'gone', id: null, name: 'A', query: QUERY })).toMatchObject(gone);
    expect(
      await views.setColumns({ connectionId: 'gone', columns: [{ id: 'id', width: null }] }),
    ).toMatchObject(gone);
  });
});

describe('columns', () => {
  const columns = async () => must(await views.layout({ connectionId: 'c' })).columns;

  test('are empty for each connection until somebody chooses', async () => {
    const chosen = [
      { id: 'created', width: 120 },
      { id: 'field:owner', width: null },
    ];
    expect(await columns()).toEqual([]);
    expect(must(await views.setColumns({ connectionId: 'c', columns: chosen }))).toEqual(chosen);
    expect(await columns()).toEqual(chosen);
    expect(must(await views.layout({ connectionId: 'other' })).columns).toEqual([]);
  });

  test('that Easel doesn’t know are dropped, and duplicates too', async () => {
    const ids = ['id', 'mood', 'label', 'id', 'field:', 'field:x'];
    const kept = must(
      await views.setColumns({ connectionId: 'c', columns: ids.map((id) => ({ id, width: null })) }),
    );
    expect(kept.map(({ id }) => id)).toEqual(['id', 'label', 'field:x']);
  });

  test('can’t be all hidden', async () => {
    expect(
      await views.setColumns({ connectionId: 'c', columns: [{ id: 'mood', width: null }] }),
    ).toMatchObject({
      ok: false,
      error: { code: 'invalid-input' },
    });
  });

  test.each(['{', '[]', '[{"id":"mood","width":null}]', '[{"id":"id","width":1}]'])(
    'are reset when %s was stored',
    async (text) => {
      await store.layouts.put('c', { columns: text, paperColumns: text, last: '{}' });
      expect(await columns()).toEqual([]);
    },
  );
});

describe('what was in front', () => {
  const last = async () => must(await views.layout({ connectionId: 'c' })).last;

  test('is kept part by part, and changes no columns', async () => {
    const columns = [{ id: 'label', width: 90 }];
    must(await views.setColumns({ connectionId: 'c', columns }));
    must(await views.keepLast({ connectionId: 'c', last: { screen: 'papers', inspector: false } }));
    must(await views.keepLast({ connectionId: 'c', last: { screen: 'home' } }));
    expect(must(await views.layout({ connectionId: 'c' }))).toEqual({
      columns,
      paperColumns: [],
      last: { screen: 'home', inspector: false },
    });
  });

  test('is kept for a connection that is there, and for no other', async () => {
    const gone = await views.keepLast({ connectionId: 'gone', last: { screen: 'home' } });
    expect(gone).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  test.each(['{', '[]', '{"screen":"attic"}', '{"boards":{"filters":[]}}', '{"mood":"good"}'])(
    'is nothing when %s was stored',
    async (text) => {
      await store.layouts.put('c', { columns: '[]', paperColumns: '[]', last: text });
      expect(await last()).toEqual({});
    },
  );
});
