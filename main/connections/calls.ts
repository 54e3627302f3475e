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
    select: { run: ({ connectionId }) => connections.select(connectionId), log: unlogged },
    check: { run: (draft) => connections.check(draft), log: unlogged },
    checkPaper: { run: ({ draft, paper }) => connections.checkPaper(draft, paper), log: unlogged },
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
      run: ({ connectionId, keysMayStay }) => connections.remove(connectionId, keysMayStay),
      log: ({ connectionId }, result) =>
        result.ok
          ? {
              connectionId,
              action: 'connection-removed',
              target: connectionId,
              outcome: 'done',
              detail: result.value.keysGone ? '' : 'A key could not be proven gone.',
            }
          : null,
    },
    reorder: { run: ({ connectionIds }) => connections.reorder(connectionIds), log: unlogged },
    duplicate: {
      run: ({ connectionId }) => connections.duplicate(connectionId),
      log: (_args, result) => (result.ok ? connectionAdded(result.value) : null),
    },
    unlockChanges: {
      ask: ({ connectionId, typedName }) => connections.unlockQuestion(connectionId, typedName),
      run: ({ connectionId, typedName }) => connections.unlockChanges(connectionId, typedName),
      log: ({ connectionId }, result) =>
        result.ok
          ? { connectionId, action: 'changes-unlocked', target: connectionId, outcome: 'done' }
          : null,
    },
    lockChanges: { run: ({ connectionId }) => connections.lockChanges(connectionId), log: unlogged },
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
    list: { run: ({ connectionId }) => keys.list(connectionId) },
    chooseFile: { run: () => keys.chooseFile() },
    shredFile: { run: ({ fileId }) => keys.shredFile(fileId), log: unlogged },
    stage: {
      run: (staged) => keys.stage(staged),
      log: ({ connectionId, slot }, result) =>
        result.ok ? { connectionId, action: 'key-added', target: slot, outcome: 'done' } : null,
    },
    edit: { run: (edited) => keys.edit(edited), log: unlogged },
    keep: {
      run: ({ connectionId, keyId }) => keys.keep(connectionId, keyId),
      log: ({ connectionId, keyId }, result) =>
        result.ok
          ? {
              connectionId,
              action: 'key-added',
              target: keyId,
              outcome: 'done',
              detail: 'Kept in the keychain.',
            }
          : null,
    },
    rehearse: {
      run: ({ connectionId, paper }) => keys.rehearse(connectionId, paper),
      log: ({ connectionId }, result) =>
        result.ok && (result.value.rehearsal?.switched.length ?? 0) > 0
          ? {
              connectionId,
              action: 'key-switched',
              target: result.value.rehearsal?.switched.join(', ') ?? '',
              outcome: 'done',
              detail: 'By itself: every check was green.',
            }
          : null,
    },
    useNext: {
      run: ({ connectionId, slot, knowingly }) => keys.useNext(connectionId, slot, knowingly),
      log: ({ connectionId, slot }, result) =>
        result.ok ? { connectionId, action: 'key-switched', target: slot, outcome: 'done' } : null,
    },
    goBack: {
      run: ({ connectionId, slot }) => keys.goBack(connectionId, slot),
      log: ({ connectionId, slot }, result) =>
        result.ok
          ? { connectionId, action: 'key-switched', target: slot, outcome: 'done', detail: 'Taken back.' }
          : null,
    },
    retire: {
      run: ({ connectionId, keyId, typed }) => keys.retire(connectionId, keyId, typed),
      log: ({ connectionId, keyId }, result) =>
        result.ok ? { connectionId, action: 'key-removed', target: keyId, outcome: 'done' } : null,
    },
    discard: {
      run: ({ connectionId, keyId }) => keys.discard(connectionId, keyId),
      log: ({ connectionId, keyId }, result) =>
        result.ok ? { connectionId, action: 'key-removed', target: keyId, outcome: 'done' } : null,
    },
    leftovers: { run: () => keys.leftovers() },
    removeLeftovers: { run: () => keys.removeLeftovers(), log: unlogged },
  };
}
