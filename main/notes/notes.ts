import type { ArgsOf } from '../../preload/contract/contract.ts';
import { randomUUID } from 'node:crypto';
import type { BoardSelection, LocalChanged } from '../../preload/contract/boards.ts';
import type { CustomerTotal } from '../../preload/contract/customers.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { listHasChanged, ROWS_AT_A_TIME, stored } from '../store/selection.ts';
import type { Core } from '../ipc/core.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { timeCell, type Cell } from '../lib/files/csv.ts';
import { savedAs } from '../lib/files/files.ts';
import { onePage, tablePieces } from '../lib/files/table.ts';
import type { Store } from '../store/database.ts';
import type { ItemEdit } from '../store/items.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import {
  emptyNote,
  MOST_TAGS,
  noteBody,
  type NoteChange,
  type NoteRecord,
} from '../store/tables/change-note.ts';
import type { SharedChange, Sharing } from '../team/copies.ts';
import { unlogged } from '../activity/entries.ts';
import type { CallsOf, Implementations } from '../lib/implementation.ts';
import { viewCalls } from './views.ts';
import { readChange } from './read-note.ts';
import { NOTES_HEAD, notesRow } from './notes-file.ts';
import { dayOf, formatNumber } from '../lib/wording/format.ts';
import { failure, wrongFields } from '../lib/wording/failure.ts';

/** Maximum number of times that a selection is read. If the boards list changes meanwhile, reading starts again. */
const TRIES = 3;
const PAGE = 1000;

export interface NotesOptions extends Pick<Core, 'recordOf' | 'files' | 'signals' | 'now'> {
  readonly table: Store['notes'];
  readonly facts: Pick<Store['boardFacts'], 'made' | 'previewed'>;
  readonly mirror: Pick<Mirror, 'facts' | 'rows' | 'notesChanged'>;
  readonly sharing: Pick<Sharing, 'isJoined' | 'change' | 'happened'>;
}

export class Notes {
  readonly #options: NotesOptions;
  /** The last change of notes per connection, for an undo. `revision`: the change's revision in the team database. */
  readonly #undos = new Map<string, { readonly id: string; readonly revision: number }>();
  readonly #mutex = new KeyedMutex();

  constructor(options: NotesOptions) {
    this.#options = options;
  }

  /** Changes the notes of all selected boards. A failure leaves all notes unchanged. */
  async annotate(args: ArgsOf<'boards.annotate'>): Promise<Result<LocalChanged>> {
    const { connectionId, selection, seen } = args;
    const change = readChange(args.change);
    if (!change.ok) return change;
    return this.#changing(connectionId, () => this.#change(connectionId, selection, change.value, seen));
  }

