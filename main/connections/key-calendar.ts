/** Exports a table of all API keys, and reminds the user of due key rotations. Never reads the keychain. */
import { isDue } from '../../preload/contract/facts.ts';
import { dueAt } from '../../preload/contract/later-facts.ts';
import type { KeyInfo } from '../../preload/contract/keys.ts';
import { unlogged } from '../activity/entries.ts';
import type { Core } from '../ipc/core.ts';
import type { PreferencesStore } from '../ipc/preferences/preferences.ts';
import { dayCell, timeCell, type Cell } from '../lib/files/csv.ts';
import { onePage, tablePieces } from '../lib/files/table.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { capital, counted } from '../lib/wording/format.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { KeyStore } from './key-store.ts';
import { apiOf } from './questions.ts';

export interface KeyCalendarOptions extends Pick<
  Core,
  'saveExport' | 'publish' | 'signals' | 'now' | 'after'
> {
  readonly keyStore: Pick<KeyStore, 'keys'>;
  readonly store: {
    readonly connections: Pick<Store['connections'], 'all'>;
    readonly settings: Pick<Store['settings'], 'get' | 'set'>;
  };
  readonly preferences: Pick<PreferencesStore, 'wantsNotice'>;
  readonly announce: (sentence: string, onClick: () => void) => boolean;
}

interface ListedKey extends KeyInfo {
  readonly record: ConnectionRecord;
}

const REMIND_EVERY_MS = 5 * 60_000;
const REMINDED = 'key-reminders';

const CELLS: Readonly<Record<string, (key: ListedKey) => Cell>> = {
  connection: ({ record }) => record.name,
  environment: ({ record }) => capital(record.environment),
  key: ({ record, slot }) => `${capital(apiOf(record, slot))} key`,
  stage: ({ stage }) => capital(stage),
  fingerprint: ({ fingerprint }) => fingerprint,
  added: ({ addedAt }) => timeCell(addedAt),
  due: (key) => dayCell(dueAt(key)),
};

/** Starts the reminders of due key rotations. Returns the IPC call that exports the table of keys. */
export function openKeyCalendar(options: KeyCalendarOptions): Pick<CallsOf<'keys'>, 'export'> {
  const { keyStore, store, saveExport, preferences, announce, publish, signals, now, after } = options;
  let stop = (): void => undefined;
  signals.onClose(() => stop());

  async function listed(): Promise<readonly ListedKey[]> {
    const all = (await store.connections.all()).map(async (record) =>
      (await keyStore.keys(record.id)).map((key) => ({ ...key, record })),
    );
    return (await Promise.all(all)).flat();
  }

  /** Shows one notification a day while key rotations are due. Rejects on disk errors. */
  async function remind(): Promise<void> {
    const today = new Date(now()).toDateString();
    if ((await store.settings.get(REMINDED)) === today) return;
    const due = (await listed()).filter((key) => isDue(key, now()));
    const [first] = due;
    if (first === undefined || !(await preferences.wantsNotice(true))) return;
    const sentence = `Due for rotation: ${counted(due.length, 'API key')}.`;
    const show = (): void => publish('keys.due', { connectionId: first.record.id });
    if (announce(sentence, show)) await store.settings.set(REMINDED, today);
  }

  function wait(): void {
    stop = after(REMIND_EVERY_MS, () => {
      wait();
      // Ignores a failed reminder, for example while Easel is quitting. The next timer tries again.
      remind().catch(() => undefined);
    });
  }
  wait();

  return {
    export: {
      run: async () => {
        const keys = (await listed()).toSorted(
          (one, other) =>
            (dueAt(one) ?? Infinity) - (dueAt(other) ?? Infinity) || one.addedAt - other.addedAt,
        );
        const rows = keys.map((key) => Object.values(CELLS).map((cellOf) => cellOf(key)));
        return saveExport('keys', 'csv', () => tablePieces(Object.keys(CELLS), onePage(rows)));
      },
      log: unlogged,
    },
  };
}
