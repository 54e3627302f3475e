/** Processes a file of notes that a person has opened: a preview of the changes, and the import. The newer version wins. */
import type { LocalImport } from '../../preload/contract/boards.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Store } from '../store/database.ts';
import { emptyNote, isEmpty, saysTheSame, type NoteRecord } from '../store/tables/change-note.ts';
import { readNotesFile, type FileLine, type FileNote } from './notes-file.ts';

/** A chosen file: it is parsed again for the import, so that only its text is kept in memory. */
export interface NotesFile {
  readonly importId: string;
  readonly connectionId: string;
  readonly boardApi: string;
  readonly fileName: string;
  readonly text: string;
}

interface Around {
  readonly table: Pick<Store['notes'], 'ofBoards' | 'put'>;
  readonly now: () => number;
}

/** Notes that are held against those of this computer at a time, and written in one transaction. */
const SLICE = 1000;
/** As many problems and conflicts as are shown. */
const MOST_SHOWN = 100;

/** Changes nothing. Fails as `readNotesFile` does; rejects when the disk fails. */
export async function planNotes(file: NotesFile, around: Around): Promise<Result<LocalImport>> {
  const read = await readNotesFile(file.text, file.boardApi);
  if (!read.ok) return read;
  const counts: Record<Kind, number> = { added: 0, newer: 0, same: 0, older: 0, conflict: 0 };
  const problems: LocalImport['problems'][number][] = [];
  const conflicts: LocalImport['conflicts'][number][] = [];
  const onProblem = (line: number, why: string): void => {
    if (problems.length < MOST_SHOWN) problems.push({ line, why });
  };
  for await (const slice of slicesOf(file, read.value, around, onProblem)) {
    for (const { kind, sides, theirs } of slice) {
      counts[kind] += 1;
      const { boardId } = theirs;
      if (sides !== null && conflicts.length < MOST_SHOWN) conflicts.push({ boardId, ...sides });
    }
  }
  const { added, newer, same, older } = counts;
  const { importId, fileName } = file;
  return ok({ importId, fileName, added, newer, same, older, problems, conflicts });
}

/**
 * Takes what is new and what is newer, and for `takeTheirs` the file’s side whatever its age. Gives how many changed.
 *
 * Fails as `readNotesFile` does. Rejects when the disk fails: what was taken until then stays, and taking it again
 * changes nothing.
 */
export async function applyNotes(
  file: NotesFile,
  around: Around,
  takeTheirs: readonly string[],
): Promise<Result<number>> {
  const read = await readNotesFile(file.text, file.boardApi);
  if (!read.ok) return read;
  const wanted = new Set(takeTheirs);
  let boards = 0;
  for await (const slice of slicesOf(file, read.value, around, () => undefined)) {
    const taken = slice.flatMap((merged) => takenOf(merged, wanted, around.now()));
    if (taken.length > 0) await around.table.put(file.connectionId, taken);
    boards += taken.length;
  }
  return ok(boards);
}

/** A person's decision is newer than both versions: other computers shall accept it too. */
function takenOf({ kind, theirs }: Merged, wanted: ReadonlySet<string>, now: number): readonly NoteRecord[] {
  if (kind === 'added' || kind === 'newer') return [theirs];
  const isKept = kind === 'older' || kind === 'conflict';
  return isKept && wanted.has(theirs.boardId) ? [{ ...theirs, updatedAt: now }] : [];
}

async function* slicesOf(
  { connectionId }: NotesFile,
  lines: Iterable<FileLine>,
  { table, now }: Around,
  onProblem: (line: number, why: string) => void,
): AsyncGenerator<readonly Merged[]> {
  const seen = new Map<string, number>();
  let slice: FileNote[] = [];
  async function merged(): Promise<readonly Merged[]> {
    const notes = slice;
    slice = [];
    const ids = notes.map(({ boardId }) => boardId);
    const here = new Map((await table.ofBoards(connectionId, ids)).map((record) => [record.boardId, record]));
    return notes.map((note) => mergeNote(here.get(note.boardId) ?? null, note, now()));
  }
  for (const line of lines) {
    if ('why' in line) {
      onProblem(line.line, line.why);
      continue;
    }
    const { boardId } = line.note;
    const first = seen.get(boardId);
    if (first !== undefined) {
      onProblem(line.line, `Line ${first} already has this board.`);
      continue;
    }
    seen.set(boardId, line.line);
    slice.push(line.note);
    if (slice.length === SLICE) yield await merged();
  }
  if (slice.length > 0) yield await merged();
}

// The notes of a file and those of this computer.

type Sides = Pick<LocalImport['conflicts'][number], 'here' | 'there'>;

/** `conflict`: they differ, and nothing says which of them is newer; ours stays. */
type Kind = 'added' | 'newer' | 'same' | 'older' | 'conflict';

interface Merged {
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

type Part = readonly [key: keyof NoteRecord, name: string, textOf: (record: NoteRecord) => string];
const PARTS: readonly Part[] = [
  ['label', 'Label', ({ label }) => label],
  ['customer', 'Customer', ({ customer }) => customer],
  ['tags', 'Tags', ({ tags }) => tags.join(', ')],
  ['note', 'Note', ({ note }) => note.replaceAll(/\s+/gu, ' ')],
  ['protected', 'Protected', (record) => (record.protected ? 'yes' : 'no')],
];

/** Both sides as far as they differ. */
function sidesOf(ours: NoteRecord, theirs: NoteRecord): Sides {
  const differing = PARTS.filter(([key]) => JSON.stringify(ours[key]) !== JSON.stringify(theirs[key]));
  const side = (record: NoteRecord): string => {
    if (isEmpty(record)) return 'Nothing';
    const text = differing.map(([, name, textOf]) => `${name}: ${textOf(record) || 'none'}`).join('; ');
    return text.length > LONGEST_SIDE ? `${text.slice(0, LONGEST_SIDE - 1)}…` : text;
  };
  return { here: side(ours), there: side(theirs) };
}
