/**
 * Looks for a board that the service seemed not to know when it was to be deleted: a wrong key, an id of another kind or a
 * page of HTML answer 404 just as well, and a board that is called gone is looked for by nobody.
 */
import type { Failure, FailureCode, Result } from '../../preload/contract/failure.ts';
import type { BoardPage, ServiceApi } from '../service/api.ts';
import { signalsMore } from '../service/wire/row-hints.ts';

export type Found =
  /** The service shows other boards of its list, and neither shows nor lists this one. */
  | { readonly kind: 'gone' }
  /** It still shows or lists it. */
  | { readonly kind: 'shown' | 'listed' }
  /** It can't be told. `why`: the key is not accepted any more. */
  | { readonly kind: 'unsure'; readonly why: Failure | null };

type Looking = Pick<ServiceApi, 'viewBoard' | 'listBoards'>;

/** What a service may say of a board that it does not have. */
const MISSING: ReadonlySet<FailureCode> = new Set(['not-found', 'refused', 'not-understood', 'web-page']);

/** Some rows are enough: one of them shows whether the service can be asked for boards by the ids of its list. */
const SOME = { limit: 100, offset: 0 } as const;
const ANY = { limit: null, offset: null } as const;

/** Asks for the board, for the beginning of the list, and for another board of it. */
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

/** Whether a service may say with this that it does not know a board. */
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
