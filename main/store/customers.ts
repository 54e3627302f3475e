/** Reads each customer's boards, papers and visits from one connection's file of boards and from `easel.db`. */
import type {
  CustomerPage,
  CustomerRoom,
  CustomerRooms,
  CustomerTotal,
} from '../../preload/contract/customers.ts';
import { trimInvisible } from '../lib/pasted.ts';
import { CUSTOMER_WORD, foldWord } from './tables/note-words.ts';
import { UNDATED, type BoardFile } from './mirror/board-file.ts';

/** SQL subqueries `rooms` (boards and papers with a customer) and `visits`. `word`: the normalised customer name. */
const ROOMS = `WITH noted AS (
    SELECT board_id AS id, customer, label, note, updated_at, ${CUSTOMER_WORD} AS word
    FROM notes WHERE connection_id = :connection AND customer <> ''),
  rooms AS (
    SELECT 'board' AS kind, b.id, customer, word, label AS name, note, updated_at,
      iif(age = ${UNDATED}, NULL, -age) AS at
    FROM boards b CROSS JOIN noted USING (id) WHERE b.id IN (SELECT id FROM noted) AND vanished_at IS NULL
    UNION ALL SELECT 'paper', id, customer, word, name, note, updated_at, remembered_at
    FROM noted CROSS JOIN papers ON connection_id = :connection AND identifier = id WHERE deleted_at IS NULL),
  visits AS (
    SELECT number, target, at, reason FROM activity
    WHERE connection_id = :connection AND action = 'visit-begun')`;

export function customerPage(file: BoardFile, customer: string): CustomerPage {
  const word = foldWord(trimInvisible(customer));
  /** Reads one section of a customer's page, such as the visits. `query` is the SQL after the common columns. */
  const section = (query: string): CustomerRooms => {
    const found = file
      .sql(`${ROOMS} SELECT count(*) OVER () AS total, kind, id, name, ${query}`)
      .all({ connection: file.connectionId, word });
    const rows = found.map(({ total: _total, ...row }) => row as unknown as CustomerRoom);
    return { total: Number(found[0]?.['total'] ?? 0), rows };
  };
  const rooms = (kind: 'board' | 'paper'): CustomerRooms =>
    section(`at, '' AS text FROM rooms WHERE word = :word AND kind = '${kind}'
      ORDER BY at DESC, id LIMIT 10`);
  return {
    boards: rooms('board'),
    papers: rooms('paper'),
    // Groups by visit, because one room may be both a board and a paper in the lists.
    visits: section(`v.at, reason AS text FROM rooms JOIN visits v ON target = id WHERE word = :word
      GROUP BY number ORDER BY number DESC LIMIT 20`),
    notes: section(`updated_at AS at, note AS text FROM rooms WHERE word = :word AND note <> ''
      ORDER BY updated_at DESC, id LIMIT 100`),
  };
}

/** SQL for the totals of each customer. `spellings` has one row for each spelling of a customer's name. */
const TOTALS = `${ROOMS},
  last AS (SELECT target, max(at) AS at FROM visits GROUP BY target),
  spellings AS (
    SELECT word, customer, count(*) AS rooms, sum(kind = 'board') AS boards, sum(kind = 'paper') AS papers,
      min(iif(kind = 'board', rooms.at, NULL)) AS oldest, max(last.at) AS lastVisit
    FROM rooms LEFT JOIN last ON target = id GROUP BY word, customer)
  SELECT json_group_array(customer ORDER BY rooms DESC, customer) ->> 0 AS name, sum(boards) AS boards,
    sum(papers) AS papers, min(oldest) AS oldest, max(lastVisit) AS lastVisit
  FROM spellings GROUP BY word ORDER BY sum(rooms) DESC, name`;

/** Returns the totals of each customer, most boards and papers first. Uses the most frequent spelling of a name. */
export function customerTotals(file: BoardFile): readonly CustomerTotal[] {
  return file.sql(TOTALS).all({ connection: file.connectionId }) as unknown as readonly CustomerTotal[];
}
