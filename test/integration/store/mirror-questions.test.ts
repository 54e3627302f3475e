import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { BoardItem } from '../../../main/service/types.ts';
import type { RowFilter, RowNotes, RowQuery } from '../../../preload/contract/boards.ts';
import { dose } from '../../support/nightly.ts';
import { done } from '../../support/steps.ts';
import { answerTo, furtherOf, type ModelBoard } from './mirror-model.ts';
import { append, complete, NOW } from './mirror-parts.ts';
import { openMirrorServices, type MirrorServices } from './mirror-services.ts';

/** Characters that are hard to search, such as wildcards, accents, and letters with a longer lower case. */
const LETTERS = ['e\u0301', '👩‍🚀', ...Array.from('aAbcik1-%_"\'\\ *\n\0éΩΣİKßש\u200f😀')];
const word = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 6 })
  .map((characters) => characters.join('').trim())
  .filter((text) => text !== '');
const id = fc.oneof(
  word,
  fc
    .array(fc.constantFrom('a', 'B', '\u0001', '1'), { minLength: 1, maxLength: 4 })
    .map((all) => all.join('')),
);
const FIELD_NAMES = ['status', 'size', 'né', '$', '[0]', 'x.y', '0'] as const;
const fieldName = fc.constantFrom(...FIELD_NAMES);
const fieldValue = fc.oneof(
  word,
  fc.constantFrom<unknown>('', true, false, null, 0, 7, 12.5, -3, 1e21, { a: 1 }, ['x', 2]),
);
const time = fc.oneof(
  fc.constantFrom(null, 0, NOW, NOW - 90 * 86_400_000, Date.UTC(2025, 0, 31, 23, 59, 59, 999)),
  fc.integer({ min: -NOW, max: NOW }),
);
const drawnLocal = fc.record({
  label: fc.oneof(fc.constant(''), word),
  note: fc.oneof(fc.constant(''), word),
  tags: fc.uniqueArray(word, { maxLength: 3, selector: (tag) => tag.toLowerCase() }),
  customer: fc.oneof(fc.constant(''), word),
  protected: fc.boolean(),
});
const drawnBoard = fc.record({
  id: fc.option(id, { freq: 8 }),
  time: fc.option(fc.record({ raw: word, ms: time }), { freq: 6 }),
  fields: fc.dictionary(fieldName, fieldValue, { maxKeys: 3, noNullPrototype: true }),
  vanishes: fc.boolean(),
  local: fc.option(drawnLocal),
  madeHere: fc.boolean(),
  previewedAt: fc.option(fc.integer({ min: 1, max: NOW })),
});
const drawnList = fc.uniqueArray(drawnBoard, { maxLength: 14, selector: (board) => board.id ?? board });

const mark = fc.constantFrom(
  'labelled',
  'tagged',
  'protected',
  'previewed',
  'made-here',
  'vanished',
  'dated',
);
const moment = fc.integer({ min: 0, max: NOW });
const exact = { exact: fc.constant(true) };
const filter: fc.Arbitrary<RowFilter> = fc.oneof(
  fc.record({ kind: fc.constant('created'), from: fc.option(moment), to: fc.option(moment) }),
  fc.record({ kind: fc.constantFrom('older-than', 'newer-than'), days: fc.constantFrom(1, 90, 9000) }),
  fc.record({ kind: fc.constant('mark'), mark, is: fc.boolean() }),
  fc.record({ kind: fc.constant('tag'), tag: word, ...exact }, { requiredKeys: ['kind', 'tag'] }),
  fc.record(
    { kind: fc.constant('customer'), customer: word, ...exact },
    { requiredKeys: ['kind', 'customer'] },
  ),
  fc.record({ kind: fc.constant('id-prefix'), prefix: id }),
  fc.record({
    kind: fc.constant('field'),
    name: fieldName,
    text: fc.oneof(word, fc.constantFrom('tru', '1', '{"')),
  }),
);
const order = fc.record({
  by: fc.oneof(
    fc.constantFrom('created', 'id', 'label', 'customer'),
    fieldName.map((name) => `field:${name}` as const),
  ),
  descending: fc.boolean(),
});
/** Random query. `piece` selects a board, one of its texts, and the part of that text to search for. */
const drawnQuery = fc.record({
  filters: fc.array(filter, { maxLength: 2 }),
  order,
  find: fc.option(word, { freq: 3 }),
  piece: fc.option(fc.tuple(fc.nat(), fc.nat(), fc.nat(4), fc.integer({ min: 1, max: 5 }))),
});

type Drawn<T> = T extends fc.Arbitrary<infer V> ? V : never;

