/** What a person can do about a create whose end was not seen. Nothing here sends a create. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { UnresolvedCheck, UnresolvedCreate } from '../../preload/contract/service.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Boards } from '../boards/boards.ts';
import { failure } from '../wording/failure.ts';
import type { CreateJournal } from './create-journal.ts';

/** How far the service's clock may be off, ms, and how long a create may take. */
const BEFORE_MS = 5 * 60_000;
const AFTER_MS = 10 * 60_000;

export class UnresolvedCreates {
  readonly #journal: CreateJournal;
  readonly #boards: Boards;

  constructor(journal: CreateJournal, boards: Boards) {
    this.#journal = journal;
    this.#boards = boards;
  }

  async list({ connectionId }: ArgsOf<'unresolved.list'>): Promise<Result<readonly UnresolvedCreate[]>> {
    return ok(await this.#journal.list(connectionId));
  }

  /** Reads the list anew and offers the boards that came about then; for papers, says what can and can't be known. */
  async check({
    connectionId,
    unresolvedId: id,
  }: ArgsOf<'unresolved.check'>): Promise<Result<UnresolvedCheck>> {
    const unknown = await this.#journal.find(connectionId, id);
    if (unknown === null) {
      return fail(
        failure('not-found', {
          message: 'This was already settled.',
          nextStep: 'There is nothing left to do.',
        }),
      );
    }
    if (unknown.kind === 'paper') return ok({ kind: 'paper', sentence: PAPER_SENTENCE });
    const listed = await this.#boards.listToEnd(connectionId);
    if (!listed.ok) return listed;
    const { sentAt } = unknown;
    const about = await this.#boards.ask(connectionId, (mirror) =>
      mirror.createdBetween(connectionId, sentAt - BEFORE_MS, sentAt + AFTER_MS),
    );
    if (!about.ok) return about;
    const newcomers = about.value.filter((row) => row.id !== null && !row.madeHere);
    return ok({ kind: 'board', newcomers, completeness: listed.value.completeness });
  }

  async settle({ connectionId, unresolvedId: id }: ArgsOf<'unresolved.settle'>): Promise<Result<null>> {
    await this.#journal.settle(connectionId, id);
    return ok(null);
  }
}

const PAPER_SENTENCE =
  'The service can’t list papers, so Easel can’t tell whether this one exists. If you find it in the web app, add it by its link. Creating it again may make a duplicate.';
