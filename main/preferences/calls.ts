/** The calls about Easel itself: its version, the person's preferences, the organisation's policy. */
import type { AppInfo, PolicyState } from '../../preload/contract/app.ts';
import { ok } from '../../preload/contract/failure.ts';
import { settingsChanged, unlogged } from '../activity/entries.ts';
import type { CopyText } from '../files/files.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { PreferencesStore } from './preferences.ts';

export function appCalls(info: AppInfo, copyText: CopyText, preferred: PreferencesStore): CallsOf<'app'> {
  return {
    info: { run: () => ok(info) },
    copy: {
      run: ({ text }) => copyText(text),
      log: unlogged,
    },
    preferences: { run: () => preferred.read() },
    prefer: {
      run: (preferences) => preferred.write(preferences),
      log: (_args, result) => {
        if (!result.ok) return null;
        const { single, bulk } = result.value.holdSeconds;
        return settingsChanged(`Single deletes are held for ${single} s, bulk deletes for ${bulk} s.`);
      },
    },
  };
}

export function policyCalls(policy: PolicyState): CallsOf<'policy'> {
  return { state: { run: () => ok(policy) } };
}
