/** What people write about boards on this computer: changed, undone, and exported. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { randomUUID } from 'node:crypto';
import type { BoardSelection, LocalChanged } from '../../preload/contract/boards.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { unlogged } from '../activity/entries.ts';
import { BOARDS_AT_A_TIME, listHasChanged, stored } from '../store/selection.ts';
import type { RecordOf } from '../store/records.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { savedAs, type Files } from '../lib/files/files.ts';
import type { Store } from '../store/database.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { emptyNote, MOST_TAGS, type NoteChange, type NoteRecord } from '../store/tables/change-note.ts';
import { readChange } from './read-note.ts';
import { NOTES_HEAD, notesRow } from './notes-file.ts';
import { dayOf } from '../lib/wording/format.ts';
import { failure, wrongFields } from '../lib/wording/failure.ts';

/** Notes that are read or written at a time. */
const PAGE = 1000;

export interface NotesOptions {
  readonly table: Store['notes'];
  readonly facts: Pick<Store['boardFacts'], 'made' | 'previewed'>;
  readonly mirror: Pick<Mirror, 'facts' | 'ids' | 'notesChanged'>;
  readonly recordOf: RecordOf;
  readonly files: Files;
  readonly now: () => number;
  /** Rows of this connection show something else now, and the mirror knows. */
  readonly onChange: (connectionId: string) => void;
}

export class Notes {
  readonly #options: NotesOptions;
  readonly #lastChange: LastChange;
  readonly #mutex = new KeyedMutex();

  constructor(options: NotesOptions) {
    this.#options = options;
    this.#lastChange = new LastChange(options);
  }

  /**
   * Changes the notes of all boards of a selection, or none of them. Nothing happens at the service.
   *
   * Fails with `invalid-input` (with fields), `not-found`, `refused` for a selection that the list has outgrown, and
   * `storage`.
   */
  async annotate(args: ArgsOf<'boards.annotate'>): Promise<Result<LocalChanged>> {
    const { connectionId, selection } = args;
    const change = readChange(args.change);
    if (!change.ok) return change;
    return this.#changing(connectionId, () => this.#lastChange.make(connectionId, selection, change.value));
  }

  /** Takes the last change back; the id in its answer makes it again. Fails with `not-found` for any other, `storage`. */
  undo({ connectionId, undoId }: ArgsOf<'boards.undo'>): Promise<Result<LocalChanged>> {
    return this.#changing(connectionId, () => this.#lastChange.undo(connectionId, undoId));
  }

  /**
   * Writes all notes as a table to a file that the person chooses; null when they cancel. On any failure nothing is written.
   * Fails with `invalid-input` when there are no notes, `not-found`, `storage`.
   */
  async export({
    connectionId,
  }: ArgsOf<'notes.export'>): Promise<Result<{ readonly fileName: string; readonly boards: number } | null>> {
    const { files, now, recordOf } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const read = await stored(this.all(connectionId));
    if (!read.ok) return read;
    const notes = read.value;
    if (notes.length === 0) return fail(nothingWritten);
    const text = NOTES_HEAD + notes.map((note) => notesRow(note, record.value.boardApi)).join('');
    const saved = await files.save('notes', nameOf(record.value.name, now()), text);
    return savedAs(saved, { boards: notes.length }, 'Export the notes again.');
  }

  /** Boards were made from this computer. */
  async boardsMade(connectionId: string, boardIds: readonly string[]): Promise<void> {
    await this.#note(connectionId, this.#options.facts.made(connectionId, boardIds, this.#options.now()));
  }

  /** A board that was just made is to be called and tagged so. */
  async boardNoted(
    connectionId: string,
    boardId: string,
    label: string,
    tags: readonly string[],
  ): Promise<void> {
    if (label === '' && tags.length === 0) return;
    const record = { ...emptyNote(boardId, this.#options.now()), label, tags };
    await this.#note(connectionId, this.#options.table.put(connectionId, [record]));
  }

  /** A board was previewed from this computer. */
  async boardPreviewed(connectionId: string, boardId: string): Promise<void> {
    await this.#note(connectionId, this.#options.facts.previewed(connectionId, boardId, this.#options.now()));
  }

  /** For who moves connections between computers; all of these reject when the disk fails. */
  count(connectionId: string): Promise<number> {
    return this.#options.table.count(connectionId);
  }

  async all(connectionId: string): Promise<readonly NoteRecord[]> {
    const records: NoteRecord[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: readonly NoteRecord[] = await this.#options.table.page(connectionId, after, PAGE);
      records.push(...page);
      after = page.at(-1)?.boardId;
    }
    return records;
  }

  /** The notes of these boards, as far as there are any. */
  async ofBoards(connectionId: string, boardIds: readonly string[]): Promise<readonly NoteRecord[]> {
    const records: NoteRecord[] = [];
    for (let from = 0; from < boardIds.length; from += PAGE) {
      records.push(...(await this.#options.table.ofBoards(connectionId, boardIds.slice(from, from + PAGE))));
    }
    return records;
  }

  /** Replaces the present notes with these; an earlier change can no longer be undone. */
  async take(connectionId: string, records: readonly NoteRecord[]): Promise<void> {
    await this.#mutex.run(connectionId, async () => {
      await this.#lastChange.forget(connectionId);
      try {
        for (let from = 0; from < records.length; from += PAGE) {
          await this.#options.table.put(connectionId, records.slice(from, from + PAGE));
        }
      } finally {
        await this.#changed(connectionId);
      }
    });
  }

  /** Recording what was done with a board may fail without failing the action. */
  async #note(connectionId: string, written: Promise<void>): Promise<void> {
    const done = await stored(written);
    if (done.ok) await this.#changed(connectionId);
  }

  /** Runs one change after another; whatever its result, the list then shows the stored notes. */
  #changing<T>(connectionId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run(connectionId, async () => {
      const record = await this.#options.recordOf(connectionId);
      if (!record.ok) return record;
      const done = await work();
      if (done.ok || done.error.code === 'storage') await this.#changed(connectionId);
      return done;
    });
  }

  /** A mirror that can't be updated now reads the notes when it is next opened. */
  async #changed(connectionId: string): Promise<void> {
    const { mirror, onChange } = this.#options;
    await stored(mirror.notesChanged(connectionId));
    onChange(connectionId);
  }
}

