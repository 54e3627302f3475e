import * as v from 'valibot';
import { preferenceEntries, type AppInfo, type Preferences } from '../../../preload/contract/app.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { changed, settingsChanged, unlogged } from '../../activity/entries.ts';
import type { CopiedSecrets } from '../../lib/copied-secrets.ts';
import type { DroppedFiles } from '../../lib/files/dropped-file.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Folders } from '../../lib/files/files.ts';
import { readJson } from '../../lib/files/json-file.ts';
import type { CallsOf, Question, RecordActivity } from '../../lib/implementation.ts';
import { cleanLine } from '../../lib/wording/clean.ts';
import { changedSince, failure, orStorage } from '../../lib/wording/failure.ts';
import { counted, formatNumber } from '../../lib/wording/format.ts';
import type { Store } from '../../store/database.ts';

/** Schema of stored preferences. Ignores unknown fields, because a newer Easel may have stored more. */
const schema = v.object({
  singleKeys: v.optional(preferenceEntries.singleKeys, true),
  // Seconds from a delete command until Easel sends the request. Meanwhile the user can undo a mistake.
  holdSeconds: v.optional(preferenceEntries.holdSeconds, { single: 10, bulk: 300 }),
  keepPictures: v.optional(preferenceEntries.keepPictures, null),
  clearClipboard: v.optional(preferenceEntries.clearClipboard, 60),
  gallery: v.optional(preferenceEntries.gallery, false),
  developer: v.optional(preferenceEntries.developer, false),
  refreshMinutes: v.optional(preferenceEntries.refreshMinutes, null),
  theme: v.optional(preferenceEntries.theme, 'system'),
  density: v.optional(preferenceEntries.density, 'comfortable'),
  notices: v.optional(preferenceEntries.notices, 'all'),
  sharesPresence: v.optional(preferenceEntries.sharesPresence, true),
  roomName: v.optional(preferenceEntries.roomName, 'Support agent'),
});
export const DEFAULT_PREFERENCES: Preferences = v.parse(schema, {});

const HELD = { single: 'Single deletes', bulk: 'Bulk deletes' } as const;

export type PreferencesStore = ReturnType<typeof openPreferences>;

export function openPreferences(
  settings: Store['settings'],
  onWrite: (preferences: Preferences) => Promise<void>,
  record: RecordActivity,
) {
  const mutex = new KeyedMutex();

  async function read(): Promise<Preferences> {
    const text = await settings.get('preferences');
    // Uses the defaults for unreadable preferences, because another version of Easel may have written them.
    return readJson(schema, text) ?? DEFAULT_PREFERENCES;
  }

  /** Returns true if the user wants a notification. `isUrgent`: it reports a failure or a task for the user. */
  async function wantsNotice(isUrgent: boolean): Promise<boolean> {
    const { notices } = await read().catch(() => DEFAULT_PREFERENCES);
    return notices === 'all' || (notices === 'failed' && isUrgent);
  }

  /** Returns the confirmation question for weaker protection, or `press` if thumbnails get stored; otherwise null. */
  async function question(next: Preferences): Promise<Result<Question | 'press' | null>> {
    const before = await read();
    const savesPictures = next.keepPictures === true && before.keepPictures !== true;
    return ok(weakerQuestion(before, next) ?? (savesPictures ? 'press' : null));
  }

  function write(chosen: Preferences, answered?: Question | null): Promise<Result<Preferences>> {
    const preferences = { ...chosen, roomName: cleanLine(chosen.roomName) || DEFAULT_PREFERENCES.roomName };
    return mutex.run('preferences', async () => {
      const before = await read();
      const refusal = changedSince(answered, weakerQuestion(before, preferences));
      if (refusal !== null) return fail(refusal);
      const written = settings
        .set('preferences', JSON.stringify(preferences))
        .then(() => onWrite(preferences));
      const kept = await orStorage<Preferences>(written.then(() => ok(preferences)));
      const changes = changesBetween(before, preferences);
      if (kept.ok && changes !== '') record(settingsChanged(changes));
      return kept;
    });
  }

  return { read, wantsNotice, question, write };
}

function weakerQuestion(now: Preferences, next: Preferences): Question | null {
  const holds = holdFacts(now.holdSeconds, next.holdSeconds);
  const isKeptLonger = (next.clearClipboard ?? Infinity) > (now.clearClipboard ?? Infinity);
  const detail = [...holds, ...(isKeptLonger ? [clearingFact(next.clearClipboard)] : [])].join('\n');
  if (holds.length > 0) return { message: 'Shorten the hold before deletes?', detail, yes: 'Shorten hold' };
  const message = 'Keep copied join links on the clipboard for longer?';
  return isKeptLonger ? { message, detail, yes: 'Keep longer' } : null;
}

function holdFacts(now: Preferences['holdSeconds'], next: Preferences['holdSeconds']): readonly string[] {
  const facts = (['single', 'bulk'] as const).flatMap((kind) =>
    next[kind] < now[kind]
      ? [`${HELD[kind]}: ${counted(next[kind], 'second')} instead of ${formatNumber(now[kind])}.`]
      : [],
  );
  return facts.length === 0 ? [] : [...facts, 'After the hold, a delete can’t be cancelled.'];
}

function clearingFact(seconds: Preferences['clearClipboard']): string {
  return seconds === null
    ? 'Easel will no longer clear copied join links from the clipboard, not even when it quits.'
    : `Easel will clear copied join links from the clipboard after ${counted(seconds, 'second')}.`;
}

const FILE_GONE = failure('not-found', { message: 'This file was moved or deleted.' });

export function appCalls(
  info: () => AppInfo,
  copied: Pick<CopiedSecrets, 'copyText' | 'clear'>,
  preferred: PreferencesStore,
  folders: Pick<Folders, 'showFile'>,
  dropped: Pick<DroppedFiles, 'forget'>,
): CallsOf<'app'> {
  return {
    info: { run: () => ok(info()) },
    copy: { run: ({ text }) => copied.copyText(text), log: unlogged },
    clearClipboard: { run: () => copied.clear(), log: unlogged },
    forgetDropped: { run: () => ok(dropped.forget()), log: unlogged },
    showFile: {
      run: async ({ fileName }) => ((await folders.showFile(fileName)) ? ok(null) : fail(FILE_GONE)),
    },
    preferences: { run: async () => ok(await preferred.read()) },
    prefer: {
      ask: (preferences) => preferred.question(preferences),
      run: (preferences, answered) => preferred.write(preferences, answered),
      log: unlogged,
    },
  };
}

const LOGGED: Readonly<Record<string, (preferences: Preferences) => string>> = {
  'Hold before single deletes': ({ holdSeconds }) => `${holdSeconds.single} s`,
  'Hold before bulk deletes': ({ holdSeconds }) => `${holdSeconds.bulk} s`,
  'Clear copied links from the clipboard': ({ clearClipboard }) =>
    clearClipboard === null ? 'never' : `after ${clearClipboard} s`,
  'Save a picture when leaving a room': ({ keepPictures }) =>
    keepPictures === null ? 'not set' : keepPictures ? 'on' : 'off',
};

function changesBetween(before: Preferences, now: Preferences): string {
  return Object.entries(LOGGED)
    .map(([name, valueOf]) => changed(name, valueOf(before), valueOf(now)))
    .filter((sentence) => sentence !== '')
    .join(' ');
}
