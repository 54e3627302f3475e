/** Notes, papers and views that a team shares. Merges changes that two people made to the same item. */
import type { RowNotes } from '../../preload/contract/boards.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import { isSame, MOST_TAGS, NO_NOTES, noteBody, uniqueTags } from './tables/change-note.ts';

/** A paper as the team stores it. Leaves out the service's response, which may contain unknown fields. */
export interface PaperBody extends Omit<
  Paper,
  'identifier' | 'otherFields' | 'raw' | 'local' | 'queued' | 'standing'
> {
  readonly standing: NonNullable<Paper['standing']> | null;
}

export interface ViewBody {
  readonly of: 'board' | 'paper';
  readonly name: string;
  readonly query: string;
  readonly createdAt: number;
}

export interface Bodies {
  readonly note: RowNotes;
  readonly paper: PaperBody;
  readonly view: ViewBody;
}
export type ItemKind = keyof Bodies;
export type ItemBody = Bodies[ItemKind];

export interface ItemRef {
  readonly kind: ItemKind;
  readonly id: string;
}

export type SharedItem = {
  [K in ItemKind]: { readonly kind: K; readonly id: string; readonly body: Bodies[K] | null };
}[ItemKind];

export interface ItemEdit extends ItemRef {
  readonly before: ItemBody | null;
  readonly after: ItemBody | null;
}

type Fields = Readonly<Record<string, unknown>>;

export function paperBody(
  paper: Omit<PaperBody, 'standing'> & { readonly standing?: Paper['standing'] | null },
): PaperBody {
  const { name, source, templateId, template, origin, isTemplate } = paper;
  const { rememberedAt, deletedAt, inputAt, standing = null } = paper;
  const kept = { name, source, templateId, template, origin, isTemplate };
  return { ...kept, rememberedAt, deletedAt, inputAt, standing };
}

/** Default values for a paper of which Easel knows only the id and the name. */
export const BARE_PAPER = {
  source: null,
  templateId: null,
  template: 'none',
  otherFields: [],
  raw: null,
} as const;

function fieldsOf(kind: ItemKind, body: ItemBody | null): Fields | null {
  return (body ?? (kind === 'note' ? NO_NOTES : null)) as Fields | null;
}

function changedFields(before: Fields | null, after: Fields | null): readonly string[] {
  const names = Object.keys(after ?? before ?? {});
  return names.filter((name) => !isSame(before?.[name], after?.[name]));
}

/** Returns the fields that the user and a colleague changed differently. Tags never conflict, because they merge. */
export function conflictsOf({ kind, before, after }: ItemEdit, now: ItemBody | null, seen: Fields = {}) {
  const [mine, theirs] = [fieldsOf(kind, after), fieldsOf(kind, now)];
  const base = fieldsOf(kind, before);
  if (base === null && theirs !== null) return [];
  const known = { ...base, ...seen };
  return changedFields(known, mine)
    .filter(
      (field) =>
        field !== 'tags' && !isSame(theirs?.[field], known[field]) && !isSame(theirs?.[field], mine?.[field]),
    )
    .map((field) => ({ field, yours: shown(mine?.[field]), theirs: shown(theirs?.[field]) }));
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}

/** Applies an edit to the current content of an item. Fields that only a colleague changed stay unchanged. */
export function rebased({ kind, before, after }: ItemEdit, now: ItemBody | null): ItemBody | null {
  if (isSame(before, now)) return after;
  // Treats a removed note as empty fields. So if the user clears a label, a colleague's new protection stays.
  const [base, mine, theirs] = [before, after, now].map((body) => fieldsOf(kind, body));
  if (mine == null || theirs == null) return after;
  // If two people added the same paper, keeps the colleague's content.
  if (base == null)
    return {
      ...theirs,
      name: theirs['name'] || mine['name'],
      deletedAt: mine['deletedAt'],
    } as unknown as ItemBody;
  const changes = changedFields(base, mine).map((field) => [
    field,
    field === 'tags' ? tagsOf(base, mine, theirs) : mine[field],
  ]);
  const next = { ...theirs, ...Object.fromEntries(changes) } as unknown as ItemBody;
  return kind === 'note' ? noteBody(next as RowNotes) : next;
}

function tagsOf(...bodies: readonly [base: Fields, mine: Fields, theirs: Fields]): readonly string[] {
  const [base = [], mine = [], theirs = []] = bodies.map((body) => body['tags'] as readonly string[]);
  const gone = base.filter((tag) => !mine.includes(tag));
  const added = mine.filter((tag) => !base.includes(tag));
  return uniqueTags([...theirs.filter((tag) => !gone.includes(tag)), ...added]).slice(0, MOST_TAGS);
}

/** Returns `kept`, which wins when a connection joins. Marks it as protected or deleted if `other` is. */
export function withGuards(kept: ItemBody, other: ItemBody): ItemBody {
  if ('protected' in kept && 'protected' in other)
    return { ...kept, protected: kept.protected || other.protected };
  if (!('deletedAt' in kept && 'deletedAt' in other)) return kept;
  const { deletedAt, standing } = kept.deletedAt === null ? other : kept;
  return deletedAt === null ? kept : { ...kept, deletedAt, standing };
}

/** Merges unsent local changes into the team's item, whose texts win except in views. `isNew`: never shared before. */
export function merged(
  kind: ItemKind,
  mine: ItemBody | null,
  theirs: ItemBody | null,
  isNew: boolean,
): ItemBody | null {
  if (mine === null) return theirs;
  if (theirs === null) return isNew ? mine : null;
  if (kind === 'note') {
    const [here, there] = [mine as RowNotes, theirs as RowNotes];
    return noteBody({
      label: there.label || here.label,
      note: there.note || here.note,
      tags: uniqueTags([...there.tags, ...here.tags]).slice(0, MOST_TAGS),
      customer: there.customer || here.customer,
      protected: there.protected || here.protected,
    });
  }
  if (kind === 'view') return mine;
  const [here, there] = [mine as PaperBody, theirs as PaperBody];
  return {
    ...here,
    name: there.name || here.name,
    isTemplate: there.isTemplate || here.isTemplate,
    deletedAt: here.deletedAt ?? there.deletedAt,
    inputAt: Math.max(here.inputAt ?? 0, there.inputAt ?? 0) || null,
    standing: here.standing ?? there.standing,
  };
}
