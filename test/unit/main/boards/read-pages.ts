/** Reads a board list with Easel's code, but in the test's thread instead of the database thread. */
import { readAllPages as readThem, type ListEnd } from '../../../../main/boards/listing.ts';
import type { BoardItem, BoardPage, PageRequest, ServiceApi } from '../../../../main/service/api.ts';
import { WaitingPages } from '../../../../main/service/read-answer.ts';
import { SeenBoards } from '../../../../main/store/mirror/board-store.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';

export type FetchPage = (page: PageRequest, signal?: AbortSignal) => Promise<Result<BoardPage>>;

export const WAITING = new WaitingPages();

interface Brought {
  readonly fresh: readonly BoardItem[];
  readonly notUnderstood: number;
}

export async function readAllPages(
  fetchPage: FetchPage,
  onPage: (page: Brought) => void,
): Promise<Result<ListEnd>> {
  const seen = new SeenBoards();
  let fresh: readonly BoardItem[] = [];
  return readThem({
    sample: fetchPage,
    fetch: async (request, signal) => {
      const page = await fetchPage(request, signal);
      return page.ok ? ok(WAITING.hold(page.value)) : page;
    },
    take: (page, when) => {
      const taken = seen.take(WAITING.take(page.number), when);
      fresh = taken ?? [];
      return Promise.resolve(taken?.length ?? null);
    },
    onPage: ({ notUnderstood }) => onPage({ fresh, notUnderstood }),
  });
}

/** Fake API for board lists. `fetchBoards` stores result pages in `WAITING`, and returns their numbers and counts. */
export function listOf(listBoards: ServiceApi['listBoards']): Pick<ServiceApi, 'listBoards' | 'fetchBoards'> {
  return {
    listBoards,
    fetchBoards: async (asked, signal) => {
      const page = await listBoards(asked, signal);
      return page.ok ? ok(WAITING.hold(page.value)) : page;
    },
  };
}
