/** Connections and their keys, as a page asks for them. */
import type { Connection } from '../../preload/contract/connections.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { connectionAdded, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Connections } from './connections.ts';
import type { Keys } from './keys.ts';

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
      run: (draft) => connections.save(draft),
      log: ({ id }, result) =>
        result.ok
          ? {
              connectionId: result.value.id,
              connectionName: result.value.name,
              action: id === null ? 'connection-added' : 'connection-changed',
              target: result.value.id,
              outcome: 'done',
            }
          : null,
    },
    remove: {
      run: (args) => connections.remove(args),
      log: ({ connectionId }, result) =>
        result.ok
          ? {
              connectionId,
              action: 'connection-removed',
              target: connectionId,
              outcome: 'done',
              detail: result.value.keysGone ? '' : 'A key may still be in the keychain.',
            }
          : null,
    },
    reorder: { run: (args) => connections.reorder(args), log: unlogged },
    duplicate: {
      run: (args) => connections.duplicate(args),
      log: (_args, result) => (result.ok ? connectionAdded(result.value) : null),
    },
    unlockChanges: {
      ask: (args) => connections.unlockQuestion(args),
      run: (args) => connections.unlockChanges(args),
      log: ({ connectionId }, result) =>
        result.ok
          ? { connectionId, action: 'changes-unlocked', target: connectionId, outcome: 'done' }
          : null,
    },
    lockChanges: { run: (args) => connections.lockChanges(args), log: unlogged },
    practise: { run: practise, log: unlogged },
  };
}

export function keychainCalls(keychain: Keychain): CallsOf<'keychain'> {
  return {
    state: { run: () => ok(keychain.state()) },
    status: { run: async () => ok(await keychain.status()) },
  };
}

export function keyCalls(keys: Keys): CallsOf<'keys'> {
  return {
    list: { run: (args) => keys.list(args) },
    chooseFile: { run: () => keys.chooseFile() },
    shredFile: { run: (args) => keys.shredFile(args), log: unlogged },
    stage: {
      run: (staged) => keys.stage(staged),
      log: ({ connectionId, slot }, result) =>
        result.ok ? { connectionId, action: 'key-added', target: slot, outcome: 'done' } : null,
    },
    edit: { run: (edited) => keys.edit(edited), log: unlogged },
    keep: {
      run: (args) => keys.keep(args),
      log: ({ connectionId, keyId }, result) =>
        result.ok
          ? {
              connectionId,
              action: 'key-added',
              target: keyId,
              outcome: 'done',
              detail: 'Saved in the keychain.',
            }
          : null,
    },
    rehearse: {
      run: (args) => keys.rehearse(args),
      log: ({ connectionId }, result) =>
        result.ok && (result.value.rehearsal?.switched.length ?? 0) > 0
          ? {
              connectionId,
              action: 'key-switched',
              target: result.value.rehearsal?.switched.join(', ') ?? '',
              outcome: 'done',
              detail: 'Automatic: all checks passed.',
            }
          : null,
    },
    useNext: {
      run: (args) => keys.useNext(args),
      log: ({ connectionId, slot }, result) =>
        result.ok ? { connectionId, action: 'key-switched', target: slot, outcome: 'done' } : null,
    },
    goBack: {
      run: (args) => keys.goBack(args),
      log: ({ connectionId, slot }, result) =>
        result.ok
          ? { connectionId, action: 'key-switched', target: slot, outcome: 'done', detail: 'Switched back.' }
          : null,
    },
    retire: {
      run: (args) => keys.retire(args),
      log: ({ connectionId, keyId }, result) =>
        result.ok ? { connectionId, action: 'key-removed', target: keyId, outcome: 'done' } : null,
    },
    discard: {
      run: (args) => keys.discard(args),
      log: ({ connectionId, keyId }, result) =>
        result.ok ? { connectionId, action: 'key-removed', target: keyId, outcome: 'done' } : null,
    },
    leftovers: { run: () => keys.leftovers() },
    removeLeftovers: { run: () => keys.removeLeftovers(), log: unlogged },
  };
}
