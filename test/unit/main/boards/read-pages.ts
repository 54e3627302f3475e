/** Reads a list as a listing does, with what the mirror's thread does done here. */
import { readAllPages as readThem, type ListEnd } from '../../../../main/boards/listing.ts';
import type { BoardItem, BoardPage, PageRequest, ServiceApi } from '../../../../main/service/api.ts';
import { SeenBoards, WaitingPages } from '../../../../main/store/mirror/load.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';

/** A service that is asked for pages; an answer that nobody waits for any more is given up with the signal. */
export type FetchPage = (page: PageRequest, signal?: AbortSignal) => Promise<Result<BoardPage>>;

/** Pages that no test has taken yet. */
export const WAITING = new WaitingPages();

interface Brought {
  readonly fresh: readonly BoardItem[];
  /** Of all pages so far. */
  readonly notUnderstood: number;
}

export async function readAllPages(
  fetchPage: FetchPage,
  onPage: (page: Brought) => void,
): Promise<Result<ListEnd>> {
  const seen = new SeenBoards();
  let fresh: readonly BoardItem[] = [];
  return readThem(
    {
      fetch: async (asked, signal) => {
        const page = await fetchPage(asked, signal);
        return page.ok ? ok(WAITING.hold(page.value)) : page;
      },
      take: (page, when) => {
        const taken = seen.take(WAITING.take(page.number), when);
        fresh = taken ?? [];
        return Promise.resolve(taken?.length ?? null);
      },
    },
    fetchPage,
    ({ notUnderstood }) => onPage({ fresh, notUnderstood }),
  );
}

/** A service's list of boards, from what answers a page of it. Its pages wait in `WAITING`. */
export function listOf(listBoards: ServiceApi['listBoards']): Pick<ServiceApi, 'listBoards' | 'fetchBoards'> {
  return {
    listBoards,
    fetchBoards: async (asked, signal) => {
      const page = await listBoards(asked, signal);
      return page.ok ? ok(WAITING.hold(page.value)) : page;
    },
  };
}
