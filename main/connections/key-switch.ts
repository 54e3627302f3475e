/** A key takes the place of another: in the index alone, so that it works offline and with a locked keychain. */
import type { KeyInfo, KeySlot, KeyStage } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import type { AboutKeyRecord } from '../store/tables/keys.ts';
import type { KeyStore, KeyStoreOptions } from './key-store.ts';

export interface KeySwitchOptions extends Omit<KeyStoreOptions, 'memory'> {
  readonly keyStore: KeyStore;
}

export class KeySwitch {
  readonly #options: KeySwitchOptions;

  constructor(options: KeySwitchOptions) {
    this.#options = options;
  }

  /** `keyId`: the next key that is meant; whichever there is, if absent. */
  async useNext(connectionId: string, slot: KeySlot, keyId?: string): Promise<Result<null>> {
    const { current, next, previous } = await this.#options.keyStore.places(connectionId, slot);
    if (next === undefined || (keyId !== undefined && next.id !== keyId)) {
      return refused('There is no next key.', 'Stage one first.');
    }
    if (current !== undefined && previous !== undefined) {
      return refused('The previous key isn’t retired yet.', 'Retire it first.');
    }
    return this.#move(connectionId, slot, { current: 'previous', next: 'current' });
  }

  async goBack(connectionId: string, slot: KeySlot): Promise<Result<null>> {
    const { current, next, previous } = await this.#options.keyStore.places(connectionId, slot);
    if (previous === undefined) return refused('There is no previous key.', 'Stage a key instead.');
    if (current !== undefined && next !== undefined) {
      return refused(
        'The current key would become the next key, but there is one already.',
        'Discard it first.',
      );
    }
    if (current?.useWhenGreen === true) {
      // Else it would take over by itself again, at the next rehearsal.
      const described = await this.describe(current, { ...current, useWhenGreen: false });
      if (!described.ok) return described;
    }
    return this.#move(connectionId, slot, { previous: 'current', current: 'next' });
  }

  async describe(key: KeyInfo, about: AboutKeyRecord): Promise<Result<null>> {
    const { items, session } = this.#options;
    if (key.kept === 'keychain') return items.change((index) => index.describe(key.id, aboutOf(about)));
    session.change(key.id, aboutOf(about));
    return ok(null);
  }

  /** Gives the keys of a slot other stages: stored ones in one step, those of the session with them. */
  async #move(
    connectionId: string,
    slot: KeySlot,
    to: Readonly<Partial<Record<KeyStage, KeyStage>>>,
  ): Promise<Result<null>> {
    const { keyStore, items, session } = this.#options;
    const movesOf = (keys: readonly Pick<KeyInfo, 'id' | 'slot' | 'stage'>[]) =>
      keys.flatMap(({ id, stage: from, slot: at }) => {
        const stage = at === slot ? to[from] : undefined;
        return stage === undefined ? [] : [{ id, stage }];
      });
    const stored = movesOf(await keyStore.rows(connectionId));
    const moved = await items.change((index) => index.move(stored));
    if (!moved.ok) return moved;
    for (const { id, stage } of movesOf(session.of(connectionId))) session.change(id, { stage });
    return moved;
  }
}

/** Nothing but what a person writes down of a key. */
export function aboutOf({ note, owner, remindAt, useWhenGreen }: AboutKeyRecord): AboutKeyRecord {
  return { note, owner, remindAt, useWhenGreen };
}

export function refused(message: string, nextStep: string): Result<null> {
  return fail(failure('refused', { message, nextStep }));
}
