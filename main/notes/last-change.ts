/**
 * The last change of notes of each connection: made in slices, and taken back the same way.
 *
 * What was there before lies in the database’s own temporary table, however much it is, until another change is made
 * or Easel ends.
 */
import { randomUUID } from 'node:crypto';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { BOARDS_AT_A_TIME, listHasChanged, stored } from '../boards/selection.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { MOST_TAGS, type NoteChange } from '../store/tables/change-note.ts';

/** Boards in one transaction: a few hundredths of a second, in which nothing else is asked of the database. */
const SLICE = 1000;
/** How often a large selection is read again because the list changes while it is read. */
const TRIES = 3;

interface LastChangeOptions {
  readonly table: Store['notes'];
  readonly mirror: Pick<Mirror, 'facts' | 'ids'>;
  readonly now: () => number;
}

/** How many boards changed, and what takes it back. */
interface Done {
  readonly boards: number;
  readonly undoId: string;
}

export class LastChange {
  readonly #options: LastChangeOptions;
  readonly #undoIds = new Map<string, string>();

  constructor(options: LastChangeOptions) {
    this.#options = options;
  }

  /** Makes the change whole, or not at all. Fails with `invalid-input`, `refused` for a stale selection, `storage`. */
  async make(connectionId: string, selection: BoardSelection, change: NoteChange): Promise<Result<Done>> {
    const staged = await stored(this.#stage(connectionId, selection));
    if (!staged.ok) return staged;
    if (!staged.value) return fail(listHasChanged());
    const { table, now } = this.#options;
    const at = now();
    let boards = 0;
    let after = '';
    for (;;) {
      const slice = await stored(table.change(connectionId, change, { at, after, count: SLICE }));
      if (!slice.ok) return fail(await this.#takeBack(connectionId, after, slice.error));
      if (slice.value === null) return fail(await this.#takeBack(connectionId, after, tooManyTags));
      boards += slice.value.changed;
      if (slice.value.last === null) return ok(this.#done(connectionId, boards));
      after = slice.value.last;
    }
  }

  /** Takes the change back whole, or not at all; what that did can be taken back in turn. */
  async undo(connectionId: string, undoId: string): Promise<Result<Done>> {
    if (this.#undoIds.get(connectionId) !== undoId) return fail(nothingToUndo);
    const swapped = await this.#swap(connectionId, null);
    if (swapped.failure === null) return ok(this.#done(connectionId, swapped.boards));
    const again = await this.#swap(connectionId, swapped.last);
    return fail(again.failure === null ? swapped.failure : halfDone(swapped.failure));
  }

  /** The present notes are not those that the last change left, so it can't be undone any more. */
  async forget(connectionId: string): Promise<void> {
    this.#undoIds.delete(connectionId);
    while ((await this.#options.table.letGo(connectionId, BOARDS_AT_A_TIME)) > 0);
  }

  #done(connectionId: string, boards: number): Done {
    const undoId = randomUUID();
    this.#undoIds.set(connectionId, undoId);
    return { boards, undoId };
  }

  /**
   * Marks the boards, so that it is fixed which they are before the first one changes. False where the list has changed
   * since they were chosen, or keeps changing; rejects as the mirror and the table do.
   */
  async #stage(connectionId: string, selection: BoardSelection): Promise<boolean> {
    const { mirror } = this.#options;
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.forget(connectionId);
      const { revision } = await mirror.facts(connectionId);
      if (selection.kind === 'ranges' && selection.revision !== revision) return false;
      const pages = await this.#stageAll(connectionId, selection);
      if (pages <= 1 || (await mirror.facts(connectionId)).revision === revision) return true;
    }
    return false;
  }

  /** Gives in how many pages the boards came: one page is of one moment. */
  async #stageAll(connectionId: string, selection: BoardSelection): Promise<number> {
    const { mirror, table } = this.#options;
    if (selection.kind === 'ids') {
      // Also of boards that the list does not have yet, such as a colleague's new one.
      await table.stage(connectionId, selection.ids);
      return 1;
    }
    let from = 0;
    for (let pages = 1; ; pages += 1) {
      const { boards, ids } = await mirror.ids(connectionId, selection, from, BOARDS_AT_A_TIME);
      await table.stage(connectionId, ids);
      from += ids.length;
      if (ids.length === 0 || from >= boards) return pages;
    }
  }

  /** Undoes the part of a change that was made, up to board `last`. */
  async #takeBack(connectionId: string, last: string, why: Failure): Promise<Failure> {
    const swapped = await this.#swap(connectionId, last);
    const forgotten = await stored(this.forget(connectionId));
    return swapped.failure === null && forgotten.ok ? why : halfDone(why);
  }

  /** Swaps the saved notes with the present ones, up to board `upTo`. */
  async #swap(
    connectionId: string,
    upTo: string | null,
  ): Promise<{ readonly boards: number; readonly last: string; readonly failure: Failure | null }> {
    let boards = 0;
    let last = '';
    for (;;) {
      const place = { after: last, upTo, count: SLICE };
      const slice = await stored(this.#options.table.swap(connectionId, place));
      if (!slice.ok) return { boards, last, failure: slice.error };
      if (slice.value.last === null) return { boards, last, failure: null };
      boards += slice.value.changed;
      last = slice.value.last;
    }
  }
}

const tooManyTags = wrongFields({
  addTags: `One board would get more than ${MOST_TAGS} tags, so none was changed.`,
});

function halfDone(why: Failure): Failure {
  return failure(why.code, {
    from: why,
    message: 'Easel changed only some of these boards, and couldn’t undo that.',
    nextStep: 'Check the list, then make the change again.',
  });
}

const nothingToUndo = failure('not-found', {
  message: 'This change can no longer be undone.',
  nextStep: 'Change the boards by hand.',
});