function modelOf(list: Drawn<typeof drawnList>): readonly ModelBoard[] {
  return list.map((each, written) => {
    const raw = {
      ...each.fields,
      // Adds a unique field to boards without an id, because the store identifies such boards by their JSON text.
      ...(each.id === null ? { nth: [written] } : { room_id: each.id }),
      ...(each.time === null ? {} : { created_at: each.time.raw }),
    };
    const text = written % 2 === 0 ? JSON.stringify(raw) : oddly(raw);
    return {
      written,
      key: each.id === null ? `?${text}` : `=${each.id}`,
      id: each.id,
      createdRaw: each.time?.raw ?? null,
      createdMs: each.time?.ms ?? null,
      raw,
      text,
      vanishedAt: each.vanishes ? NOW : null,
      local: each.local !== null && each.id !== null ? localOf(each.local) : null,
      madeHere: each.id !== null && each.madeHere,
      previewedAt: each.id === null ? null : each.previewedAt,
    };
  });
}

function oddly(raw: Readonly<Record<string, unknown>>): string {
  const escaped = (text: string): string =>
    `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
  const members = Object.entries(raw).map(
    ([name, value]) =>
      `${escaped(name)} :\t${typeof value === 'string' ? escaped(value) : JSON.stringify(value)}`,
  );
  return `{ ${members.join(' , ')}}`;
}

function localOf(local: RowNotes): RowNotes | null {
  const says = local.label + local.note + local.customer !== '' || local.tags.length > 0 || local.protected;
  return says ? local : null;
}

function itemOf({ id: boardId, createdRaw, createdMs, text }: ModelBoard): BoardItem {
  const created = createdRaw === null ? null : { raw: createdRaw, epochMs: createdMs, assumedUtc: false };
  return { id: boardId, created, raw: text };
}

function queryOf(drawn: Drawn<typeof drawnQuery>, model: readonly ModelBoard[]): RowQuery {
  const { filters, order: by, piece } = drawn;
  let find = drawn.find ?? '';
  if (piece !== null && model.length > 0) {
    const board = model[piece[0] % model.length];
    const local = board?.local;
    const texts = [
      board?.id ?? '',
      ...(local ? [local.label, local.note, ...local.tags, local.customer] : []),
      ...(board === undefined ? [] : furtherOf(board).map(([, value]) => value)),
    ];
    find = [...(texts[piece[1] % texts.length] ?? '')].slice(piece[2], piece[2] + piece[3]).join('');
  }
  return { find, filters, order: by };
}

let services: MirrorServices;

beforeEach(() => {
  services = openMirrorServices();
});

function note(connectionId: string, model: readonly ModelBoard[]): void {
  for (const { id: boardId, local, madeHere, previewedAt } of model) {
    if (boardId === null) continue;
    if (local !== null) services.tables.notes.put(connectionId, [{ boardId, ...local, updatedAt: 1 }]);
    if (madeHere) services.tables.boardFacts.made(connectionId, [boardId], 1);
    if (previewedAt !== null) services.tables.boardFacts.previewed(connectionId, boardId, previewedAt);
  }
  services.noted(connectionId);
}

function fill(connectionId: string, model: readonly ModelBoard[]): void {
  for (const items of [model, model.filter(({ vanishedAt }) => vanishedAt === null)]) {
    const run = services.boards.begin(connectionId);
    append(services.boards, run, items.map(itemOf), connectionId);
    services.boards.finish(connectionId, run, complete());
  }
  note(connectionId, model);
}

function keysOf(connectionId: string, query: RowQuery): readonly string[] {
  const request = { connectionId, from: 0, count: 1000, query, fields: [] };
  const { rows, matching } = done(services.boards.window(request));
  expect(matching).toBe(rows.length);
  return rows.map(({ rowKey }) => rowKey);
}

const DRAWS = { seed: 20261121, numRuns: dose(80, 15) };
const fortyQueries = fc.array(drawnQuery, { minLength: 40, maxLength: 40 });

let lists = 0;

function nextConnection(): string {
  services.boards.forget(`connection ${lists}`);
  lists += 1;
  return `connection ${lists}`;
}

test('queries of the local board mirror return the same rows as a simple filter in memory', () => {
  fc.assert(
    fc.property(drawnList, fortyQueries, (drawnBoards, queries) => {
      const connectionId = nextConnection();
      const model = modelOf(drawnBoards);
      fill(connectionId, model);
      for (const one of queries) {
        const query = queryOf(one, model);
        const said = JSON.stringify(query);
        expect(keysOf(connectionId, query), said).toEqual(answerTo(model, query, NOW));
      }
    }),
    DRAWS,
  );
});
