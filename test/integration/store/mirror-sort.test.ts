import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BoardQuery, BoardWindow } from '../../../preload/contract/boards.ts';
import { createWriter } from '../../../main/store/mirror/writer.ts';
import { openMirrorServices, PLAIN, type MirrorServices } from './mirror-services.ts';
import { board, complete, append, CONNECTION, look, NOW } from './mirror-parts.ts';

const BOARDS = 21_000;
let services: MirrorServices;

beforeEach(() => {
  services = openMirrorServices();
  const run = services.writer.begin(CONNECTION);
  const items = Array.from({ length: BOARDS }, (_, at) =>
    board(
      `b${at}`,
      at % 3 === 0 ? { size: (at * 7919) % 101 } : at % 3 === 1 ? { size: `Size ${at % 7}` } : {},
    ),
  );
  append(services.writer, run, items);
  services.writer.finish(CONNECTION, run, complete());
});

afterEach(() => services.close());

const bySize = (descending: boolean): BoardQuery => ({ ...PLAIN, order: { by: 'field:size', descending } });

function ask(query: BoardQuery, hurried: boolean): BoardWindow {
  const request = { connectionId: CONNECTION, from: 0, count: 1000, query, fields: ['size'] };
  return services.reader.window(hurried ? { ...request, hurried: true } : request);
}

const indexes = (): readonly unknown[] =>
  look(services.folder, (db) =>
    db
      .prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'sorted%'")
      .all()
      .map((row) => row['name']),
  );

test('a long list is prepared before it is sorted by a field, once for both directions, and sorted the same', () => {
  const unprepared = [ask(bySize(false), false), ask(bySize(true), false)];
  services.reader.release(CONNECTION);
  services.writer.put(CONNECTION, board('b0', { size: 0 }));
  expect(ask(bySize(true), true)).toMatchObject({ rows: [], sorting: 0 });
  services.writer.sort(CONNECTION, 'size');
  const prepared = [ask(bySize(false), true), ask(bySize(true), true)];
  for (const [at, window] of prepared.entries()) {
    expect(window.sorting).toBeUndefined();
    expect(window.rows).toEqual(unprepared[at]?.rows);
    expect(window.matching).toBe(BOARDS);
  }
});

test('what is prepared follows the boards, and a few matching ones need none of it', () => {
  expect(ask({ ...bySize(false), find: 'b2099' }, true)).toMatchObject({ matching: 11 });
  services.writer.sort(CONNECTION, 'size');
  services.writer.put(CONNECTION, board('least', { size: -1 }));
  services.writer.remove(CONNECTION, ask(bySize(true), true).rows[0]?.id ?? '');
  const { rows, matching, sorting } = ask(bySize(false), true);
  expect([rows[0]?.id, matching, sorting]).toEqual(['least', BOARDS, undefined]);
});

test('preparing ends with nothing made once nobody waits for it, and only the last ones are kept', () => {
  const progress = new Float64Array([0, NOW - 10_000]);
  const writer = createWriter({
    folder: services.folder,
    now: () => NOW,
    later: () => undefined,
    progress,
  });
  expect(() => writer.sort(CONNECTION, 'size')).toThrow('nobody-waits');
  expect(progress[0]).toBeGreaterThan(0);
  expect(indexes()).toEqual([]);
  progress[1] = NOW;
  for (const field of ['a', 'b', 'c', 'd', "e'; DROP TABLE boards; --\0"]) writer.sort(CONNECTION, field);
  expect(indexes()).toHaveLength(4);
  expect(writer.put(CONNECTION, board('another')).rows).toBe(BOARDS + 1);
  writer.close();
});
