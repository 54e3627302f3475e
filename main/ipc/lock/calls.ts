/** Implements the calls `lock`. */
import { ok } from '../../../preload/contract/failure.ts';
import { changed, settingsChanged, unlogged } from '../../activity/entries.ts';
import type { CallsOf } from '../../lib/implementation.ts';
import type { Lock } from './lock.ts';

export function lockCalls(lock: Lock): CallsOf<'lock'> {
  /** Last logged value, so that two quick changes are logged in sequence. */
  let known = lock.state().idleMinutes;
  return {
    state: { run: () => ok(lock.state()) },
    now: { run: () => lock.lockNow(), log: unlogged },
    unlock: { run: (args) => lock.unlock(args), log: unlogged },
    configure: {
      ask: (settings) => lock.configureQuestion(settings),
      run: (settings, answered) => lock.configure(settings, answered),
      log: ({ passphrase }, result) => {
        if (!result.ok) return null;
        const when = changed('Idle lock', minutes(known), minutes(result.value.idleMinutes));
        known = result.value.idleMinutes;
        const changes = `${when}${passphrase === null ? '' : ' A new passphrase.'}`.trim();
        return changes === '' ? null : settingsChanged(changes);
      },
    },
    removeKeys: {
      ask: async () => ok(lock.removeKeysQuestion()),
      run: () => lock.removeKeys(),
      log: (_args, result) => {
        if (!result.ok) return null;
        known = result.value.idleMinutes;
        return { connectionId: '', action: 'key-removed', target: '', outcome: 'done', detail: 'All keys.' };
      },
    },
  };
}

const minutes = (idle: number | null): string => (idle === null ? 'never' : `after ${idle} min`);
