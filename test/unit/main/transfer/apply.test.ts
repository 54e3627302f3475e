import { beforeEach, expect, test } from 'vitest';
import { failure } from '../../../../main/wording/failure.ts';
import type { NoteRecord } from '../../../../main/store/tables/change-note.ts';
import { applyEntry, type Importers } from '../../../../main/transfer/apply.ts';
import { atOnce } from '../../../../main/files/digested-file.ts';
import { mergeLocal } from '../../../../main/transfer/merge-local.ts';
import { planImport } from '../../../../main/transfer/plan.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { noteOf } from '../notes/records.ts';
import { connection, ID } from './sample-file.ts';

let written: (readonly NoteRecord[])[];
/** Whether the record can be written. */
let works: boolean;

beforeEach(() => {
  written = [];
  works = true;
});

const importers: Importers = {
  connections: {
    importRecord: () => Promise.resolve(works ? ok(null) : fail(failure('storage'))),
    remove: () => Promise.resolve(ok({ keysGone: true })),
    inTurn: (work) => work(),
  },
  slots: {
    keys: () => Promise.resolve([]),
    store: () => Promise.resolve(ok(null)),
    remove: () => Promise.resolve(ok(null)),
  },
  register: { put: () => Promise.resolve(), remove: () => Promise.resolve() },
  views: { put: () => Promise.resolve(), remove: () => Promise.resolve() },
  notes: {
    take: (_connectionId, records) => {
      written.push(records);
      return Promise.resolve();
    },
  },
};

const NEWER = { side: 'newer', except: [] } as const;

/** A connection that is here under another name, with a note of a board here, and two of the file. */
function planned() {
  const here = noteOf('a', { label: 'Here', updatedAt: 5 });
  const said = { label: 'File', note: '', tags: [], customer: '', protected: false, updatedAt: 9 };
  const entry = connection({
    notes: [
      { id: 'a', ...said },
      { id: 'b', ...said },
    ],
  });
  const { notes: _, ...record } = connection({ name: 'Other name' });
  const local = atOnce(
    mergeLocal(entry, ID, { papers: new Map(), notes: new Map([['a', here]]), views: [] }, 100),
  );
  const [plan] = planImport([{ connection: entry, target: ID, keys: [], local }], {
    records: [{ ...record, createdAt: 1 }],
    keys: new Map(),
    whyNotAllowed: () => null,
    now: 100,
  });
  if (plan === undefined) throw new Error('no plan');
  return plan;
}

test('notes that are newer in the file are imported', async () => {
  expect(await applyEntry(importers, { ...planned(), before: null }, NEWER)).toEqual(
    ok({ keys: 0, papers: 0, notes: 2, views: 0 }),
  );
  const file = { label: 'File', updatedAt: 9 };
  expect(written).toEqual([[noteOf('a', file), noteOf('b', file)]]);
});

test('an import that fails later restores what was there before it', async () => {
  works = false;
  expect(await applyEntry(importers, { ...planned(), before: null }, NEWER)).toMatchObject({
    ok: false,
    error: { code: 'storage' },
  });
  expect(written.at(-1)).toEqual([
    noteOf('a', { label: 'Here', updatedAt: 5 }),
    noteOf('b', { updatedAt: 0 }),
  ]);
});

test('the names, labels and views of a file are cleaned', () => {
  const query = { find: '', filters: [], order: { by: 'id', descending: false } } as const;
  const note = { id: 'b', note: 'one\u2028two', customer: '\u202eAcme', protected: false, updatedAt: 9 };
  const entry = connection({
    papers: [
      {
        identifier: 'p',
        name: 'Ma\u2028ths',
        source: null,
        templateId: null,
        template: 'none',
        origin: 'added',
        rememberedAt: 1,
        otherFields: [],
        raw: null,
      },
    ],
    notes: [{ ...note, label: 'Les\u2029son', tags: ['a\u202eb'] }],
    views: [{ name: 'Old\u2028ones', query }],
  });
  const here = { papers: new Map(), notes: new Map(), views: [] };
  const { papers, notes, views } = atOnce(mergeLocal(entry, ID, here, 100));
  expect(papers[0]?.merged.theirs?.name).toBe('Ma ths');
  expect(notes[0]?.merged.theirs).toMatchObject({
    label: 'Les son',
    note: 'one\ntwo',
    customer: 'Acme',
    tags: ['ab'],
  });
  expect(views[0]?.merged.theirs?.name).toBe('Old ones');
});
