import type { ImportPlan } from '../../../preload/contract/connections.ts';
import { foldId, sameIds } from '../../lib/pasted.ts';
import type { Notes } from '../../notes/notes.ts';
import { writeTags } from '../../notes/notes-file.ts';
import type { Mirror } from '../../store/mirror/mirror.ts';
import type { NoteRecord } from '../../store/tables/change-note.ts';
import type { Planned } from './plan.ts';

export interface TableParts {
  readonly mirror: Pick<Mirror, 'rows'>;
  readonly register: {
    withDeleted(connectionId: string): Promise<readonly { readonly identifier: string }[]>;
  };
  readonly notes: Pick<Notes, 'ofBoards'>;
}

const MOST_SHOWN = 100;
/** Ids per query. Each id may have three forms. */
const IDS_AT_A_TIME = 300;

const CELLS: Readonly<Record<string, (note: NoteRecord) => string>> = {
  Label: ({ label }) => label,
  Note: ({ note }) => note,
  Tags: ({ tags }) => writeTags(tags),
  Customer: ({ customer }) => customer,
  Protected: (note) => (note.protected ? 'yes' : 'no'),
};

/** Counts the known ids, and compares cells with the notes on this computer. Rejects on disk errors. */
export async function tableFacts(
  connectionId: string,
  ids: readonly string[],
  { notes: { replaced } }: Planned,
  { mirror, register, notes }: TableParts,
): Promise<NonNullable<ImportPlan['table']>> {
  const papers = await register.withDeleted(connectionId);
  const known = new Set(papers.map(({ identifier }) => foldId(identifier)));
  for (let from = 0; from < ids.length; from += IDS_AT_A_TIME) {
    const forms = ids.slice(from, from + IDS_AT_A_TIME).flatMap(sameIds);
    const { rows } = await mirror.rows(connectionId, { kind: 'ids', ids: forms }, 0, forms.length, []);
    for (const { id } of rows) if (id !== null) known.add(foldId(id));
  }
  const unknown = ids.filter((id) => !known.has(foldId(id)));
  const boardIds = replaced.map(({ boardId }) => boardId);
  const here = new Map((await notes.ofBoards(connectionId, boardIds)).map((note) => [note.boardId, note]));
  const cells = replaced.flatMap((next) => {
    const ours = here.get(next.boardId);
    if (ours === undefined) return [];
    return Object.entries(CELLS).flatMap(([column, cellOf]) => {
      const [before, after] = [cellOf(ours), cellOf(next)];
      return before === after ? [] : [{ id: next.boardId, column, before, after }];
    });
  });
  return {
    matched: ids.length - unknown.length,
    unknown: unknown.length,
    unknownIds: unknown.slice(0, MOST_SHOWN),
    rewritten: cells.length,
    cells: cells.slice(0, MOST_SHOWN),
  };
}
