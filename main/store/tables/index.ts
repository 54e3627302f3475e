import type { DatabaseSync } from 'node:sqlite';
import type { Paper, RegisteredPaper } from '../../../preload/contract/papers.ts';
import type { UnresolvedCreate } from '../../../preload/contract/service.ts';
import { atOnce, columnsOf, eachAtOnce, fromRow, toRow } from '../database-file.ts';
import { paperBody, type PaperBody, type ViewBody } from '../items.ts';
import { activityTable } from './activity.ts';
import { connectionsTable } from './connections.ts';
import { jobsTable, UNRESOLVED_CREATE } from './jobs.ts';
import { keysTable } from './keys.ts';
import { notesTable } from './notes.ts';
import { picturesTable } from './pictures.ts';
import { itemQueue, teamTable } from './team.ts';

export function createTables(db: DatabaseSync) {
  const notes = notesTable(db);
  const papers = papersTable(db);
  const views = viewsTable(db);
  return {
    activity: activityTable(db),
    boardFacts: boardFactsTable(db),
    connections: connectionsTable(db),
    creates: createsTable(db),
    jobs: jobsTable(db),
    keys: keysTable(db),
    layouts: layoutsTable(db),
    notes,
    papers,
    pictures: picturesTable(db),
    settings: settingsTable(db),
    team: teamTable(db, { notes, papers, views }),
    views,
  };
}

export type Tables = ReturnType<typeof createTables>;

function boardFactsTable(db: DatabaseSync) {
  const made = db.prepare(`INSERT INTO board_facts (connection_id, board_id, made_at) VALUES (?, ?, ?)
    ON CONFLICT (connection_id, board_id) DO UPDATE SET made_at = ifnull(made_at, excluded.made_at)`);
  const previewed =
    db.prepare(`INSERT INTO board_facts (connection_id, board_id, previewed_at) VALUES (?, ?, ?)
    ON CONFLICT (connection_id, board_id) DO UPDATE
    SET previewed_at = max(ifnull(previewed_at, 0), excluded.previewed_at)`);
  // Skips jobs at another address, because an id there belongs to another board.
  const recent =
    db.prepare(`SELECT connection_id AS connectionId, board_id AS id, 'made' AS what, made_at AS at
    FROM board_facts WHERE made_at >= ?1
    UNION ALL SELECT connection_id, target_id, 'deleted', at FROM jobs j
      JOIN connections c ON c.id = connection_id AND c.board_api = address
      JOIN job_items i ON job_id = j.id AND i.state IN ('done', 'already-gone')
    WHERE kind = 'delete-boards' AND ifnull(ended_at, ?1) >= ?1 AND at >= ?1 ORDER BY at`);
  return {
    /** Stores that Easel created these boards at `at` (epoch ms). A board that is already stored keeps its time. */
    made: (connectionId: string, boardIds: readonly string[], at: number): void =>
      eachAtOnce(db, boardIds, (boardId) => made.run(connectionId, boardId, at)),
    previewed: (connectionId: string, boardId: string, at: number): void =>
      void previewed.run(connectionId, boardId, at),
    /** Returns boards that Easel created or deleted since `since` (epoch ms). Reads the deletes from the jobs. */
    recent: (since: number): readonly RecentBoard[] => recent.all(since) as unknown as readonly RecentBoard[],
  };
}

export interface RecentBoard {
  readonly connectionId: string;
  readonly id: string;
  readonly what: 'made' | 'deleted';
  readonly at: number;
}

function createsTable(db: DatabaseSync) {
  const unknown = db.prepare(`SELECT ${columnsOf('id kind sentAt name templateId reason').read}
    FROM creates WHERE connection_id = ? AND reason IS NOT NULL ORDER BY sent_at DESC, rowid DESC`);
  const put = db.prepare(`INSERT OR REPLACE INTO creates ${UNRESOLVED_CREATE.values}`);
  const mark = db.prepare('UPDATE creates SET reason = ? WHERE id = ?');
  const abandon = db.prepare('UPDATE creates SET reason = ? WHERE reason IS NULL');
  const remove = db.prepare('DELETE FROM creates WHERE id = ?');
  return {
    unknown: (connectionId: string): readonly UnresolvedCreate[] =>
      unknown.all(connectionId) as unknown as readonly UnresolvedCreate[],
    /** Saves a create before its request is sent. Replaces an entry with this id, which a disk error may have left. */
    put: (connectionId: string, create: Omit<UnresolvedCreate, 'reason'>): void =>
      void put.run({ ...create, connectionId, reason: null }),
    markUnknown: (id: string, reason: string): void => void mark.run(reason, id),
    markAbandoned: (reason: string): void => void abandon.run(reason),
    remove: (id: string): void => void remove.run(id),
  };
}

