/** What a listing brings into the file: page by page, and all at once at its end. */
import { rowsChanged, searchDue, whoIs, type BoardFile, type FactsDraft } from './board-file.ts';
import type { ListingEnd, MirrorItem } from './mirror.ts';
import type { Run } from './run.ts';

/** Takes one page. Rows that say what they said before are only ticked off. */
export function takePage(file: BoardFile, run: Run, items: readonly MirrorItem[]): void {
  file.change((facts) => {
    let changed = 0;
    for (const item of items) {
      if (run.holdsAny && run.holds(whoIs(item))) continue;
      const row = run.find(file, item);
      if (row !== undefined) run.see(row.n);
      if (row?.same === true) continue;
      if (run.way === 'stages') {
        file.stage(row?.n ?? null, item);
        continue;
      }
      changed += 1;
      if (row === undefined) {
        facts.lastN += 1;
        facts.rows += 1;
        file.insert(facts.lastN, item);
      } else {
        file.update(row.n, item);
        searchDue(file, row.n);
      }
    }
    if (changed > 0) rowsChanged(facts);
  });
}

/** Ends a run well, in one transaction. */
export function finishRun(file: BoardFile, run: Run, end: ListingEnd): void {
  file.change((facts) => {
    file.index(facts);
    const changed =
      takeStaged(file, run, facts) +
      bringBack(file, run, facts) +
      (end.completeness === 'complete' ? vanish(file, run, facts, end.at) : 0);
    facts.completeness = end.completeness;
    facts.asOf = end.at;
    facts.total = end.total;
    facts.notUnderstood = end.notUnderstood;
    if (changed > 0) rowsChanged(facts);
  });
}

/** Changed rows change, then new ones come. In the order of the rows, so that each page of the file is written once. */
function takeStaged(file: BoardFile, run: Run, facts: FactsDraft): number {
  if (run.way !== 'stages') return 0;
  file.db
    .prepare('DELETE FROM staged WHERE who IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(run.held));
  const changed = file.db
    .prepare(
      `UPDATE boards SET key = s.key, created_ms = s.created_ms, created_raw = s.created_raw,
        assumed_utc = s.assumed_utc, raw = s.raw
        FROM (SELECT * FROM staged WHERE n IS NOT NULL ORDER BY n LIMIT -1) AS s WHERE boards.n = s.n`,
    )
    .run().changes;
  file.db.exec('INSERT OR IGNORE INTO search_due (n) SELECT n FROM staged WHERE n IS NOT NULL');
  const fresh = file.db
    .prepare(
      `INSERT INTO boards (n, key, id, folded, created_ms, created_raw, assumed_utc, raw)
        SELECT ? + rowid, key, id, fold_id(id), created_ms, created_raw, assumed_utc, raw
        FROM staged WHERE n IS NULL ORDER BY rowid ON CONFLICT DO NOTHING`,
    )
    .run(facts.lastN).changes;
  const { last } = file.db.prepare('SELECT max(n) AS last FROM boards').get() as { last: number | null };
  facts.lastN = Math.max(facts.lastN, last ?? 0);
  file.unstageAll();
  facts.rows += Number(fresh);
  return Number(changed) + Number(fresh);
}

/** Boards that had vanished and are listed again. */
function bringBack(file: BoardFile, run: Run, facts: FactsDraft): number {
  if (facts.vanished === 0) return 0;
  const gone = file.db
    .prepare('SELECT n FROM boards WHERE vanished_at IS NOT NULL')
    .all() as unknown as readonly {
    readonly n: number;
  }[];
  const back = gone.filter(({ n }) => run.hasSeen(n));
  for (const { n } of back) file.sql('UPDATE boards SET vanished_at = NULL WHERE n = ?').run(n);
  facts.rows += back.length;
  facts.vanished -= back.length;
  return back.length;
}

/** Boards that a listing to the proven end did not have. */
function vanish(file: BoardFile, run: Run, facts: FactsDraft, at: number): number {
  let gone = 0;
  const mark = file.sql('UPDATE boards SET vanished_at = ? WHERE n = ? AND vanished_at IS NULL');
  for (const n of run.unseen()) gone += Number(mark.run(at, n).changes);
  facts.rows -= gone;
  facts.vanished += gone;
  return gone;
}
