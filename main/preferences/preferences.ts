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
});
const DEFAULTS = v.parse(schema, {});

export class PreferencesStore {
  readonly #settings: Store['settings'];

  constructor(settings: Store['settings']) {
    this.#settings = settings;
  }

  /** The stored preferences, with defaults for the rest. */
  async read(): Promise<Result<Preferences>> {
    const text = await this.#settings.get('preferences');
    // An older or newer Easel may have written it: what can't be read is as if nothing was chosen.
    return ok(readJson(schema, text) ?? DEFAULTS);
  }

  /** Fails with `storage` when it can't be written down. */
  write(preferences: Preferences): Promise<Result<Preferences>> {
    const written = this.#settings.set('preferences', JSON.stringify(preferences));
    return orStorage(written.then(() => ok(preferences)));
  }
}