/** Saved columns and last screen of a connection, as JSON. An empty list of columns means the default columns. */
export interface Layout {
  readonly columns: string;
  readonly paperColumns: string;
  readonly last: string;
}

const NO_LAYOUT: Layout = { columns: '[]', paperColumns: '[]', last: '{}' };

function layoutsTable(db: DatabaseSync) {
  const fields = 'columns paperColumns last';
  const get = db.prepare(`SELECT ${columnsOf(fields).read} FROM layouts WHERE connection_id = ?`);
  const put = db.prepare(`INSERT OR REPLACE INTO layouts ${columnsOf(`connectionId ${fields}`).values}`);
  return {
    get: (connectionId: string): Layout => (get.get(connectionId) as Layout | undefined) ?? NO_LAYOUT,
    put: (connectionId: string, layout: Layout): void => void put.run({ ...layout, connectionId }),
  };
}

/** A paper in Easel's own list. `deletedAt`: epoch ms at which Easel learnt of the deletion; null if not deleted. */
type KeptPaper = RegisteredPaper & Pick<Paper, 'deletedAt' | 'inputAt'>;

const PAPER_FIELDS = 'name source templateId template origin rememberedAt isTemplate standing';

export function papersTable(db: DatabaseSync) {
  const kept = columnsOf(`connectionId identifier ${PAPER_FIELDS} otherFields raw`);
  const shared = `${PAPER_FIELDS} deletedAt inputAt`;
  const known = 'ON CONFLICT (connection_id, identifier) DO UPDATE SET';
  const all = db.prepare(`SELECT ${columnsOf(`identifier ${shared} otherFields raw`).read}
    FROM papers WHERE connection_id = ? ORDER BY remembered_at DESC, rowid DESC`);
  const put = db.prepare(`INSERT INTO papers ${kept.values} ${known} ${kept.set}, deleted_at = NULL`);
  // Ignores additional fields of the object, because a paper also contains fields of its notes.
  put.setAllowUnknownNamedParameters(true);
  const settle = db.prepare(
    'UPDATE papers SET deleted_at = ?, standing = ? WHERE connection_id = ? AND identifier = ?',
  );
  const one = db.prepare(`SELECT ${columnsOf(shared).read}
    FROM papers WHERE connection_id = ? AND identifier = ?`);
  const added = columnsOf(`connectionId identifier ${shared} otherFields`).values;
  const save = db.prepare(`INSERT INTO papers ${added} ${known} ${columnsOf(shared).set}`);
  const inputLet = db.prepare('UPDATE papers SET input_at = ? WHERE connection_id = ? AND identifier = ?');
  const remove = db.prepare('DELETE FROM papers WHERE connection_id = ? AND identifier = ?');
  const queue = itemQueue(db, 'paper');
  const putPaper = (connectionId: string, paper: RegisteredPaper): void =>
    void put.run({
      ...toRow(paper),
      connectionId,
      // A paper that the user adds again is no longer `not-found`.
      standing: paper.standing === 'not-found' ? null : (paper.standing ?? null),
    });
  const withDeleted = (connectionId: string): readonly KeptPaper[] =>
    all.all(connectionId).map(({ standing, ...row }) => ({
      ...fromRow<KeptPaper>(row, ['isTemplate'], ['otherFields']),
      ...(standing !== null && { standing: standing as NonNullable<Paper['standing']> }),
    }));
  return {
    withDeleted,
    ofConnection: (connectionId: string): readonly RegisteredPaper[] =>
      withDeleted(connectionId).flatMap(({ deletedAt, inputAt: _inputAt, ...paper }) =>
        deletedAt === null ? paper : [],
      ),
    put: putPaper,
    /** Saves a paper that Easel created, and marks it for sending to the team. */
    made: (connectionId: string, paper: RegisteredPaper): void =>
      atOnce(db, () => {
        putPaper(connectionId, paper);
        queue(connectionId, paper.identifier);
      }),
    find: (connectionId: string, identifier: string): PaperBody | null => {
      const row = one.get(connectionId, identifier);
      return row === undefined ? null : paperBody(fromRow<PaperBody>(row, ['isTemplate']));
    },
    /** Saves a paper, or removes it if `body` is null. Keeps the stored response of the service. */
    set: (connectionId: string, identifier: string, body: PaperBody | null): void =>
      void (body === null
        ? remove.run(connectionId, identifier)
        : save.run({ ...toRow(body), otherFields: '[]', connectionId, identifier })),
    inputLet: (connectionId: string, identifier: string, at: number): void =>
      atOnce(db, () => {
        inputLet.run(at, connectionId, identifier);
        queue(connectionId, identifier);
      }),
    /** Sets the status of papers. `deletedAt`: epoch ms at which Easel learnt of the deletion; null if not deleted. */
    settle: (
      connectionId: string,
      identifiers: readonly string[],
      { deletedAt, standing }: Pick<Paper, 'deletedAt' | 'standing'>,
    ): void =>
      eachAtOnce(db, identifiers, (identifier) => {
        settle.run(deletedAt, standing ?? null, connectionId, identifier);
        queue(connectionId, identifier);
      }),
  };
}

