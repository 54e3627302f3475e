import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { RowQuery } from '../../../preload/contract/boards.ts';
import { drawnList, drawnQuery, itemOf, modelOf, queryOf } from './mirror-draws.ts';
import { openMirrorServices, type MirrorServices } from './mirror-services.ts';
import { answerTo, type ModelBoard } from './mirror-model.ts';
import { append, complete, NOW } from './mirror-parts.ts';
import { dose } from '../../support/nightly.ts';
import { done } from '../../support/steps.ts';

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

/** Number of random board lists to test with 40 queries each. `EASEL_DRAWN_LISTS` overrides the number. */
const drawn = process.env['EASEL_DRAWN_LISTS'];
const DRAWS = drawn === undefined ? { seed: 20261121, numRuns: dose(80, 15) } : { numRuns: Number(drawn) };
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
