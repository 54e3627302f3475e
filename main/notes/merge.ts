/** Merges what a file says with what is here: nothing that only one side has is lost, and who wins where both differ is chosen. */
import type { TwoSides, Merge, MergeChoice } from '../../preload/contract/boards.ts';
import {
  emptyNote,
  isEmpty,
  MOST_TAGS,
  saysTheSame,
  uniqueTags,
  type NoteRecord,
} from '../store/tables/change-note.ts';
import type { FileNote } from './notes-file.ts';

/** One thing of a file. `mine` and `theirs` are what would be written if that side wins; null: nothing. */
export interface Merged<T> {
  /** `filled`: the file has what is missing here, and takes nothing away. */
  readonly kind: 'added' | 'filled' | 'same' | 'differs';
  readonly mine: T | null;
  readonly theirs: T | null;
  /** What takes either back. */
  readonly before: T | null;
  /** Both sides as far as they differ; null unless they do. */
  readonly sides: Omit<TwoSides, 'place'> | null;
}

/** As many differences as are shown. */
const MOST_SHOWN = 500;

/** Counts what a merge would do; its things are numbered in the order of the file. */
export function mergeTally(): {
  readonly add: (merged: Merged<unknown>) => number;
  readonly sum: () => Merge;
} {
  const counts = { added: 0, filled: 0, same: 0, differs: 0 };
  const differences: TwoSides[] = [];
  let newerThere = 0;
  let things = 0;
  return {
    add: ({ kind, sides }) => {
      const place = things;
      things += 1;
      counts[kind] += 1;
      if (sides?.newer === 'file') newerThere += 1;
      if (sides !== null && differences.length < MOST_SHOWN) differences.push({ place, ...sides });
      return place;
    },
    sum: () => {
      const { differs: differing, ...rest } = counts;
      return { ...rest, differing, newerThere, differences };
    },
  };
}

/** What is written of a thing under a person's choice. */
export function winnerOf<T>(
  { mine, theirs, sides }: Merged<T>,
  place: number,
  { side, except }: { readonly side: MergeChoice['side']; readonly except: ReadonlySet<number> },
): T | null {
  if (sides === null) return theirs;
  const isTheirs = side === 'newer' ? sides.newer === 'file' : side === 'theirs';
  return isTheirs === except.has(place) ? mine : theirs;
}

const PARTS = [
  ['label', 'Label', ({ label }) => label],
  ['customer', 'Customer', ({ customer }) => customer],
  ['tags', 'Tags', ({ tags }) => tags.join(', ')],
  ['note', 'Note', ({ note }) => note.replaceAll(/\s+/gu, ' ')],
] as const satisfies readonly (readonly [keyof NoteRecord, string, (record: NoteRecord) => string])[];

/**
 * A board's note: what one side leaves empty the other fills in, tags of both stay, and protection is taken away by a
 * person here, never by a file. `now`: no clock of another computer is ahead of it.
 */
export function mergeNote(here: NoteRecord | null, file: FileNote, now: number): Merged<NoteRecord> {
  const at = file.updatedAt === null ? null : Math.min(Math.max(file.updatedAt, 0), now);
  const ours = here ?? emptyNote(file.boardId, 0);
  const said = { ...emptyNote(file.boardId, 0), ...file.said };
  const all = uniqueTags([...ours.tags, ...said.tags]);
  const isTooMany = all.length > MOST_TAGS;
  const joined: NoteRecord = {
    ...ours,
    label: ours.label || said.label,
    customer: ours.customer || said.customer,
    note: ours.note || said.note,
    tags: isTooMany ? ours.tags : all,
    protected: ours.protected || said.protected,
    updatedAt: here === null ? (at ?? now) : Math.max(ours.updatedAt, at ?? 0),
  };
  const differing = PARTS.filter(([part]) =>
    part === 'tags' ? isTooMany : said[part] !== '' && said[part] !== joined[part],
  );
  const before = here ?? emptyNote(file.boardId, 0);
  if (differing.length === 0) {
    if (saysTheSame(ours, joined)) return { kind: 'same', mine: null, theirs: null, before, sides: null };
    const kind = here === null || isEmpty(here) ? 'added' : 'filled';
    return { kind, mine: joined, theirs: joined, before, sides: null };
  }
  const newer = at === null || at === ours.updatedAt ? 'unknown' : at > ours.updatedAt ? 'file' : 'here';
  const over = Object.fromEntries(differing.map(([part]) => [part, said[part]]));
  // A decision against the later one is later than both: other computers shall take it too.
  const theirs = { ...joined, ...over, updatedAt: newer === 'file' ? (at ?? now) : now };
  const kept = { ...joined, updatedAt: newer === 'file' ? now : ours.updatedAt };
  const side = (record: NoteRecord): string =>
    cut(differing.map(([, name, textOf]) => `${name}: ${textOf(record) || 'none'}`).join('; '));
  return {
    kind: 'differs',
    mine: saysTheSame(ours, kept) && newer !== 'file' ? null : kept,
    theirs,
    before,
    sides: { of: 'note', id: file.boardId, name: joined.label, here: side(ours), there: side(theirs), newer },
  };
}

/** In characters; the page shows one line of each. */
const LONGEST_SIDE = 300;

export function cut(text: string): string {
  return text.length > LONGEST_SIDE ? `${text.slice(0, LONGEST_SIDE - 1)}…` : text;
}
