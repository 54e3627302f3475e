/** The names that a pattern gives: `{n}` counts from 1, `{nn}` with leading zeros, `{date}` is today (YYYY-MM-DD). */
import type { Result } from '../../preload/contract/failure.ts';

/** `today` is epoch ms. Fails with `invalid-input` (field `pattern`). */
export function paperNames(_pattern: string, _count: number, _today: number): Result<readonly string[]> {
  throw new Error('skeleton');
}
