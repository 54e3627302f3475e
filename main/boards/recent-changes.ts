/**
 * What this computer made or deleted a moment ago, where the list of the service says otherwise. A service may show it
 * late: for two minutes it is on its way, and then the difference is told.
 */
import type { BoardRow, Difference } from '../../preload/contract/boards.ts';
import type { Clock } from '../clock.ts';
import type { Lag } from '../store/mirror/mirror.ts';
import type { RecentBoard } from '../store/tables/index.ts';

/** How long a service may take to show a change in its list, ms. */
export const LAG_MS = 120_000;

type Change = Pick<RecentBoard, 'what' | 'at'>;

export interface RecentChangesOptions extends Clock {
  /** Something is no longer on its way: from now on it is a difference. */
  readonly onLate: () => void;
  /** Changes of an earlier run, oldest first. */
  readonly before?: readonly RecentBoard[];
  /** How a board is called on this computer; empty where it isn't. */
  readonly labelOf?: (id: string) => Promise<string>;
}

/** Of one connection. */
export class RecentChanges {
  readonly #options: RecentChangesOptions;
  readonly #changes = new Map<string, Change>();
  /** Those of which a list that was read since says otherwise. */
  readonly #denied = new Map<string, Change>();
  readonly #labels = new Map<string, string>();
  #stopWaiting: (() => void) | null = null;

  constructor(options: RecentChangesOptions) {
    this.#options = options;
    for (const { id, what, at } of options.before ?? []) this.#change(id, { what, at });
  }

  made(id: string): void {
    this.#change(id, { what: 'made', at: this.#options.now() });
  }

  deleted(ids: readonly string[]): void {
    for (const id of ids) {
      // Deleted again while it was on its way: the service is late since the first time.
      const before = this.#changes.get(id);
      this.#change(id, before?.what === 'deleted' ? before : { what: 'deleted', at: this.#options.now() });
    }
  }

  /** Whether the service has confirmed here, a moment ago, that it deleted this board. */
  hasDeleted(id: string): boolean {
    const change = this.#changes.get(id);
    return change?.what === 'deleted' && !this.#isLate(change);
  }

  /** What a listing that ends now is to be held against. A board that was made longer ago may vanish. */
  expected(): { readonly made: readonly string[]; readonly deleted: readonly string[] } {
    for (const [id, change] of this.#changes)
      if (change.what === 'made' && this.#isLate(change)) this.#drop(id);
    const ids = (what: Change['what']): readonly string[] =>
      [...this.#changes].filter(([, change]) => change.what === what).map(([id]) => id);
    return { made: ids('made'), deleted: ids('deleted') };
  }

  /** Such a listing has ended. A delete that was made a while ago is forgotten once a complete list is without it. */
  listed(
    { made, deleted }: ReturnType<RecentChanges['expected']>,
    { missing, back }: Lag,
    isComplete: boolean,
  ): void {
    const says = new Set([...missing, ...back]);
    for (const id of [...made, ...deleted]) {
      const change = this.#changes.get(id);
      if (change !== undefined && says.has(id)) this.#denied.set(id, change);
      else if (change !== undefined && isComplete && this.#isLate(change)) this.#drop(id);
      else this.#denied.delete(id);
    }
    this.#waitForLate();
    void this.#learnLabels();
  }

  /** The same rows, marked. */
  marked(rows: readonly BoardRow[]): readonly BoardRow[] {
    if (this.#denied.size === 0) return rows;
    return rows.map((row) => {
      const change = row.id === null ? undefined : this.#denied.get(row.id);
      if (change === undefined) return row;
      const late = change.what === 'made' ? 'not-listed' : 'still-listed';
      return { ...row, onItsWay: this.#isLate(change) ? late : change.what };
    });
  }

  /** How many are on their way, and what is to be told of those that are late. */
  told(): { readonly onItsWay: number; readonly differences: readonly Difference[] } {
    const late = [...this.#denied].filter(([, change]) => this.#isLate(change));
    const differences = (['deleted', 'made'] as const).flatMap((what) => {
      const [first, ...others] = late.filter(([, change]) => change.what === what).map(([id]) => id);
      if (first === undefined) return [];
      return [{ what, boards: 1 + others.length, id: first, label: this.#labels.get(first) ?? '' }];
    });
    return { onItsWay: this.#denied.size - late.length, differences };
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
  }

  #change(id: string, change: Change): void {
    this.#drop(id);
    this.#changes.set(id, change);
  }

  #drop(id: string): void {
    this.#changes.delete(id);
    this.#denied.delete(id);
  }

  /** Only one that stands alone is called by its label. */
  async #learnLabels(): Promise<void> {
    const { labelOf } = this.#options;
    for (const what of ['deleted', 'made']) {
      const [one, another] = [...this.#denied].filter(([, change]) => change.what === what);
      if (labelOf === undefined || one === undefined || another !== undefined) continue;
      const [id, change] = one;
      this.#labels.set(id, await labelOf(id));
      if (this.#isLate(change)) this.#options.onLate();
    }
  }

  #isLate({ at }: Change): boolean {
    return Math.abs(this.#options.now() - at) >= LAG_MS;
  }

  /** Until the next one is late. */
  #waitForLate(): void {
    this.stop();
    const { now, after, onLate } = this.#options;
    const due = [...this.#denied.values()]
      .filter((change) => !this.#isLate(change))
      .map(({ at }) => at + LAG_MS);
    if (due.length === 0) return;
    this.#stopWaiting = after(Math.max(1, due.reduce((least, at) => Math.min(least, at)) - now()), () => {
      this.#waitForLate();
      onLate();
    });
  }
}
