/** Processes a file of notes that a person has opened: a preview of the changes, and the import. */
import type { LocalImport, MergeChoice } from '../../preload/contract/boards.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { whyRewritten } from '../files/csv.ts';
import type { Store } from '../store/database.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import { mergeNote, mergeTally, winnerOf, type Merged } from './merge.ts';
import { readNotesFile, type FileLine, type FileNote } from './notes-file.ts';

/** A chosen file: it is parsed again for the import, so that only its text is kept in memory. */
export interface NotesFile {
  readonly importId: string;
  readonly connectionId: string;
  readonly boardApi: string;
  readonly fileName: string;
  readonly text: string;
  /** What a person was shown of it; null once a part was taken. */
  readonly shown: LocalImport | null;
}

interface Around {
  readonly table: Pick<Store['notes'], 'ofBoards' | 'put'>;
  readonly mirror: Pick<Mirror, 'ids'>;
  readonly now: () => number;
}

/** What is told while the lines of a file are read. */
interface Told {
  readonly problem: (line: number, why: string) => void;
  /** So many ids are not in the list of boards. */
  readonly notListed: (ids: number) => void;
}

/** Notes that are held against those of this computer at a time, and written in one transaction. */
const SLICE = 1000;
/** As many problems as are shown. */
const MOST_PROBLEMS = 100;

/** Changes nothing. Fails as `readNotesFile` does; rejects when the disk fails. */
export async function planNotes(file: NotesFile, around: Around): Promise<Result<LocalImport>> {
  const read = await readNotesFile(file.text, file.boardApi);
  if (!read.ok) return read;
  const tally = mergeTally();
  const problems: LocalImport['problems'][number][] = [];
  let notListed = 0;
  const told: Told = {
    problem: (line, why) => problems.length < MOST_PROBLEMS && problems.push({ line, why }),
    notListed: (ids) => {
      notListed += ids;
    },
  };
  for await (const slice of slicesOf(file, read.value, around, told))
    for (const merged of slice) tally.add(merged);
  const { importId, fileName } = file;
  const inOrder = problems.toSorted((one, other) => one.line - other.line);
  return ok({ importId, fileName, ...tally.sum(), notListed, problems: inOrder });
}

/**
 * Takes what is new, and where both sides differ the one that was chosen. Gives how many changed.
 *
 * Fails as `readNotesFile` does. Rejects when the disk fails: what was taken until then stays, and taking it again
 * changes nothing.
 */
export async function applyNotes(
  file: NotesFile,
  around: Around,
  { side, except }: MergeChoice,
): Promise<Result<number>> {
  const read = await readNotesFile(file.text, file.boardApi);
  if (!read.ok) return read;
  const choice = { side, except: new Set(except) };
  const tally = mergeTally();
  let boards = 0;
  for await (const slice of slicesOf(file, read.value, around, SILENT)) {
    const taken = slice.flatMap((merged) => winnerOf(merged, tally.add(merged), choice) ?? []);
    if (taken.length > 0) await around.table.put(file.connectionId, taken);
    boards += taken.length;
  }
  return ok(boards);
}

const SILENT: Told = { problem: () => undefined, notListed: () => undefined };

type NoteLine = Extract<FileLine, { readonly note: FileNote }>;

async function* slicesOf(
  { connectionId }: NotesFile,
  lines: Iterable<FileLine>,
  { table, mirror, now }: Around,
  told: Told,
): AsyncGenerator<readonly Merged<NoteRecord>[]> {
  const seen = new Map<string, number>();
  let slice: NoteLine[] = [];
  /** Leaves out ids that a spreadsheet has rewritten: their notes would be kept for boards that don't exist. */
  async function merged(): Promise<readonly Merged<NoteRecord>[]> {
    const ids = slice.map(({ note }) => note.boardId);
    const selection = { kind: 'ids', ids } as const;
    const listed = new Set((await mirror.ids(connectionId, selection, 0, ids.length)).ids);
    const isGood = ({ note, isRewritten }: NoteLine): boolean => !isRewritten || listed.has(note.boardId);
    for (const one of slice) if (!isGood(one)) told.problem(one.line, whyRewritten(one.note.boardId));
    const notes = slice.filter(isGood).map(({ note }) => note);
    slice = [];
    told.notListed(notes.filter(({ boardId }) => !listed.has(boardId)).length);
    const here = new Map((await table.ofBoards(connectionId, ids)).map((record) => [record.boardId, record]));
    return notes.map((note) => mergeNote(here.get(note.boardId) ?? null, note, now()));
  }
  for (const line of lines) {
    if ('why' in line) {
      told.problem(line.line, line.why);
      continue;
    }
    const { boardId } = line.note;
    const first = seen.get(boardId);
    if (first !== undefined) {
      told.problem(line.line, `Line ${first} already has this board.`);
      continue;
    }
    seen.set(boardId, line.line);
    slice.push(line);
    if (slice.length === SLICE) yield await merged();
  }
  if (slice.length > 0) yield await merged();
}
