import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom } from '../../../main/practice/sample-data.ts';
import { mirrorFile } from '../../../main/store/mirror/board-file.ts';
import type { Said, Task } from './mirror-child.ts';
import { CONNECTION, faultsOf, look, PAGE, PAGES, storedRows } from './mirror-parts.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { dose } from '../../support/nightly.ts';

const CHILD = path.join(import.meta.dirname, 'mirror-child.ts');
/** SQL statements that end a listing from which no board has vanished. */
const STATEMENTS_OF_AN_END = 5;
const KILLS_OF_LISTINGS = dose(100, 12);
const LONGEST = 300_000;

let folder: string;
/** Child processes started in advance, because a start of Node takes longer than the delay before a kill. */
let spares: ChildProcess[];

const start = (): ChildProcess => spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'inherit'] });

beforeEach(() => {
  folder = freshFolder();
  spares = [start(), start()];
});

afterEach(() => {
  for (const spare of spares) spare.kill('SIGKILL');
});

/** Kills a child `ms` after its `count`-th message of the kind `did`, unless the child kills itself (`dieAt`). */
async function killed(task: Task, did: Said['did'], count: number, ms: number): Promise<readonly Said[]> {
  spares.push(start());
  const child = spares.shift();
  if (!child?.stdin || !child.stdout) throw new Error('a process without streams');
  const said: Said[] = [];
  const closed = once(child, 'close');
  const enough = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      said.push(JSON.parse(line) as Said);
      if (said.filter((one) => one.did === did).length >= count) resolve();
    });
  });
  child.stdin.write(`${JSON.stringify(task)}\n`);
  if (task.dieAt === null) {
    await enough;
    await delay(ms);
    child.kill('SIGKILL');
  }
  expect(await closed, 'it has not ended by itself').toEqual([null, 'SIGKILL']);
  return said;
}

function lostOf(said: readonly Said[]): readonly string[] {
  const rows = storedRows(folder);
  const ids = new Set(rows.map(({ id }) => id));
  const roundOf = (raw: string | undefined): number => Number(/"Round (\d+)"/u.exec(raw ?? '')?.[1]);
  const asOf = look(
    folder,
    (db) => db.prepare("SELECT facts ->> '$.asOf' AS asOf FROM facts").get()?.['asOf'],
  ) as number | null;
  const lost: string[] = [];
  const current = said.at(-1);
  const round = current !== undefined && 'round' in current ? current.round : 0;
  const finished = said.findLast((one) => one.did === 'finish');
  if (finished?.did === 'finish' && (asOf ?? 0) < finished.round)
    lost.push(`round ${finished.round} is not finished`);
  for (const one of said) {
    if (one.did === 'put' && !ids.has(one.id)) lost.push(`${one.id} is not there`);
    // A board that the child process removed must not be in the file, unless a later listing has added it again.
    const row = rows.find(({ id }) => one.did === 'remove' && id === one.id);
    if (one.round === round && roundOf(row?.raw) <= one.round) lost.push(`${row?.id} is there again`);
  }
  const listed = rows.filter(({ id, vanishedAt }) => id?.startsWith('b') === true && vanishedAt === null);
  const pages = said.filter((one) => one.did === 'append' && one.round === round).length;
  if (asOf === null && listed.length < pages * PAGE - 2)
    lost.push(`${pages} pages made ${listed.length} rows`);
  const older = listed.filter(({ raw }) => roundOf(raw) < (asOf ?? 0));
  if (older.length > 0) lost.push(`${older.length} rows are of a round before ${asOf}`);
  // Ignores boards of the first result page, because the child process deletes one of them in each listing.
  const others = listed.filter(({ id }) => id?.startsWith('b0-') === false).length;
  if (asOf !== null && others !== (PAGES - 1) * PAGE) lost.push(`${others} rows of a whole listing`);
  return lost;
}

test(
  'the file of the local board mirror is intact after Easel was killed while loading the board list',
  async () => {
    const random = createRandom(20_261_121);
    let said: readonly Said[] = [];
    let round = 1;
    for (let kill = 0; kill < KILLS_OF_LISTINGS; kill += 1) {
      const forget = kill % 8 === 0;
      if (forget) said = [];
      // Kills half of the child processes while they write result pages, the others near the end of a listing.
      const pages = kill % 2 === 0 ? 1 + Math.floor(random.next() * PAGES * 2) : PAGES * (1 + (kill % 3));
      // Every fourth child process kills itself at the end of a listing, each time before a different SQL statement.
      const dieAt = kill % 4 === 3 ? (kill >> 2) % STATEMENTS_OF_AN_END : null;
      const now = await killed({ folder, round, forget, dieAt }, 'append', pages, random.next() * 25);
      said = [...said, ...now];
      round += now.length + 2;
      expect(existsSync(mirrorFile(folder, CONNECTION))).toBe(true);
      expect(faultsOf(folder), `after kill ${kill}`).toEqual([]);
      expect(lostOf(said), `after kill ${kill}`).toEqual([]);
    }
  },
  LONGEST,
);
