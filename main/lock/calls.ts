/** The idle lock, as a page asks for it. */
import { ok } from '../../preload/contract/failure.ts';
import { changed, settingsChanged, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Lock } from './lock.ts';

export function lockCalls(lock: Lock): CallsOf<'lock'> {
  let minutesBefore: number | null = null;
  return {
    state: { run: () => ok(lock.state()) },
    now: { run: () => lock.lockNow(), log: unlogged },
    unlock: { run: (args) => lock.unlock(args), log: unlogged },
    configure: {
      run: (settings) => {
        minutesBefore = lock.state().idleMinutes;
        return lock.configure(settings);
      },
      log: ({ idleMinutes, passphrase }, result) => {
        if (!result.ok) return null;
        const when = changed('Idle lock', minutes(minutesBefore), minutes(idleMinutes));
        const changes = `${when}${passphrase === null ? '' : ' A new passphrase.'}`.trim();
        return changes === '' ? null : settingsChanged(changes);
      },
    },
    removeKeys: {
      run: (args) => lock.removeKeys(args),
      log: (_args, result) =>
        result.ok
          ? { connectionId: '', action: 'key-removed', target: '', outcome: 'done', detail: 'All keys.' }
          : null,
    },
  };
}

const minutes = (idle: number | null): string => (idle === null ? 'never' : `after ${idle} min`);
