/**
 * Small pictures of boards and papers, as their previews showed them when they were left. They may show customers' content:
 * they are kept only where the person has said so and the policy allows it, on this computer, and never logged.
 */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { KeptPictures, Picture, PicturesChanged } from '../../preload/contract/pictures.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { settingsChanged } from '../activity/entries.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import type { PreferencesStore } from '../ipc/preferences/preferences.ts';
import type { Store } from '../store/database.ts';
import type { PictureRow } from '../store/tables/pictures.ts';
import { orStorage } from '../lib/wording/failure.ts';

/** What a guest page showed. */
export type Snapshot = Pick<PictureRow, 'type' | 'bytes' | 'width' | 'height'>;

export interface PicturesOptions {
  readonly table: Store['pictures'];
  readonly policy: Pick<Policy, 'allowPictures'>;
  readonly preferences: Pick<PreferencesStore, 'read'>;
  /** Whether a connection is still there: a room may outlive it. */
  readonly isKnown: (connectionId: string) => Promise<boolean>;
  readonly onChange: (change: PicturesChanged) => void;
  readonly now: () => number;
}

/** The most pictures that wait for the person's decision: as many as rooms that can be open. */
const MOST_WAITING = 4;

interface Waiting {
  readonly connectionId: string;
  readonly picture: PictureRow;
}

export class Pictures {
  readonly #options: PicturesOptions;
  /** Left before the person has decided whether pictures are kept; in memory alone. */
  #waiting: readonly Waiting[] = [];
  /** What is removed must not be written by a room that was left just before. */
  readonly #mutex = new KeyedMutex();

  constructor(options: PicturesOptions) {
    this.#options = options;
  }

  /** Removes what an earlier run has kept, where the policy no longer allows it. Rejects when the disk fails. */
  async open(): Promise<void> {
    const { table, policy } = this.#options;
    if (!policy.allowPictures && (await table.count()).pictures > 0) await table.clear();
  }

  /** Whether a picture is wanted of a room that is about to be left. */
  async wanted(): Promise<boolean> {
    return this.#options.policy.allowPictures && (await this.#choice()) !== false;
  }

  /** A room was left: keeps its picture, or returns it as a `data:` address if the person is to be asked first. */
  left(connectionId: string, id: string, snapshot: Snapshot): Promise<string | null> {
    const picture = { ...snapshot, id, takenAt: this.#options.now() };
    return this.#mutex.run('', async () => {
      if (!(await this.wanted()) || !(await this.#options.isKnown(connectionId))) return null;
      if ((await this.#choice()) === true) {
        await this.#put(connectionId, [picture]);
        return null;
      }
      this.#waiting = [...this.#waiting, { connectionId, picture }].slice(-MOST_WAITING);
      return sourceOf(picture);
    });
  }

  /** The person has decided whether pictures are kept: those that wait for it are, or go. */
  preferred(keep: boolean | null): Promise<void> {
    return this.#mutex.run('', async () => {
      if (keep === null) return;
      const waiting = this.#waiting;
      this.drop();
      for (const { connectionId, picture } of waiting)
        if (keep && (await this.#options.isKnown(connectionId))) await this.add(connectionId, [picture]);
    });
  }

  /** Drops those that are not on the disk yet, such as before Easel is locked. */
  drop(of: (waiting: Waiting) => boolean = () => true): void {
    this.#waiting = this.#waiting.filter((each) => !of(each));
  }

  /** Adds pictures that no visit has made, such as those that practice comes with. */
  async add(connectionId: string, pictures: readonly PictureRow[]): Promise<void> {
    if (this.#options.policy.allowPictures) await this.#put(connectionId, pictures);
  }

  /** The service has confirmed that these are deleted. */
  gone(connectionId: string, ids: readonly string[]): Promise<void> {
    return this.#mutex.run('', async () => {
      this.drop((each) => each.connectionId === connectionId && ids.includes(each.picture.id));
      await this.#options.table.remove(connectionId, ids);
      this.#options.onChange({ connectionId, ids });
    });
  }

  /** The connection leads elsewhere now, or is gone. */
  forget(connectionId: string): Promise<void> {
    return this.#mutex.run('', async () => {
      this.drop((each) => each.connectionId === connectionId);
      await this.#options.table.removeAll(connectionId);
      this.#options.onChange({ connectionId, ids: null });
    });
  }

  /** Fails with `storage`. */
  of({ connectionId, ids }: ArgsOf<'pictures.of'>): Promise<Result<readonly Picture[]>> {
    return orStorage(
      this.#options.table
        .of(connectionId, ids)
        .then((rows) =>
          ok(rows.map(({ type, bytes, ...rest }) => ({ ...rest, source: sourceOf({ type, bytes }) }))),
        ),
    );
  }

  kept(): Promise<Result<KeptPictures>> {
    return orStorage(this.#options.table.count().then((count) => ok({ ...count })));
  }

  /** Removes all. Fails with `storage`. */
  clear(): Promise<Result<KeptPictures>> {
    return this.#mutex.run('', async () => {
      this.drop();
      const cleared = await orStorage(this.#options.table.clear().then(() => ok(null)));
      if (!cleared.ok) return cleared;
      this.#options.onChange({ connectionId: null, ids: null });
      return this.kept();
    });
  }

  async #choice(): Promise<boolean | null> {
    const preferences = await this.#options.preferences.read();
    return preferences.ok ? preferences.value.keepPictures : false;
  }

  async #put(connectionId: string, pictures: readonly PictureRow[]): Promise<void> {
    await this.#options.table.put(connectionId, pictures);
    this.#options.onChange({ connectionId, ids: pictures.map(({ id }) => id) });
  }
}

function sourceOf({ type, bytes }: Pick<PictureRow, 'type' | 'bytes'>): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Answers the calls about pictures. */
export function pictureCalls(pictures: Pictures): CallsOf<'pictures'> {
  return {
    of: { run: (args) => pictures.of(args) },
    kept: { run: () => pictures.kept() },
    clear: {
      run: () => pictures.clear(),
      log: (_args, result) => (result.ok ? settingsChanged('All pictures removed.') : null),
    },
  };
}
