/** The calls about Easel itself: its version, the person's preferences, the organisation's policy. */
import type { AppInfo, PolicyState, Preferences } from '../../preload/contract/app.ts';
import { ok } from '../../preload/contract/failure.ts';
import { settingsChanged, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { CopiedSecrets } from '../tokens/copied-secrets.ts';
import type { PreferencesStore } from './preferences.ts';

export function appCalls(
  info: () => AppInfo,
  copied: Pick<CopiedSecrets, 'copyText' | 'clear'>,
  preferred: PreferencesStore,
): CallsOf<'app'> {
  /** What the log says of them, as they are. How the screen looks is not in it. */
  let known: string | null = null;
  return {
    info: { run: () => ok(info()) },
    copy: {
      run: ({ text }) => copied.copyText(text),
      log: unlogged,
    },
    clearClipboard: { run: () => copied.clear(), log: unlogged },
    preferences: {
      run: async () => {
        const read = await preferred.read();
        if (read.ok) known ??= inTheLog(read.value);
        return read;
      },
    },
    prefer: {
      run: (preferences) => preferred.write(preferences),
      log: (_args, result) => {
        if (!result.ok) return null;
        const before = known;
        known = inTheLog(result.value);
        return known === before ? null : settingsChanged(known);
      },
    },
  };
}

function inTheLog({ holdSeconds: { single, bulk }, keepPictures, clearClipboard }: Preferences): string {
  const links =
    clearClipboard === null ? 'stay on the clipboard' : `leave the clipboard after ${clearClipboard} s`;
  const held = `Single deletes are held for ${single} s, bulk deletes for ${bulk} s. Copied links ${links}.`;
  return keepPictures === null
    ? held
    : `${held} Pictures of previews are ${keepPictures ? 'kept' : 'not kept'}.`;
}

export function policyCalls(policy: PolicyState): CallsOf<'policy'> {
  return { state: { run: () => ok(policy) } };
}
