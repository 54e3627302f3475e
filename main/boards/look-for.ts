/**
 * Looks up a board after a delete got a 404. A wrong key, an id of another kind or an HTML page gives 404 too, so it
 * proves nothing alone.
 */
import type { Failure, FailureCode, Result } from '../../preload/contract/failure.ts';
import type { BoardPage, ServiceApi } from '../service/api.ts';
import { signalsMore } from '../service/wire/row-hints.ts';

export type Found =
  /** The service shows another board, and neither shows nor lists this one. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'shown' | 'listed' }
  /** Unknown. `why`: set if the key is no longer accepted. */
  | { readonly kind: 'unsure'; readonly why: Failure | null };

type Looking = Pick<ServiceApi, 'viewBoard' | 'listBoards'>;

const MISSING: ReadonlySet<FailureCode> = new Set(['not-found', 'refused', 'not-understood', 'web-page']);

/** One listed board shows if boards can be viewed by the ids of the list. */
const SOME = { limit: 100, offset: 0 } as const;
const ANY = { limit: null, offset: null } as const;

/** Views the board, lists the first rows, and views another board. */
export async function lookFor(api: Looking, boardId: string): Promise<Found> {
  const view = await api.viewBoard(boardId);
  if (view.ok) return view.value.proves ? { kind: 'shown' } : unsure(null);
  if (!isMissing(view.error)) return unsure(view.error);
  const page = await someBoards(api);
  if (!page.ok) return unsure(page.error);
  const { items, notUnderstood, total, isBlank, hints } = page.value;
  if (items.some(({ id }) => id === boardId)) return { kind: 'listed' };
  const isCut = notUnderstood > 0 || isBlank === true || signalsMore(hints, items.length, 1);
  if (!isCut && (items.length === total || (items.length === 0 && total === null))) return { kind: 'gone' };
  const other = items.find(({ id }) => id !== null)?.id ?? null;
  const shown = other === null ? null : await api.viewBoard(other);
  if (shown?.ok === true) return shown.value.proves ? { kind: 'gone' } : unsure(null);
  return unsure(shown?.error ?? null);
}

export function isMissing({ code, status = 0 }: Failure): boolean {
  return MISSING.has(code) || (code === 'service-problem' && status === 500);
}

async function someBoards(api: Looking): Promise<Result<BoardPage>> {
  const page = await api.listBoards(SOME);
  return !page.ok && page.error.code === 'refused' ? api.listBoards(ANY) : page;
}

function unsure(error: Failure | null): Found {
  return { kind: 'unsure', why: error?.code === 'key-refused' ? error : null };
}