  /** Undoes the last change of notes. Returns an id for a redo. Fails with `not-found` after any later change. */
  undo({ connectionId, undoId }: ArgsOf<'boards.undo'>): Promise<Result<LocalChanged>> {
    return this.#changing(connectionId, async () => {
      const known = this.#undos.get(connectionId);
      if (known?.id !== undoId) return fail(nothingToUndo);
      const { sharing, table } = this.#options;
      if (sharing.isJoined(connectionId)) {
        const undone = await this.#share(connectionId, table.undoing(connectionId), {
          since: known.revision,
        });
        return undone.ok || undone.error.code !== 'conflict' ? undone : fail(nothingToUndo);
      }
      const swapped = await stored(table.swap(connectionId));
      return swapped.ok ? ok(this.#changeOf(connectionId, swapped.value)) : swapped;
    });
  }

  async export({ connectionId }: ArgsOf<'notes.export'>) {
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

  async boardsMade(connectionId: string, boardIds: readonly string[]): Promise<void> {
    await this.#note(connectionId, this.#options.facts.made(connectionId, boardIds, this.#options.now()));
  }

  async boardNoted(
    connectionId: string,
    boardId: string,
    label: string,
    tags: readonly string[],
  ): Promise<void> {
    if (label === '' && tags.length === 0) return;
    const { now, sharing, table } = this.#options;
    const record = { ...emptyNote(boardId, now()), label, tags };
    await this.#note(connectionId, table.put(connectionId, [record]));
    sharing.happened(connectionId);
  }

  async boardPreviewed(connectionId: string, boardId: string): Promise<void> {
    await this.#note(connectionId, this.#options.facts.previewed(connectionId, boardId, this.#options.now()));
  }

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

  async ofBoards(connectionId: string, boardIds: readonly string[]): Promise<readonly NoteRecord[]> {
    const records: NoteRecord[] = [];
    for (let from = 0; from < boardIds.length; from += PAGE) {
      records.push(...(await this.#options.table.ofBoards(connectionId, boardIds.slice(from, from + PAGE))));
    }
    return records;
  }

  /** Saves imported notes. `merge` combines a board's current and imported notes. Returns an id for an undo. */
  take(
    connectionId: string,
    records: readonly NoteRecord[],
    merge = keepProtection,
  ): Promise<Result<string>> {
    return this.#mutex.run(connectionId, async () => {
      await this.#forgetUndo(connectionId);
      // A team database saves all notes or none. Without a team, saves notes in pages, because one large write blocks long.
      const size = this.#options.sharing.isJoined(connectionId) ? records.length : PAGE;
      let undoId = '';
      try {
        for (let from = 0; from < records.length; from += size) {
          const edits = this.#editsOf(connectionId, records.slice(from, from + size), merge);
          const saved = await this.#share(connectionId, edits);
          if (!saved.ok) return from === 0 ? saved : fail(onlyPart(from, records.length, saved.error));
          ({ undoId } = saved.value);
        }
        return ok(undoId);
      } finally {
        await this.#changed(connectionId);
      }
    });
  }

  async #note(connectionId: string, written: Promise<void>): Promise<void> {
    const done = await stored(written);
    if (done.ok) await this.#changed(connectionId);
  }

  #changing<T>(connectionId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run(connectionId, async () => {
      const record = await this.#options.recordOf(connectionId);
      if (!record.ok) return record;
      const done = await work();
      if (done.ok || done.error.code === 'storage') await this.#changed(connectionId);
      return done;
    });
  }

  async #change(
    connectionId: string,
    selection: BoardSelection,
    change: NoteChange,
    seen: SharedChange['seen'],
  ): Promise<Result<LocalChanged>> {
    const { table, now, sharing } = this.#options;
    const staged = await stored(this.#stage(connectionId, selection));
    if (!staged.ok) return staged;
    if (!staged.value) return fail(listHasChanged());
    if (sharing.isJoined(connectionId))
      return this.#share(connectionId, table.planned(connectionId, change, now()), { seen });
    const made = await stored(table.change(connectionId, change, now()));
    if (made.ok && made.value !== null) return ok(this.#changeOf(connectionId, made.value));
    await stored(this.#forgetUndo(connectionId));
    return made.ok ? fail(tooManyTags) : made;
  }

  /** Saves planned changes of notes. `planning` resolves to null if a board would get too many tags. */
  async #share(
    connectionId: string,
    planning: Promise<readonly ItemEdit[] | null>,
    more: SharedChange = {},
  ): Promise<Result<LocalChanged>> {
    const planned = await stored(planning);
    if (!planned.ok) return planned;
    const edits = planned.value;
    const changed =
      edits === null ? fail(tooManyTags) : await this.#options.sharing.change(connectionId, edits, more);
    if (changed.ok) return ok(this.#changeOf(connectionId, changed.value.items, changed.value.revision));
    await stored(this.#forgetUndo(connectionId));
    return changed;
  }

  async #editsOf(
    connectionId: string,
    records: readonly NoteRecord[],
    merge: typeof keepProtection,
  ): Promise<readonly ItemEdit[]> {
    const ids = records.map(({ boardId }) => boardId);
    const notes = await this.ofBoards(connectionId, ids);
    const known = new Map(notes.map((note) => [note.boardId, note]));
    return records.map((record) => {
      const { boardId: id, updatedAt } = record;
      const note = known.get(id) ?? emptyNote(id, updatedAt);
      return { kind: 'note', id, before: noteBody(note), after: noteBody(merge(note, record)) };
    });
  }

  async #forgetUndo(connectionId: string): Promise<void> {
    this.#undos.delete(connectionId);
    await this.#options.table.letGo(connectionId);
  }

  #changeOf(connectionId: string, boards: number, revision = 0): LocalChanged {
    const undoId = randomUUID();
    this.#undos.set(connectionId, { id: undoId, revision });
    return { boards, undoId };
  }

  /** Stores the ids of the selected boards in a temporary table. Returns false if the boards list keeps changing. */
  async #stage(connectionId: string, selection: BoardSelection): Promise<boolean> {
    const { mirror, table } = this.#options;
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.#forgetUndo(connectionId);
      if (selection.kind === 'ids') {
        // Accepts ids that are not in the boards list, because this list may not contain new boards yet.
        await table.stage(connectionId, selection.ids);
        return true;
      }
      const { revision } = await mirror.facts(connectionId);
      if (selection.kind === 'ranges' && selection.revision !== revision) return false;
      for (let from = 0, all = 1; from < all; from += ROWS_AT_A_TIME) {
        const { boards, rows } = await mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, []);
        const ids = rows.flatMap(({ id }) => id ?? []);
        await table.stage(connectionId, ids);
        all = boards;
      }
      if ((await mirror.facts(connectionId)).revision === revision) return true;
    }
    return false;
  }

  /** Updates the notes in the boards list. Ignores failures, because the list then reads all notes when next opened. */
  async #changed(connectionId: string): Promise<void> {
    const { mirror, signals } = this.#options;
    await stored(mirror.notesChanged(connectionId));
    void signals.notesChanged.tell(connectionId);
  }
}

