/** Puts chosen boards on the clipboard, in the form that they are needed in elsewhere. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { tabbedRow } from '../files/csv.ts';
import { curlLine } from '../service/snippets.ts';
import { failure } from '../wording/failure.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { cellsOf } from './export-columns.ts';
import { ROWS_AT_A_TIME, stored } from './selection.ts';
import { formatNumber } from '../wording/format.ts';
import type { CopyText } from '../files/files.ts';

/** The most boards that one copy may hold. */
export const MOST_COPIED = 10_000;

type CopyAs = ArgsOf<'boards.copy'>['as'];

export interface BoardCopiesOptions {
  readonly mirror: Pick<Mirror, 'ids' | 'rows'>;
  readonly addressesOf: (connectionId: string) => Promise<Result<{ readonly boardApi: string }>>;
  readonly copyText: CopyText;
}

export class BoardCopies {
  readonly #options: BoardCopiesOptions;

  constructor(options: BoardCopiesOptions) {
    this.#options = options;
  }

  /**
   * Copies boards as `boards.copy` of the contract says; boards without an id are left out of all but rows.
   *
   * Fails with `refused` for none, too many, or ranks of a list that has changed since, and with `storage`.
   */
  async copy({
    connectionId,
    selection,
    as,
  }: ArgsOf<'boards.copy'>): Promise<Result<{ readonly boards: number }>> {
    const addresses = await this.#options.addressesOf(connectionId);
    if (!addresses.ok) return addresses;
    const lines =
      as === 'rows'
        ? await this.#rows(connectionId, selection)
        : await this.#ids(connectionId, selection, (id) => LINES[as](id, addresses.value.boardApi));
    if (!lines.ok) return lines;
    if (lines.value.length === 0) return fail(nothingToCopy);
    const copied = await this.#options.copyText(lines.value.join('\n'));
    return copied.ok ? ok({ boards: lines.value.length }) : copied;
  }

  async #ids(
    connectionId: string,
    selection: BoardSelection,
    lineOf: (id: string) => string,
  ): Promise<Result<readonly string[]>> {
    const found = await stored(this.#options.mirror.ids(connectionId, selection, 0, MOST_COPIED));
    if (!found.ok) return found;
    if (found.value.boards > MOST_COPIED) return fail(tooMany);
    return ok(found.value.ids.map(lineOf));
  }

  async #rows(connectionId: string, selection: BoardSelection): Promise<Result<readonly string[]>> {
    const lines: string[] = [];
    for (let from = 0; ; from += ROWS_AT_A_TIME) {
      const asked = this.#options.mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, []);
      const found = await stored(asked);
      if (!found.ok) return found;
      const { boards, rows } = found.value;
      if (boards > MOST_COPIED) return fail(tooMany);
      for (const row of rows) lines.push(tabbedRow(cellsOf(row)));
      if (from + ROWS_AT_A_TIME >= boards) return ok(lines);
    }
  }
}

const linkOf = (id: string, boardApi: string): string => `${boardApi}/api/board/${encodeURIComponent(id)}`;

const LINES: Readonly<Record<Exclude<CopyAs, 'rows'>, typeof linkOf>> = {
  ids: (id) => id,
  links: linkOf,
  curl: (id, boardApi) => curlLine({ operation: 'view-board', id, name: '' }, boardApi),
};

const tooMany = failure('refused', {
  message: `At most ${formatNumber(MOST_COPIED)} boards can be copied at once.`,
  nextStep: 'Choose fewer boards, or export them to a file.',
});

const nothingToCopy = failure('refused', {
  message: 'None of these boards can be copied this way.',
  nextStep: 'Choose boards that have an id.',
});
