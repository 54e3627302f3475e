/** Compares the notes of a file with those of this computer: the newer version wins. */
import type { LocalImport } from '../../preload/contract/boards.ts';
import { emptyNote, isEmpty, saysTheSame, type NoteRecord } from '../store/tables/change-note.ts';
import type { FileNote } from './read-notes-file.ts';

type Sides = Pick<LocalImport['conflicts'][number], 'here' | 'there'>;

/** `conflict`: they differ, and nothing says which of them is newer; ours stays. */
export type Kind = 'added' | 'newer' | 'same' | 'older' | 'conflict';

export interface Merged {
  readonly kind: Kind;
  /** Ours and theirs in words; only where they differ and ours stays. */
  readonly sides: Sides | null;
  /** What would be kept here if the file’s side were taken. */
  readonly theirs: NoteRecord;
}

/** What the file does not speak of stays as it is here. `now`: no clock of another computer is ahead of it. */
export function mergeNote(here: NoteRecord | null, file: FileNote, now: number): Merged {
  const at = file.updatedAt === null ? null : Math.min(Math.max(file.updatedAt, 0), now);
  const ours = here ?? emptyNote(file.boardId, 0);
  // Protection is taken away by a person here, never by a file.
  const isProtected = ours.protected || file.said.protected === true;
  const theirs: NoteRecord = { ...ours, ...file.said, protected: isProtected, updatedAt: at ?? now };
  const kind = kindOf(here, ours, theirs, at);
  const isKept = kind === 'older' || kind === 'conflict';
  return { kind, theirs, sides: isKept ? sidesOf(ours, theirs) : null };
}

function kindOf(here: NoteRecord | null, ours: NoteRecord, theirs: NoteRecord, at: number | null): Kind {
  if (saysTheSame(ours, theirs)) return 'same';
  if (here === null) return 'added';
  if (at === null || at === here.updatedAt) return 'conflict';
  return at > here.updatedAt ? 'newer' : 'older';
}

/** In characters; the page shows one line of each. */
const LONGEST_SIDE = 300;

const PARTS = {
  label: ({ label }) => label,
  customer: ({ customer }) => customer,
  tags: ({ tags }) => tags.join(', '),
  note: ({ note }) => note.replaceAll(/\s+/gu, ' '),
  protected: (record) => (record.protected ? 'yes' : 'no'),
} as const satisfies Readonly<Record<string, (record: NoteRecord) => string>>;

const NAMES: Readonly<Record<keyof typeof PARTS, string>> = {
  label: 'Label',
  customer: 'Customer',
  tags: 'Tags',
  note: 'Note',
  protected: 'Protected',
};

/** Both sides as far as they differ. */
function sidesOf(ours: NoteRecord, theirs: NoteRecord): Sides {
  const names = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];
  const differing = names.filter((name) => JSON.stringify(ours[name]) !== JSON.stringify(theirs[name]));
  const side = (record: NoteRecord): string => {
    if (isEmpty(record)) return 'Nothing';
    const text = differing.map((name) => `${NAMES[name]}: ${PARTS[name](record) || 'none'}`).join('; ');
    return text.length > LONGEST_SIDE ? `${text.slice(0, LONGEST_SIDE - 1)}…` : text;
  };
  return { here: side(ours), there: side(theirs) };
}
