import type { DatabaseSync } from 'node:sqlite';
import { atOnce, columnsOf, eachAtOnce } from '../database-file.ts';
import {
  merged,
  rebased,
  withGuards,
  type ItemBody,
  type ItemEdit,
  type ItemKind,
  type ItemRef,
  type PaperBody,
  type SharedItem,
  type ViewBody,
} from '../items.ts';
import { emptyNote, isSame, noteBody, type NoteRecord } from './change-note.ts';
import type { notesTable } from './notes.ts';
import type { papersTable, viewsTable } from './index.ts';

export interface TeamAccountRecord {
  readonly connectionId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly history: string;
  readonly revision: number;
  readonly readAt: number | null;
  readonly leftAt: number | null;
}

export interface ItemMark {
  readonly revision: number;
  readonly changedBy: string;
  readonly changedAt: number;
}

/** An item in the team database. If unreadable, `body` is undefined, but `isProtected` is still known for a note. */
export type RegisterItem = (SharedItem | (ItemRef & { readonly body: undefined })) &
  ItemMark & { readonly isProtected?: boolean };

/** A shared item on this computer. `revision` is 0 if the team database doesn't have the item yet. */
export interface KnownItem extends ItemMark {
  readonly body: ItemBody | null;
}

/** A shared item with unsent local changes. `pending` is their number at the time when the item was read. */
export interface PendingItem extends ItemRef, KnownItem {
  readonly pending: number;
}

/**
 * Which content wins if a local item differs from the team's item. `pull`: the team's content, merged with unsent local
 * changes. For a joining connection: `skip` prefers the team's content, and `replace` the local content. Both keep
 * local items that the team removed, and items that are protected or deleted on either side.
 */
export type TakeMode = 'pull' | 'skip' | 'replace';

interface CopyTables {
  readonly notes: ReturnType<typeof notesTable>;
  readonly papers: ReturnType<typeof papersTable>;
  readonly views: ReturnType<typeof viewsTable>;
}

/** Returns a function that marks a changed item for sending, if its connection has joined a team account. */
export function itemQueue(db: DatabaseSync, kind: ItemKind): (connectionId: string, id: string) => void {
  const queue =
    db.prepare(`INSERT INTO team_items (connection_id, kind, id, revision, changed_by, changed_at, pending)
    SELECT connection_id, ?, ?, 0, '', 0, 1 FROM team_accounts WHERE connection_id = ? AND left_at IS NULL
    ON CONFLICT (connection_id, kind, id) DO UPDATE SET pending = pending + 1`);
  return (connectionId, id) => void queue.run(kind, id, connectionId);
}

const UNKNOWN = { revision: 0, changedBy: '', changedAt: 0, pending: 0 };

