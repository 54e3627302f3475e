import type { RowNotes } from '../../../preload/contract/boards.ts';
import { foldText } from '../../../preload/contract/facts.ts';

export interface NoteRecord extends RowNotes {
  readonly boardId: string;
  readonly updatedAt: number;
}

/** A change of notes. A field that is null stays unchanged. Tags are removed before others are added. */
export interface NoteChange {
  readonly label: string | null;
  readonly note: string | null;
  readonly customer: string | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly protected: boolean | null;
}

export const MOST_TAGS = 50;

export function uniqueTags(tags: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) if (!seen.has(foldText(tag))) seen.set(foldText(tag), tag);
  return [...seen.values()];
}

/** Applies a change to notes. Returns `known` itself if nothing changes; null if all fields are empty afterwards. */
export function changeNote(
  known: NoteRecord | null,
  boardId: string,
  change: NoteChange,
  at: number,
): NoteRecord | null {
  const before = known ?? emptyNote(boardId, at);
  const gone = new Set(change.removeTags.map(foldText));
  const next: NoteRecord = {
    boardId,
    label: change.label ?? before.label,
    note: change.note ?? before.note,
    tags: uniqueTags([...before.tags.filter((tag) => !gone.has(foldText(tag))), ...change.addTags]),
    customer: change.customer ?? before.customer,
    protected: change.protected ?? before.protected,
    updatedAt: at,
  };
  if (saysTheSame(before, next)) return known;
  return noteBody(next) === null ? null : next;
}

export const NO_NOTES: RowNotes = { label: '', note: '', tags: [], customer: '', protected: false };

/** Returns the notes as an object with a fixed order of fields, so that equal notes have equal JSON; null if empty. */
export function noteBody({ label, note, tags, customer, protected: isProtected }: RowNotes): RowNotes | null {
  const body: RowNotes = { label, note, tags, customer, protected: isProtected };
  return isSame(body, NO_NOTES) ? null : body;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function saysTheSame(one: RowNotes, other: RowNotes): boolean {
  return isSame(noteBody(one), noteBody(other));
}

export function emptyNote(boardId: string, updatedAt: number): NoteRecord {
  return { ...NO_NOTES, boardId, updatedAt };
}