/** “easel-notes-acme-boards-2026-11-21.csv”: two connections’ files may lie in one folder. */
function nameOf(connection: string, now: number): string {
  const words = connection.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const day = dayOf(now);
  return `${['easel-notes', ...words].join('-').slice(0, 80)}-${day}.csv`;
}

const nothingWritten = failure('invalid-input', {
  message: 'No board of this connection has notes yet.',
  nextStep: 'Add a label or a note to a board first.',
});

// The last change of notes of each connection. What was there before is in the database’s own temporary table until another
// change is made or Easel ends.

/** How often a large selection is read again because the list changes while it is read. */
const TRIES = 3;

class LastChange {
  readonly #options: Pick<NotesOptions, 'table' | 'mirror' | 'now'>;
  readonly #undoIds = new Map<string, string>();

  constructor(options: Pick<NotesOptions, 'table' | 'mirror' | 'now'>) {
    this.#options = options;
  }

  /** Fails with `invalid-input`, `refused` for a stale selection, `storage`. */
  async make(
    connectionId: string,
    selection: BoardSelection,
    change: NoteChange,
  ): Promise<Result<LocalChanged>> {
    const { table, now } = this.#options;
    const staged = await stored(this.#stage(connectionId, selection));
    if (!staged.ok) return staged;
    if (!staged.value) return fail(listHasChanged());
    const made = await stored(table.change(connectionId, change, now()));
    if (made.ok && made.value !== null) return ok(this.#done(connectionId, made.value));
    await stored(this.forget(connectionId));
    return made.ok ? fail(tooManyTags) : made;
  }

  /** Takes the change back; what that did can be taken back in turn. */
  async undo(connectionId: string, undoId: string): Promise<Result<LocalChanged>> {
    if (this.#undoIds.get(connectionId) !== undoId) return fail(nothingToUndo);
    const swapped = await stored(this.#options.table.swap(connectionId));
    return swapped.ok ? ok(this.#done(connectionId, swapped.value)) : swapped;
  }

  /** The present notes are not those that the last change left, so it can't be undone any more. */
  async forget(connectionId: string): Promise<void> {
    this.#undoIds.delete(connectionId);
    await this.#options.table.letGo(connectionId);
  }

  #done(connectionId: string, boards: number): LocalChanged {
    const undoId = randomUUID();
    this.#undoIds.set(connectionId, undoId);
    return { boards, undoId };
  }

  /**
   * Marks the boards, so that it is fixed which they are before the first one changes. False where the list has changed
   * since they were chosen, or keeps changing; rejects as the mirror and the table do.
   */
  async #stage(connectionId: string, selection: BoardSelection): Promise<boolean> {
    const { mirror, table } = this.#options;
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.forget(connectionId);
      if (selection.kind === 'ids') {
        // Also of boards that the list does not have yet, such as a colleague's new one.
        await table.stage(connectionId, selection.ids);
        return true;
      }
      const { revision } = await mirror.facts(connectionId);
      if (selection.kind === 'ranges' && selection.revision !== revision) return false;
      for (let from = 0, all = 1; from < all; from += BOARDS_AT_A_TIME) {
        const { boards, ids } = await mirror.ids(connectionId, selection, from, BOARDS_AT_A_TIME);
        await table.stage(connectionId, ids);
        all = boards;
      }
      if ((await mirror.facts(connectionId)).revision === revision) return true;
    }
    return false;
  }
}

const tooManyTags = wrongFields({
  addTags: `One board would get more than ${MOST_TAGS} tags, so none was changed.`,
});

const nothingToUndo = failure('not-found', {
  message: 'This change can no longer be undone.',
  nextStep: 'Change the boards by hand.',
});

export function noteCalls(notes: Notes): CallsOf<'notes'> {
  return { export: { run: (args) => notes.export(args), log: unlogged } };
}
