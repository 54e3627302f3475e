/** R11: `kill -9` while the search index of a list is built; it is sound, goes on where it was, and says what the rows say. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { mirrorFile } from '../../main/store/mirror/files.ts';
import { createRandom } from '../../main/practice/sample-data.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose } from '../support/nightly.ts';
import { anything, Child } from './child.ts';
import { CONNECTION, ROUNDS } from './index-kill-child.ts';

const KILLS = dose(100, 2);
/** A kill comes so many ms after the first slice at most: a whole build takes about as long. */
const LATEST_KILL_MS = 400;

export async function check(): Promise<Finding> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-index-kills-'));
  const random = createRandom(20_261_121);
  const cases: Case[] = [];
  let inMidst = 0;
  try {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await buildAndKill(folder, kill, random.between(0, LATEST_KILL_MS));
      const { problems, left } = judge(folder);
      if (left > 0) inMidst += 1;
      cases.push({ name: `kill ${kill}, with ${left} rows to go`, problems });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const bad = cases.filter(({ problems }) => problems.length > 0).length;
  return {
    id: 'R11',
    what: 'kill -9 while the search index is built',
    figure: `${cases.length} kills, ${inMidst} of them in the middle of a build; ${bad} with an index that is not so`,
    target: `at least ${KILLS} kills; 0 damaged, 0 rows that are found for what they do not say, or not for what they do`,
    ...tally(cases),
  };
}

async function buildAndKill(folder: string, kill: number, ms: number): Promise<void> {
  const child = new Child<string>('index-kill-child.ts', [folder, String(kill)]);
  await child.hear(anything);
  await delay(ms);
  await child.kill();
}

/** What is wrong with the file, and how many rows wait for the index. */
function judge(folder: string): { readonly problems: readonly string[]; readonly left: number } {
  const db = new DatabaseSync(mirrorFile(folder, CONNECTION));
  const one = (sql: string, ...values: readonly string[]): unknown =>
    Object.values(db.prepare(sql).get(...values) ?? {})[0];
  const problems: string[] = [];
  try {
    const check = one('PRAGMA integrity_check');
    if (check !== 'ok') problems.push(String(check));
    db.exec("INSERT INTO search (search) VALUES ('integrity-check')");
    const settled = 'n <= (SELECT searched_to FROM facts) AND n NOT IN (SELECT n FROM search_due)';
    for (const round of ROUNDS) {
      const trigrams = Array.from({ length: round.length - 2 }, (_, at) => `"${round.slice(at, at + 3)}"`);
      const [match, words] = [trigrams.join(' AND '), `%${round}%`];
      const found = `SELECT rowid AS n FROM search WHERE search MATCH ? AND rowid NOT IN (SELECT n FROM search_due)`;
      const said = `SELECT n FROM boards WHERE raw LIKE ? AND ${settled}`;
      const wrong = one(
        `SELECT count(*) FROM (SELECT * FROM (${found} EXCEPT ${said}) UNION ALL SELECT * FROM (${said} EXCEPT ${found}))`,
        match,
        words,
        words,
        match,
      );
      if (wrong !== 0) problems.push(`${String(wrong)} rows are wrong about “${round}”`);
    }
    const left = Number(one(`SELECT count(*) FROM boards WHERE NOT (${settled})`));
    return { problems, left };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : 'unknown'], left: 0 };
  } finally {
    db.close();
  }
}
