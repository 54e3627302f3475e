/** What people write about a board, and what a change makes of it. Values are checked before they come here. */

import type { RowNotes } from '../../../preload/contract/boards.ts';

/** A board’s notes on this computer. Moments are epoch ms. */
export interface NoteRecord extends RowNotes {
  readonly boardId: string;
  readonly updatedAt: number;
}

/** What to change; null leaves it as it is. Tags are taken off before others are put on. */
export interface NoteChange {
  readonly label: string | null;
  readonly note: string | null;
  readonly customer: string | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly protected: boolean | null;
}

/** As many as one board may have. */
export const MOST_TAGS = 50;

/** Two tags are the same whatever their letter case. */
export function sameTag(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}

/** The first of each tag, in their order. */
export function uniqueTags(tags: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) if (!seen.has(sameTag(tag))) seen.set(sameTag(tag), tag);
  return [...seen.values()];
}

/** The notes after a change at `at`; null where nothing is written any more. Without a difference it is `known` itself. */
export function changeNote(
  known: NoteRecord | null,
  boardId: string,
  change: NoteChange,
  at: number,
): NoteRecord | null {
  const before = known ?? emptyNote(boardId, at);
  const gone = new Set(change.removeTags.map(sameTag));
  const next: NoteRecord = {
    boardId,
    label: change.label ?? before.label,
    note: change.note ?? before.note,
    tags: uniqueTags([...before.tags.filter((tag) => !gone.has(sameTag(tag))), ...change.addTags]),
    customer: change.customer ?? before.customer,
    protected: change.protected ?? before.protected,
    updatedAt: at,
  };
  if (saysTheSame(before, next)) return known;
  return isEmpty(next) ? null : next;
}

/** Whether two notes say the same, whenever that was written. */
export function saysTheSame(one: NoteRecord, other: NoteRecord): boolean {
  return (
    one.label === other.label &&
    one.note === other.note &&
    one.customer === other.customer &&
    one.protected === other.protected &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, index) => tag === other.tags[index])
  );
}

/** Nothing is written: such a row is not kept. */
export function isEmpty(record: NoteRecord): boolean {
  return saysTheSame(record, emptyNote(record.boardId, record.updatedAt));
}

export function emptyNote(boardId: string, updatedAt: number): NoteRecord {
  return { boardId, label: '', note: '', tags: [], customer: '', protected: false, updatedAt };
}
