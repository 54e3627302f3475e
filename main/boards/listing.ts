/**
 * Reads every page of the boards list.
 *
 * The specification names `limit` and `offset` but not what they mean (service-interface.md, section 4), so the
 * first two requests find out: two boards from 0 and two from 1 overlap by one when `offset` counts rows, by none
 * when it counts pages, by two when it is ignored.
 */
import type { Result } from '../../preload/contract/failure.ts';
import { ok } from '../../preload/contract/failure.ts';
import { PageReader } from './page-reader.ts';
import {
  isLimitRefused,
  itemKey,
  sizeOf,
  type Completeness,
  type FetchPage,
  type TakePage,
} from './pages.ts';

export type OffsetMeaning = 'rows' | 'pages' | 'ignored';

/**
 * Reads pages until an empty one proves the end, handing each to `onPage`.
 *
 * Gives `complete` only with proof; a failure ends it at once, what was read before has been handed over.
 */
export async function readAllPages(
  fetchPage: FetchPage,
  onPage: TakePage,
  probe: (fetchPage: FetchPage) => Promise<Result<Probed>> = probeOffset,
): Promise<Result<Completeness>> {
  const probed = await probe(fetchPage);
  if (!probed.ok) return probed;
  const reader = new PageReader(fetchPage, onPage);
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
export async function probeOffset(fetchPage: FetchPage): Promise<Result<Probed>> {
  const first = await fetchPage({ limit: 2, offset: 0 });
  if (!first.ok) return isLimitRefused(first.error) ? found('ignored') : first;
  if (sizeOf(first.value) > 2) return found('ignored');
  if (first.value.items.length !== 2) return found('rows', false);
  const second = await fetchPage({ limit: 2, offset: 1 });
  if (!second.ok) return isLimitRefused(second.error) ? found('ignored') : second;
  const known = new Set(first.value.items.map(itemKey));
  const overlap = second.value.items.filter((item) => known.has(itemKey(item))).length;
  if (overlap === 0) return found('pages', second.value.items.length > 0);
  return found(overlap === 1 ? 'rows' : 'ignored');
}

/** Probes once: what was found for sure is remembered, for one connection. */
export function rememberingProbe(): (fetchPage: FetchPage) => Promise<Result<Probed>> {
  let known: Probed | null = null;
  return async (fetchPage) => {
    if (known !== null) return ok(known);
    const probed = await probeOffset(fetchPage);
    if (probed.ok && probed.value.sure) known = probed.value;
    return probed;
  };
}

function found(meaning: OffsetMeaning, sure = true): Result<Probed> {
  return ok({ meaning, sure });
}