function onlyPart(notes: number, all: number, error: Failure): Failure {
  const message = `Easel saved only the first ${formatNumber(notes)} of ${formatNumber(all)} notes. ${error.message}`;
  return { ...error, message };
}

/** Replaces a board's notes. The board stays protected, because the imported file may be older than its protection. */
function keepProtection(known: NoteRecord, imported: NoteRecord): NoteRecord {
  return { ...imported, protected: known.protected || imported.protected };
}

function nameOf(connection: string, now: number): string {
  const words = connection.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const day = dayOf(now);
  return `${['easel-notes', ...words].join('-').slice(0, 80)}-${day}.csv`;
}

const nothingWritten = failure('invalid-input', {
  message: 'No board of this connection has notes yet.',
  nextStep: 'Add a label or a note to a board first.',
});

const tooManyTags = wrongFields({
  addTags: `One board would get more than ${MOST_TAGS} tags, so no boards were changed.`,
});

const nothingToUndo = failure('not-found', {
  message: 'This change can no longer be undone.',
  nextStep: 'Change the boards one by one.',
});

const CELLS: Readonly<Record<string, (total: CustomerTotal) => Cell>> = {
  customer: ({ name }) => name,
  boards: ({ boards }) => String(boards),
  papers: ({ papers }) => String(papers),
  'oldest board': ({ oldest }) => timeCell(oldest),
  'last visit': ({ lastVisit }) => timeCell(lastVisit),
};

function customerCalls({ mirror, recordOf, log, saveExport }: Core): CallsOf<'customers'> {
  /** Runs a query of the boards database. Fails with `not-found` for an unknown connection, or with `storage`. */
  async function ask<T>(connectionId: string, question: () => Promise<T>): Promise<Result<T>> {
    const record = await recordOf(connectionId);
    return record.ok ? stored(question(), log) : record;
  }

  const readTotals = (connectionId: string): Promise<Result<readonly CustomerTotal[]>> =>
    ask(connectionId, () => mirror.customerTotals(connectionId));

  return {
    totals: { run: ({ connectionId }) => readTotals(connectionId) },
    page: {
      run: ({ connectionId, customer }) =>
        ask(connectionId, () => mirror.customerPage(connectionId, customer)),
    },
    export: {
      run: async ({ connectionId }) => {
        const totals = await readTotals(connectionId);
        if (!totals.ok) return totals;
        if (totals.value.length === 0) return fail(nothingToExport);
        const rows = totals.value.map((total) => Object.values(CELLS).map((cellOf) => cellOf(total)));
        return saveExport('customers', 'csv', () => tablePieces(Object.keys(CELLS), onePage(rows)));
      },
      log: unlogged,
    },
  };
}

const nothingToExport = failure('invalid-input', {
  message: 'No board or paper has a customer yet.',
  nextStep: 'Add a customer to a board or paper first.',
});

export function openNotes(core: Core, sharing: Sharing) {
  const notes = new Notes({ ...core, table: core.store.notes, facts: core.store.boardFacts, sharing });
  const calls: Pick<Implementations, 'notes' | 'views' | 'customers'> = {
    notes: { export: { run: (args) => notes.export(args), log: unlogged } },
    views: viewCalls({ ...core, sharing }),
    customers: customerCalls(core),
  };
  return { notes, calls };
}
