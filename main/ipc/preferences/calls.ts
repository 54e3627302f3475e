/** Implements the calls `app` and `policy`. */
import type { AppInfo, PolicyState, Preferences } from '../../../preload/contract/app.ts';
import { ok, type Result } from '../../../preload/contract/failure.ts';
import { changed, settingsChanged, unlogged } from '../../activity/entries.ts';
import type { CallsOf } from '../../lib/implementation.ts';
import type { CopiedSecrets } from '../../lib/copied-secrets.ts';
import type { PreferencesStore } from './preferences.ts';

export function appCalls(
  info: () => AppInfo,
  copied: Pick<CopiedSecrets, 'copyText' | 'clear'>,
  preferred: PreferencesStore,
): CallsOf<'app'> {
  /** Last logged preferences. */
  let known: Preferences | null = null;
  async function read(): Promise<Result<Preferences>> {
    const now = await preferred.read();
    if (now.ok) known ??= now.value;
    return now;
  }
  return {
    info: { run: () => ok(info()) },
    copy: {
      run: ({ text }) => copied.copyText(text),
      log: unlogged,
    },
    clearClipboard: { run: () => copied.clear(), log: unlogged },
    preferences: { run: read },
    prefer: {
      ask: (preferences) => preferred.question(preferences),
      run: async (preferences, answered) => {
        if (known === null) await read();
        return preferred.write(preferences, answered);
      },
      log: (_args, result) => {
        if (!result.ok) return null;
        const changes = changesBetween(known, result.value);
        known = result.value;
        return changes === '' ? null : settingsChanged(changes);
      },
    },
  };
}

/** Logged preferences with a formatter each; appearance is not logged. */
const LOGGED: Readonly<Record<string, (preferences: Preferences) => string>> = {
  'Hold of single deletes': ({ holdSeconds }) => `${holdSeconds.single} s`,
  'Hold of bulk deletes': ({ holdSeconds }) => `${holdSeconds.bulk} s`,
  'Copied links leave the clipboard': ({ clearClipboard }) =>
    clearClipboard === null ? 'never' : `after ${clearClipboard} s`,
  'Pictures of previews': ({ keepPictures }) =>
    keepPictures === null ? 'not decided' : keepPictures ? 'kept' : 'not kept',
};

function changesBetween(before: Preferences | null, now: Preferences): string {
  return Object.entries(LOGGED)
    .map(([name, valueOf]) => changed(name, before === null ? 'unknown' : valueOf(before), valueOf(now)))
    .filter((sentence) => sentence !== '')
    .join(' ');
}

export function policyCalls(policy: PolicyState): CallsOf<'policy'> {
  return { state: { run: () => ok(policy) } };
}
