/** A person's preferences, across restarts. */
import * as v from 'valibot';
import { preferenceEntries, type Preferences } from '../../preload/contract/app.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { readJson } from '../files/json-file.ts';
import { orStorage } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';

/** A newer Easel may have written down more. */
const schema = v.object({
  singleKeys: v.optional(preferenceEntries.singleKeys, true),
  // So that a mistake can be taken back: one, and many.
  holdSeconds: v.optional(preferenceEntries.holdSeconds, { single: 10, bulk: 300 }),
  keepPictures: v.optional(preferenceEntries.keepPictures, null),
  clearClipboard: v.optional(preferenceEntries.clearClipboard, 60),
  gallery: v.optional(preferenceEntries.gallery, false),
  theme: v.optional(preferenceEntries.theme, 'system'),
  density: v.optional(preferenceEntries.density, 'comfortable'),
  notices: v.optional(preferenceEntries.notices, 'all'),
  hiddenRooms: v.optional(preferenceEntries.hiddenRooms, 'suspend'),
  roomName: v.optional(preferenceEntries.roomName, 'Support agent'),
});
export const DEFAULT_PREFERENCES: Preferences = v.parse(schema, {});

export class PreferencesStore {
  readonly #settings: Store['settings'];
  readonly #onWrite: (preferences: Preferences) => Promise<void>;

  /** `onWrite` is told what was written, and waited for. */
  constructor(settings: Store['settings'], onWrite: (preferences: Preferences) => Promise<void>) {
    this.#settings = settings;
    this.#onWrite = onWrite;
  }

  /** The stored preferences, with defaults for the rest. */
  async read(): Promise<Result<Preferences>> {
    const text = await this.#settings.get('preferences');
    // An older or newer Easel may have written it: what can't be read is as if nothing was chosen.
    return ok(readJson(schema, text) ?? DEFAULT_PREFERENCES);
  }

  /** Whether the person wants to be told by the system that a long job has ended. */
  async wantsNotice(hasFailures: boolean): Promise<boolean> {
    const read = await this.read().catch(() => null);
    const { notices } = read?.ok === true ? read.value : DEFAULT_PREFERENCES;
    return notices === 'all' || (notices === 'failed' && hasFailures);
  }

  /** Fails with `storage` when it can't be written down. */
  write(preferences: Preferences): Promise<Result<Preferences>> {
    const written = this.#settings
      .set('preferences', JSON.stringify(preferences))
      .then(() => this.#onWrite(preferences));
    return orStorage(written.then(() => ok(preferences)));
  }
}
