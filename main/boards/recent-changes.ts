/**
 * Boards created or deleted here recently that the service's list does not show yet. After two minutes they count as
 * differences.
 */
import type { BoardRow, Difference } from '../../preload/contract/boards.ts';
import type { Clock } from '../lib/clock.ts';
import type { Lag } from '../store/mirror/mirror.ts';
import type { RecentBoard } from '../store/tables/index.ts';

/** How long a service may take to list a change, ms. */
export const LAG_MS = 120_000;

interface Change extends Pick<RecentBoard, 'what' | 'at'> {
  readonly isDenied: boolean;
}

export interface RecentChangesOptions extends Clock {
  /** Called when a change is still not listed after two minutes. */
  readonly onLate: () => void;
  readonly before?: readonly RecentBoard[];
}

export class RecentChanges {
  readonly #options: RecentChangesOptions;
  readonly #changes = new Map<string, Change>();
  #stopWaiting: () => void = () => undefined;

  constructor(options: RecentChangesOptions) {
    this.#options = options;
    for (const { id, what, at } of options.before ?? []) this.#changes.set(id, { what, at, isDenied: false });
  }

  made(id: string): void {
    this.#changes.set(id, { what: 'made', at: this.#options.now(), isDenied: false });
  }

  deleted(ids: readonly string[]): void {
    const at = this.#options.now();
    for (const id of ids) {
      // A repeated delete does not restart the two minutes.
      if (this.#changes.get(id)?.what !== 'deleted')
        this.#changes.set(id, { what: 'deleted', at, isDenied: false });
    }
  }

  /** True if the service confirmed the delete in the last two minutes. */
  hasDeleted(id: string): boolean {
    const change = this.#changes.get(id);
    return change?.what === 'deleted' && !this.#isLate(change);
  }

  /** Returns the changes that a listing must show. A board created longer ago may be gone. */
  expected(): { readonly made: readonly string[]; readonly deleted: readonly string[] } {
    for (const [id, change] of this.#changes)
      if (change.what === 'made' && this.#isLate(change)) this.#changes.delete(id);
    return { made: this.#idsOf('made'), deleted: this.#idsOf('deleted') };
  }

  /** Compares a finished listing. A late delete is dropped once a complete list lacks its board. */
  listed(
    { made, deleted }: ReturnType<RecentChanges['expected']>,
    { missing, back }: Lag,
    isComplete: boolean,
  ): void {
    const denied = new Set([...missing, ...back]);
    for (const id of [...made, ...deleted]) {
      const change = this.#changes.get(id);
      if (change === undefined) continue;
      const isDenied = denied.has(id);
      if (!isDenied && isComplete && this.#isLate(change)) this.#changes.delete(id);
      else this.#changes.set(id, { ...change, isDenied });
    }
    this.stop();
    if (this.told().onItsWay > 0) this.#stopWaiting = this.#options.after(LAG_MS, this.#options.onLate);
  }

  marked(rows: readonly BoardRow[]): readonly BoardRow[] {
    return rows.map((row) => {
      const change = row.id === null ? undefined : this.#changes.get(row.id);
      if (change?.isDenied !== true) return row;
      const late = change.what === 'made' ? 'not-listed' : 'still-listed';
      return { ...row, onItsWay: this.#isLate(change) ? late : change.what };
    });
  }

  told(): { readonly onItsWay: number; readonly differences: readonly Difference[] } {
    const denied = [...this.#changes].filter(([, { isDenied }]) => isDenied);
    const late = denied.filter(([, change]) => this.#isLate(change));
    const differences = (['deleted', 'made'] as const).flatMap((what) => {
      const [first, ...others] = late.filter(([, change]) => change.what === what);
      return first === undefined ? [] : [{ what, boards: 1 + others.length, id: first[0] }];
    });
    return { onItsWay: denied.length - late.length, differences };
  }

  stop(): void {
    this.#stopWaiting();
  }

  #idsOf(what: Change['what']): readonly string[] {
    return [...this.#changes].filter(([, change]) => change.what === what).map(([id]) => id);
  }

  #isLate({ at }: Change): boolean {
    return Math.abs(this.#options.now() - at) >= LAG_MS;
  }
}
