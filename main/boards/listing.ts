/**
 * Reads every page of the boards list.
 *
 * The specification names `limit` and `offset` but not what they mean (service-interface.md, section 4), so the
 * first two requests find out: two boards from 0 and two from 1 overlap by one when `offset` counts rows, by none
 * when it counts pages, by two when it is ignored.
 */
import { type Result, ok } from '../../preload/contract/failure.ts';
import { itemKey } from '../store/mirror/items.ts';
import { PageReader } from './page-reader.ts';
import {
  isLimitRefused,
  type Completeness,
  type FetchPage,
  type ListedPages,
  type PageRead,
} from './pages.ts';

export type OffsetMeaning = 'rows' | 'pages' | 'ignored';

/** Finds out what `offset` means; `onFirst` is called when the service has answered with the first boards. */
export type Probe = (fetchPage: FetchPage, onFirst: () => void) => Promise<Result<Probed>>;

export interface Reading {
  readonly pages: ListedPages;
  /** For finding out what `offset` means. */
  readonly fetchPage: FetchPage;
  /** Told of each page that was taken. */
  readonly onPage: (page: PageRead) => void;
  readonly probe?: Probe;
}

/**
 * Reads pages until an empty one proves the end.
 *
 * Gives `complete` only with proof; a failure ends it at once, what was taken before stays so.
 */
export async function readAllPages({
  pages,
  fetchPage,
  onPage,
  probe = probeOffset,
}: Reading): Promise<Result<Completeness>> {
  const reader = new PageReader(pages, onPage);
  const probed = await probe(fetchPage, () => reader.begin());
  if (!probed.ok) return probed;
  switch (probed.value.meaning) {
    case 'ignored':
      return reader.readOnce();
    case 'pages':
      return reader.readByPage();
    case 'rows':
      return reader.readByRow();
  }
}

/** What a probe found. `sure`: there were enough boards to tell, so it need not be asked again. */
export interface Probed {
  readonly meaning: OffsetMeaning;
  readonly sure: boolean;
}

/** Finds out what `offset` means by two small requests. */
export async function probeOffset(
  fetchPage: FetchPage,
  onFirst: () => void = () => undefined,
): Promise<Result<Probed>> {
  const first = await fetchPage({ limit: 2, offset: 0 });
  if (!first.ok) return isLimitRefused(first.error) ? found('ignored') : first;
  if (first.value.items.length + first.value.notUnderstood > 2) return found('ignored');
  if (first.value.items.length !== 2) return found('rows', false);
  const asked = fetchPage({ limit: 2, offset: 1 });
  onFirst();
  const second = await asked;
  if (!second.ok) return isLimitRefused(second.error) ? found('ignored') : second;
  const known = new Set(first.value.items.map(itemKey));
  const overlap = second.value.items.filter((item) => known.has(itemKey(item))).length;
  if (overlap === 0) return found('pages', second.value.items.length > 0);
  return found(overlap === 1 ? 'rows' : 'ignored');
}

/** Probes once: what was found for sure is remembered, for one connection. */
export function rememberingProbe(): Probe {
  let known: Probed | null = null;
  return async (fetchPage, onFirst) => {
    if (known !== null) return ok(known);
    const probed = await probeOffset(fetchPage, onFirst);
    if (probed.ok && probed.value.sure) known = probed.value;
    return probed;
  };
}

function found(meaning: OffsetMeaning, sure = true): Result<Probed> {
  return ok({ meaning, sure });
}
