/** The idle lock, as a page asks for it. */
import { ok } from '../../preload/contract/failure.ts';
import { settingsChanged, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Lock } from './lock.ts';

export function lockCalls(lock: Lock): CallsOf<'lock'> {
  return {
    state: { run: () => ok(lock.state()) },
    now: { run: () => lock.lockNow(), log: unlogged },
    unlock: { run: (args) => lock.unlock(args), log: unlogged },
    configure: {
      run: (settings) => lock.configure(settings),
      log: ({ idleMinutes, passphrase }, result) => {
        if (!result.ok) return null;
        const when =
          idleMinutes === null ? 'Easel does not lock automatically' : `Locks after ${idleMinutes} min`;
        return settingsChanged(passphrase === null ? `${when}.` : `${when}; a new passphrase.`);
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
