/** The keys of every connection: their list as CSV, and reminders of due rotations. Needs no keychain. */
import { ok } from '../../preload/contract/failure.ts';
import type { KeyInfo } from '../../preload/contract/keys.ts';
import { unlogged } from '../activity/entries.ts';
import type { PreferencesStore } from '../ipc/preferences/preferences.ts';
import type { Clock } from '../lib/clock.ts';
import { timeCell, type Cell } from '../lib/files/csv.ts';
import { writePieces, type Files } from '../lib/files/files.ts';
import { tablePieces } from '../lib/files/table.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { capital, counted, dayOf } from '../lib/wording/format.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { KeyStore } from './key-store.ts';
import { nameOf } from './questions.ts';

export interface KeyCalendarOptions extends Clock {
  readonly keyStore: Pick<KeyStore, 'keys'>;
  readonly store: {
    readonly connections: Pick<Store['connections'], 'all'>;
    readonly settings: Pick<Store['settings'], 'get' | 'set'>;
  };
  readonly files: Pick<Files, 'saveStream'>;
  readonly preferences: Pick<PreferencesStore, 'wantsNotice'>;
  /** Returns true if the notification was shown. */
  readonly announce: (sentence: string, onClick: () => void) => boolean;
  readonly onClick: (connectionId: string) => void;
}

interface ListedKey extends KeyInfo {
  readonly record: ConnectionRecord;
  readonly dueAt: number | null;
}

const DAY_MS = 24 * 60 * 60_000;
const REMIND_EVERY_MS = 5 * 60_000;
const REMINDED = 'key-reminders';

const HEADS = 'connection,environment,key,stage,fingerprint,added,age in days,due,storage'.split(',');

export class KeyCalendar {
  readonly #options: KeyCalendarOptions;
  #cancel: () => void = () => undefined;

  constructor(options: KeyCalendarOptions) {
    this.#options = options;
  }

  get calls(): Pick<CallsOf<'keys'>, 'export'> {
    return {
      export: {
        run: async () => {
          const { files, now } = this.#options;
          const keys = (await this.#keys()).toSorted(
            (one, other) =>
              (one.dueAt ?? Infinity) - (other.dueAt ?? Infinity) || one.addedAt - other.addedAt,
          );
          const place = await files.saveStream('keys', `easel-keys-${dayOf(now())}.csv`);
          const pages = (async function* () {
            yield ok(keys.map((key) => cellsOf(key, now())));
          })();
          return writePieces(place, tablePieces(HEADS, pages));
        },
        log: unlogged,
      },
    };
  }

  start(): void {
    this.#cancel = this.#options.after(REMIND_EVERY_MS, () => {
      this.start();
      // The database is closed, because Easel is quitting. Otherwise the next try reminds.
      this.remind().catch(() => undefined);
    });
  }

  stop(): void {
    this.#cancel();
  }

  /** Shows one notification for all due keys without one today. Rejects when the disk fails. */
  async remind(): Promise<void> {
    const { store, preferences, announce, onClick, now } = this.#options;
    const today = new Date(now()).toDateString();
    const reminded = JSON.parse((await store.settings.get(REMINDED)) ?? '{}') as Record<string, string>;
    const due = (await this.#keys()).filter(
      ({ stage, remindAt }) => stage === 'current' && remindAt !== null && remindAt <= now(),
    );
    const open = due.filter(({ id }) => reminded[id] !== today);
    const [first] = open;
    if (first === undefined || !(await preferences.wantsNotice(true))) return;
    const sentence = `${counted(open.length, 'API key is', 'API keys are')} due for rotation.`;
    if (!announce(sentence, () => onClick(first.record.id))) return;
    const days = Object.fromEntries(due.map(({ id }) => [id, today]));
    await store.settings.set(REMINDED, JSON.stringify(days));
  }

  async #keys(): Promise<readonly ListedKey[]> {
    const { keyStore, store } = this.#options;
    const keys: ListedKey[] = [];
    for (const record of await store.connections.all()) {
      for (const key of await keyStore.keys(record.id)) {
        // A previous key is replaced already.
        keys.push({ ...key, record, dueAt: key.stage === 'previous' ? null : key.remindAt });
      }
    }
    return keys;
  }
}

function cellsOf({ record, slot, stage, dueAt, ...key }: ListedKey, now: number): readonly Cell[] {
  return [
    record.name,
    capital(record.environment),
    capital(nameOf(record, slot)),
    capital(stage),
    key.fingerprint,
    timeCell(key.addedAt),
    Math.floor((now - key.addedAt) / DAY_MS),
    timeCell(dueAt),
    key.kept === 'keychain' ? 'Keychain' : 'Session',
  ];
}