export function teamTable(db: DatabaseSync, { notes, papers, views }: CopyTables) {
  const account = columnsOf('connectionId accountId accountName history revision readAt leftAt');
  const accounts = db.prepare(`SELECT ${account.read} FROM team_accounts
    ORDER BY account_name, connection_id`);
  const putAccount = db.prepare(`INSERT OR REPLACE INTO team_accounts ${account.values}`);
  const known = columnsOf('revision changedBy changedAt pending');
  const item = db.prepare(`SELECT ${known.read} FROM team_items
    WHERE connection_id = ? AND kind = ? AND id = ?`);
  const mark = db.prepare(`INSERT INTO team_items
    ${columnsOf('connectionId kind id revision changedBy changedAt pending').values}
    ON CONFLICT (connection_id, kind, id) DO UPDATE SET ${known.set}`);
  const addLocal = (kind: ItemKind, id: string, table: string) =>
    db.prepare(`INSERT OR IGNORE INTO team_items (connection_id, kind, id, revision, changed_by, changed_at, pending)
      SELECT connection_id, '${kind}', ${id}, 0, '', 0, 1 FROM ${table} AND connection_id = ?`);
  const addNotes = addLocal('note', 'board_id', 'notes WHERE TRUE');
  const addPapers = addLocal('paper', 'identifier', `papers WHERE origin <> 'sample'`);
  const addViews = addLocal('view', 'id', 'views WHERE shared = 1');
  // Skips removed connections, because otherwise their missing items would be deleted for the whole team.
  const pending = db.prepare(`SELECT kind, id, ${known.read} FROM team_items WHERE connection_id = ?
    AND pending > 0 AND connection_id IN (SELECT id FROM connections) LIMIT ?`);
  const waiting = db.prepare(`SELECT (SELECT count(*) FROM outbox
      WHERE account_id IN (SELECT account_id FROM team_accounts WHERE left_at IS NULL))
    + (SELECT count(*) FROM team_items WHERE pending > 0) AS items`);
  const reread = db.prepare('UPDATE team_items SET revision = 0 WHERE connection_id = ? AND pending > 0');
  const forgetRest = db.prepare('DELETE FROM team_items WHERE connection_id = ? AND pending = 0');
  const removeItem = db.prepare('DELETE FROM team_items WHERE connection_id = ? AND kind = ? AND id = ?');
  const removeItems = db.prepare('DELETE FROM team_items WHERE connection_id = ?');

  const unshare = db.prepare('UPDATE views SET shared = 0 WHERE connection_id = ?');

  const markOf = (connectionId: string, { kind, id }: ItemRef) =>
    (item.get(connectionId, kind, id) as typeof UNKNOWN | undefined) ?? UNKNOWN;

  function bodyOf(connectionId: string, { kind, id }: ItemRef): ItemBody | null {
    if (kind === 'view') return views.find(connectionId, id);
    if (kind === 'paper') return papers.find(connectionId, id);
    const note = notes.find(connectionId, id);
    return note === null ? null : noteBody(note);
  }

  function setBody(connectionId: string, { kind, id }: ItemRef, body: ItemBody | null, at: number): void {
    if (kind === 'view') return views.set(connectionId, id, body as ViewBody | null);
    if (kind === 'paper') return papers.set(connectionId, id, body as PaperBody | null);
    const note: NoteRecord = { ...emptyNote(id, at), ...(body as Partial<NoteRecord> | null) };
    notes.set(connectionId, id, note);
  }

  function takeItem(
    connectionId: string,
    { kind, id, body, isProtected, ...from }: RegisterItem,
    mode: TakeMode,
  ): boolean {
    const known = markOf(connectionId, { kind, id });
    if (known.revision > from.revision) return false;
    if (body === undefined) {
      // Stores the revision of an unreadable item too. Otherwise the team database would refuse all its later changes.
      mark.run({ connectionId, kind, id, ...from, pending: known.pending });
      if (isProtected !== true) return false;
      // Stores an unreadable note's protection too. Otherwise the next local change would remove it for the team.
      const note = notes.find(connectionId, id) ?? emptyNote(id, from.changedAt);
      notes.set(connectionId, id, { ...note, protected: true });
      return !note.protected;
    }
    const here = bodyOf(connectionId, { kind, id });
    let next = known.pending > 0 ? merged(kind, here, body, known.revision === 0) : body;
    if (mode !== 'pull' && here !== null) {
      if (body === null) next = here;
      else next = mode === 'replace' ? withGuards(here, body) : withGuards(body, here);
    }
    const isSettled = isSame(next, body);
    const left = isSettled ? 0 : Math.max(1, known.pending);
    mark.run({ connectionId, kind, id, ...from, pending: left });
    if (isSame(next, here)) return false;
    setBody(connectionId, { kind, id }, next, from.changedAt);
    return true;
  }

  return {
    accounts: (): readonly TeamAccountRecord[] => accounts.all() as unknown as readonly TeamAccountRecord[],
    putAccount: (record: TeamAccountRecord): void => void putAccount.run({ ...record }),
    known: (connectionId: string, refs: readonly ItemRef[]): readonly KnownItem[] =>
      refs.map((ref) => {
        const { pending: _pending, ...known } = markOf(connectionId, ref);
        return { ...known, body: bodyOf(connectionId, ref) };
      }),
    /**
     * Changes local notes and papers, and keeps the old notes for an undo. `committed`: their revision in the team
     * database; null without a team. For a view, only this revision is stored.
     */
    write: (
      connectionId: string,
      edits: readonly ItemEdit[],
      { committed, at }: { readonly committed: ItemMark | null; readonly at: number },
    ): number =>
      atOnce(db, () => {
        let changed = 0;
        for (const edit of edits) {
          const { kind, id } = edit;
          if (committed !== null) {
            const { pending: facts } = markOf(connectionId, edit);
            mark.run({ connectionId, kind, id, ...committed, pending: facts });
          }
          const here = bodyOf(connectionId, edit);
          const next = rebased(edit, here);
          if (kind === 'view' || isSame(here, next)) continue;
          if (kind === 'note') notes.remember(connectionId, id);
          setBody(connectionId, edit, next, at);
          changed += 1;
        }
        return changed;
      }),
    /** Stores items of the team database on this computer. Returns the kinds (note, paper, view) that changed. */
    take: (connectionId: string, items: readonly RegisterItem[], mode: TakeMode): readonly ItemKind[] =>
      atOnce(db, () => {
        const changed = new Set<ItemKind>();
        for (const each of items) if (takeItem(connectionId, each, mode)) changed.add(each.kind);
        return [...changed];
      }),
    /** Marks local items that the team database doesn't have, so that they will be sent. */
    addLocal: (connectionId: string): void =>
      eachAtOnce(db, [addNotes, addPapers, addViews], (add) => add.run(connectionId)),
    pending: (connectionId: string, most: number): readonly PendingItem[] =>
      (pending.all(connectionId, most) as unknown as readonly PendingItem[]).flatMap((found) => {
        const body = bodyOf(connectionId, found);
        if (body !== null || found.revision > 0) return { ...found, body };
        // The item was removed before it was sent, so the team database never had it.
        removeItem.run(connectionId, found.kind, found.id);
        return [];
      }),
    /** Marks items as sent to the team database. Changes made during the request still wait to be sent. */
    sent: (connectionId: string, items: readonly PendingItem[], at: ItemMark): void =>
      eachAtOnce(db, items, ({ kind, id, pending: sent }) => {
        const left = markOf(connectionId, { kind, id }).pending - sent;
        mark.run({ connectionId, kind, id, ...at, pending: Math.max(0, left) });
      }),
    /** Returns the number of log entries and items that wait to be sent to the team database. */
    waiting: (): number => (waiting.get() as { readonly items: number }).items,
    /** Forgets the revisions of items, because a team database restored from a backup may have lower revisions. */
    reread: (connectionId: string): void =>
      atOnce(db, () => {
        reread.run(connectionId);
        forgetRest.run(connectionId);
      }),
    leave: (record: TeamAccountRecord): void =>
      atOnce(db, () => {
        putAccount.run({ ...record });
        removeItems.run(record.connectionId);
        unshare.run(record.connectionId);
      }),
  };
}
