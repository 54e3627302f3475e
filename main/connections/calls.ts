/** Implements the calls `connections`, `keychain` and `snippets`. */
import type { Connection } from '../../preload/contract/connections.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { ifDone, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { snippetsFor } from '../service/snippets.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { Connections } from './connections.ts';
import type { RecordOf } from '../store/records.ts';

export function connectionCalls(
  connections: Connections,
  practise: () => Promise<Result<Connection>>,
): CallsOf<'connections'> {
  return {
    list: { run: async () => ok(await connections.list()) },
    select: { run: (args) => connections.select(args), log: unlogged },
    check: { run: (draft) => connections.check(draft), log: unlogged },
    checkPaper: { run: (args) => connections.checkPaper(args), log: unlogged },
    save: {
      ask: (draft) => connections.saveQuestion(draft),
      run: (draft, answered) => connections.save(draft, answered),
      log: ifDone((draft, { id, name }) => ({
        connectionId: id,
        connectionName: name,
        action: draft.id === null ? 'connection-added' : 'connection-changed',
        target: id,
      })),
    },
    remove: {
      ask: (args) => connections.removeQuestion(args),
      run: (args, answered) => connections.remove(args, answered),
      log: ifDone(({ connectionId }, { keysGone }) => ({
        connectionId,
        action: 'connection-removed',
        target: connectionId,
        detail: keysGone ? '' : 'A key may still be in the keychain.',
      })),
    },
    unlockChanges: {
      ask: (args) => connections.unlockQuestion(args),
      run: (args, answered) => connections.unlockChanges(args, answered),
      log: ifDone(({ connectionId }) => ({ connectionId, action: 'changes-unlocked', target: connectionId })),
    },
    lockChanges: { run: (args) => connections.lockChanges(args), log: unlogged },
    practise: { run: practise, log: unlogged },
  };
}

export function snippetCalls(recordOf: RecordOf): CallsOf<'snippets'> {
  return {
    of: {
      run: async ({ connectionId, ...of }) => {
        const record = await recordOf(connectionId);
        return record.ok ? ok(snippetsFor(of, record.value)) : record;
      },
    },
  };
}

export function keychainCalls(keychain: Keychain): CallsOf<'keychain'> {
  return {
    state: { run: () => ok(keychain.state()) },
    status: { run: async () => ok(await keychain.status()) },
  };
}
