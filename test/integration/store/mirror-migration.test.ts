import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mirrorFile } from '../../../main/store/mirror/files.ts';
import type { Mirror } from '../../../main/store/mirror/mirror.ts';
import type { BoardWindow } from '../../../preload/contract/boards.ts';
import {
  appendTo,
  board,
  complete,
  CONNECTION,
  faultsOf,
  look,
  mirrorIn,
  NOW,
  storedRows,
} from './mirror-parts.ts';
import { OLDER_VERSIONS, writeOlderMirror } from './older-mirrors.ts';

let folder: string;
let mirror: Mirror;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-mirror-'));
  mirror = mirrorIn(folder);
});

afterEach(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true, force: true });
});

const NAMELESS = { id: null, created: null, raw: '{"odd":1}' };
const found = (find = ''): Promise<BoardWindow> =>
  mirror.window({
    connectionId: CONNECTION,
    from: 0,
    count: 10,
    query: { find, filters: [], order: { by: 'id', descending: false } },
    fields: ['name'],
  });

test.each(OLDER_VERSIONS)(
  'a list of schema %i is there as it was, and nothing has to be listed anew',
  async (version) => {
    const gone = { ...board('gone'), vanishedAt: NOW };
    writeOlderMirror(mirrorFile(folder, CONNECTION), version, [
      board('ÄB', { name: 'Älpha' }),
      NAMELESS,
      gone,
      board('b'),
    ]);
    const { rows, matching } = await found();
    expect([matching, rows.map(({ id }) => id)]).toEqual([3, ['b', 'ÄB', null]]);
    expect((await found('älpha')).rows.map(({ id, fields }) => [id, ...fields])).toEqual([['ÄB', 'Älpha']]);
    const facts = await mirror.facts(CONNECTION);
    expect(facts).toMatchObject({
      completeness: 'complete',
      asOf: 5,
      total: 9,
      rows: 3,
      vanished: 1,
      revision: 7,
    });
    expect(faultsOf(folder)).toEqual([]);
    const tables = look(folder, (db) =>
      db.prepare("SELECT name FROM sqlite_schema WHERE type <> 'trigger'").all(),
    );
    expect(tables.filter(({ name }) => /before|words|steps|sorted/u.test(String(name)))).toEqual([]);
    const ready = (): unknown =>
      look(folder, (db) => db.prepare('SELECT searched_to AS n FROM facts').get()?.['n']);
    await expect.poll(ready).toBe(4);
    expect((await found('älpha')).rows.map(({ id }) => id)).toEqual(['ÄB']);
    const run = await mirror.begin(CONNECTION);
    await appendTo(mirror, run, [NAMELESS, board('b'), board('gone'), board('new')]);
    expect(await mirror.finish(CONNECTION, run, complete())).toMatchObject({ rows: 4, vanished: 1 });
  },
);

test.each(OLDER_VERSIONS)(
  'a first listing that was interrupted under schema %i has each board once',
  async (version) => {
    const twice = [board('a', { name: 'then' }), NAMELESS, board('b'), board('a', { name: 'now' }), NAMELESS];
    writeOlderMirror(mirrorFile(folder, CONNECTION), version, twice, false);
    expect(await found('now')).toMatchObject({ matching: 1 });
    expect(await mirror.facts(CONNECTION)).toMatchObject({ rows: 3 });
    expect(storedRows(folder).map(({ n, id }) => [n, id])).toEqual([
      [3, 'b'],
      [4, 'a'],
      [5, null],
    ]);
    expect(faultsOf(folder)).toEqual([]);
  },
);
