import { beforeEach, expect, test } from 'vitest';
import type { RowQuery } from '../../../../preload/contract/boards.ts';
import { localStore } from '../connections/local-store.ts';
import { viewCalls } from '../../../../main/notes/views.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import { sharesNothing } from '../../../support/sharing.ts';

const NOW = new Date(2026, 10, 21, 9, 41).getTime();
const QUERY: RowQuery = {
  find: 'acme',
  filters: [{ kind: 'tag', tag: 'school' }],
  order: { by: 'label', descending: false },
};

let views: ReturnType<typeof viewCalls>;

beforeEach(() => {
  const store = localStore();
  views = viewCalls({
    store,
    sharing: sharesNothing(store.team),
    recordOf: (id) => Promise.resolve(id === 'gone' ? fail(failure('not-found')) : ok({ id } as never)),
    now: () => NOW,
  });
});

const save = (name: string, id: string | null = null) =>
  views.save.run({ connectionId: 'c', id, name, query: QUERY });
const names = async () => must(await views.list.run({ connectionId: 'c' })).map(({ name }) => name);
const BUILT_IN = ['Older than 90 days', 'Without a label', 'Created this week', 'No longer listed'];

test('built-in views are listed before saved views, which are sorted by name', async () => {
  must(await save('Schools'));
  must(await save('  acme   lessons '));
  expect(await names()).toEqual([...BUILT_IN, 'acme lessons', 'Schools']);
  const others = must(await views.list.run({ connectionId: 'other' }));
  expect(others.map(({ builtIn }) => builtIn)).toEqual([true, true, true, true]);
  expect(must(await views.list.run({ connectionId: 'c' })).at(-1)).toMatchObject({
    query: QUERY,
    builtIn: false,
  });
});

test('saving a view again without its cleanup rule removes the cleanup rule', async () => {
  const rule = { days: 90, most: 200 };
  const add = { connectionId: 'c', id: null, name: 'Trial', query: QUERY, rule };
  const added = must(await views.save.run(add)).at(-1);
  expect(added).toMatchObject({ name: 'Trial', query: QUERY, rule });
  expect(must(await save('Trial', added?.id)).at(-1)).not.toHaveProperty('rule');
});

test('a view can’t be saved with an invalid name or the name of another view', async () => {
  must(await save('Schools'));
  const wrong = {
    '  ': 'Enter a name.',
    ['x'.repeat(81)]: 'Use at most 80 characters.',
    SCHOOLS: 'Another view already has this name.',
    'no longer listed': 'Another view already has this name.',
  };
  for (const [name, sentence] of Object.entries(wrong)) {
    expect(await save(name)).toMatchObject({
      error: { code: 'invalid-input', fields: { name: sentence } },
    });
  }
});

test('built-in views can’t be changed or removed', async () => {
  const id = must(await views.list.run({ connectionId: 'c' }))[0]?.id ?? '';
  expect(await save('Mine', id)).toMatchObject({ error: { code: 'refused' } });
  expect(await views.remove.run({ connectionId: 'c', id })).toMatchObject({ error: { code: 'refused' } });
});

test('saved views and columns of papers are separate from those of boards', async () => {
  const ofPapers = { connectionId: 'c', of: 'paper' } as const;
  must(await save('Schools'));
  const mine = must(await views.save.run({ ...ofPapers, id: null, name: 'schools', query: QUERY }));
  const builtIn = ['Templates', 'Older than 90 days', 'Added this week', 'Deleted'];
  expect(mine.map(({ name }) => name)).toEqual([...builtIn, 'schools']);
  expect(await names()).toEqual([...BUILT_IN, 'Schools']);
  const taken = await views.save.run({ ...ofPapers, id: null, name: 'templates', query: QUERY });
  expect(taken).toMatchObject({ error: { code: 'invalid-input' } });
  const id = mine.at(-1)?.id ?? '';
  expect(must(await views.remove.run({ ...ofPapers, id })).map(({ name }) => name)).toEqual(builtIn);
  const [label, used] = [
    { id: 'label', width: 90 },
    { id: 'used', width: null },
  ];
  must(await views.setColumns.run({ connectionId: 'c', columns: [label] }));
  must(await views.setColumns.run({ ...ofPapers, columns: [used] }));
  const layout = must(await views.layout.run({ connectionId: 'c' }));
  expect(layout).toMatchObject({ columns: [label], paperColumns: [used] });
});