type SettingName =
  | 'current-connection'
  | 'fingerprint-salt'
  | 'extra-cas'
  /** Names (`host:port`) of the proxies with a saved sign-in, separated by spaces. */
  | 'proxy-sign-ins'
  | 'preferences'
  /** `idle-lock`: JSON of the minutes before Easel locks, and the passphrase's hash. `locked`: set while locked. */
  | 'idle-lock'
  | 'locked'
  /** JSON: connections whose creation times are ignored because they proved wrong, each with the time of detection. */
  | 'wrong-times'
  | 'service-shapes'
  /** Random id of this installation. Marks its own runs, visits and log entries in the team database. */
  | 'installation'
  /** JSON object from ids of API keys to the day of the last reminder to replace the key. */
  | 'key-reminders'
  /** JSON: address, user and client certificate of the team database. The password is in the keychain. */
  | 'team-register';

function settingsTable(db: DatabaseSync) {
  const get = db.prepare('SELECT value FROM settings WHERE name = ?');
  const set = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM settings WHERE name = ?');
  return {
    get: (name: SettingName): string | null =>
      (get.get(name) as { value: string } | undefined)?.value ?? null,
    set: (name: SettingName, value: string | null): void =>
      void (value === null ? remove.run(name) : set.run(name, value)),
  };
}

/** A saved view. A newer version of Easel may have stored a query that this version can't read, so validate it. */
export interface ViewRecord extends ViewBody {
  readonly id: string;
  readonly connectionId: string;
  readonly shared: boolean;
}

export function viewsTable(db: DatabaseSync) {
  const ofConnection =
    db.prepare(`SELECT id, connection_id AS connectionId, list_of AS 'of', name, query, created_at AS createdAt, shared
    FROM views WHERE connection_id = ? ORDER BY name COLLATE NOCASE, created_at, id`);
  const one = db.prepare(`SELECT list_of AS 'of', name, query, created_at AS createdAt FROM views
    WHERE connection_id = ? AND id = ? AND shared = 1`);
  const insert = `INSERT INTO views (id, connection_id, list_of, name, query, created_at, shared)
    VALUES (:id, :connectionId, :of, :name, :query, :createdAt, :shared)
    ON CONFLICT (id) DO UPDATE SET name = :name, query = :query, shared = :shared
    WHERE connection_id = :connectionId`;
  const put = db.prepare(insert);
  // Overwrites only shared views, so that a colleague's view can't replace a private one.
  const putShared = db.prepare(`${insert} AND shared = 1`);
  const removeShared = db.prepare('DELETE FROM views WHERE connection_id = ? AND id = ? AND shared = 1');
  const remove = db.prepare('DELETE FROM views WHERE connection_id = ? AND id = ?');
  return {
    ofConnection: (connectionId: string): readonly ViewRecord[] =>
      ofConnection.all(connectionId).map((row) => fromRow<ViewRecord>(row, ['shared'])),
    put: (record: ViewRecord): void => void put.run(toRow(record)),
    find: (connectionId: string, id: string): ViewBody | null =>
      (one.get(connectionId, id) as ViewBody | undefined) ?? null,
    /** Saves a view of the team, or removes it if `body` is null. */
    set: (connectionId: string, id: string, body: ViewBody | null): void =>
      void (body === null
        ? removeShared.run(connectionId, id)
        : putShared.run({ ...body, connectionId, id, shared: 1 })),
    remove: (connectionId: string, id: string): void => void remove.run(connectionId, id),
  };
}
