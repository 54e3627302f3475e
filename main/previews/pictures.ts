/** Thumbnails of rooms. They may show customers' content, so they are stored only if the user and the policy allow it. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Picture } from '../../preload/contract/pictures.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { settingsChanged } from '../activity/entries.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import type { Core } from '../ipc/core.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import type { PreferencesStore } from '../ipc/preferences/preferences.ts';
import type { Store } from '../store/database.ts';
import type { PictureRow } from '../store/tables/pictures.ts';
import { orStorage } from '../lib/wording/failure.ts';

export type Snapshot = Pick<PictureRow, 'type' | 'bytes' | 'width' | 'height'>;

export interface PicturesOptions extends Pick<Core, 'recordOf' | 'publish' | 'now'> {
  readonly table: Store['pictures'];
  readonly policy: Pick<Policy, 'allowPictures'>;
  readonly preferences: Pick<PreferencesStore, 'read'>;
}

/** Maximum number of thumbnails in memory. Equals the maximum number of open rooms. */
const MOST_WAITING = 4;

interface Waiting {
  readonly connectionId: string;
  readonly picture: PictureRow;
}

export class Pictures {
  readonly #options: PicturesOptions;
  /** New thumbnails, which stay in memory until the user decides whether Easel may store thumbnails. */
  #waiting: readonly Waiting[] = [];
  /** Runs changes one after another, so that a room that is closing can't store a removed thumbnail again. */
  readonly #mutex = new KeyedMutex();

  constructor(options: PicturesOptions) {
    this.#options = options;
  }

  /** Removes stored thumbnails if the policy forbids them. Rejects on disk errors. */
  async open(): Promise<void> {
    const { table, policy } = this.#options;
    if (!policy.allowPictures && (await table.count()) > 0) await table.clear();
  }

  async wanted(): Promise<boolean> {
    const { policy, preferences } = this.#options;
    return policy.allowPictures && (await preferences.read()).keepPictures !== false;
  }

  /** Stores a room's thumbnail if the user allows it. If the user has not decided, returns it as a `data:` URL. */
  left(connectionId: string, id: string, snapshot: Snapshot): Promise<string | null> {
    const picture = { ...snapshot, id, takenAt: this.#options.now() };
    return this.#mutex.run('', async () => {
      if (!(await this.wanted()) || !(await this.#options.recordOf(connectionId)).ok) return null;
      if ((await this.#options.preferences.read()).keepPictures === true) {
        await this.add(connectionId, [picture]);
        return null;
      }
      this.#waiting = [...this.#waiting, { connectionId, picture }].slice(-MOST_WAITING);
      return sourceOf(picture);
    });
  }

  preferred(keep: boolean | null): Promise<void> {
    return this.#mutex.run('', async () => {
      if (keep === null) return;
      const waiting = this.#waiting;
      this.drop();
      for (const { connectionId, picture } of waiting)
        if (keep && (await this.#options.recordOf(connectionId)).ok) await this.add(connectionId, [picture]);
    });
  }

  drop(of: (waiting: Waiting) => boolean = () => true): void {
    this.#waiting = this.#waiting.filter((each) => !of(each));
  }

  async add(connectionId: string, pictures: readonly PictureRow[]): Promise<void> {
    const { policy, table, publish } = this.#options;
    if (!policy.allowPictures) return;
    await table.put(connectionId, pictures);
    publish('pictures.changed', { connectionId, ids: pictures.map(({ id }) => id) });
  }

  gone(connectionId: string, ids: readonly string[]): Promise<void> {
    return this.#mutex.run('', async () => {
      this.drop((each) => each.connectionId === connectionId && ids.includes(each.picture.id));
      await this.#options.table.remove(connectionId, ids);
      this.#options.publish('pictures.changed', { connectionId, ids });
    });
  }

  forget(connectionId: string): Promise<void> {
    return this.#mutex.run('', async () => {
      this.drop((each) => each.connectionId === connectionId);
      await this.#options.table.removeAll(connectionId);
      this.#options.publish('pictures.changed', { connectionId, ids: null });
    });
  }

  of({ connectionId, ids }: ArgsOf<'pictures.of'>): Promise<Result<readonly Picture[]>> {
    return orStorage(
      this.#options.table
        .of(connectionId, ids)
        .then((rows) =>
          ok(rows.map(({ type, bytes, ...rest }) => ({ ...rest, source: sourceOf({ type, bytes }) }))),
        ),
    );
  }

  clear(): Promise<Result<null>> {
    return this.#mutex.run('', async () => {
      this.drop();
      const cleared: Result<null> = await orStorage(this.#options.table.clear().then(() => ok(null)));
      if (cleared.ok) this.#options.publish('pictures.changed', { connectionId: null, ids: null });
      return cleared;
    });
  }
}

function sourceOf({ type, bytes }: Pick<PictureRow, 'type' | 'bytes'>): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

export function pictureCalls(pictures: Pictures): CallsOf<'pictures'> {
  return {
    of: { run: (args) => pictures.of(args) },
    clear: {
      run: () => pictures.clear(),
      log: (_args, result) => (result.ok ? settingsChanged('All pictures removed.') : null),
    },
  };
}
