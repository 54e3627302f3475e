/** What each call comes to, in the words of the log: one function a channel. Nothing that was typed but names and reasons. */
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/calls.ts';
import type { ActivityOutcome, BoardSelection, LocalChange } from '../../preload/contract/domain.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Happened } from './activity.ts';

/** What a call that came to its end says; null for nothing. */
type Witnesses = {
  readonly [C in CallName]?: (args: ArgsOf<C>, result: Result<ValueOf<C>>) => Happened | null;
};

export const WITNESSES: Witnesses = {
  'boards.create': ({ connectionId }, result) => ({
    connectionId,
    action: 'board-created',
    target: result.ok ? result.value.id : '',
    ...endOf(result),
  }),
  'papers.create': ({ connectionId, name }, result) => ({
    connectionId,
    action: 'paper-created',
    target: result.ok ? result.value.identifier : '',
    ...endOf(result, name),
  }),
  'previews.copyLink': ({ connectionId, identifier, displayName }, result) => ({
    connectionId,
    action: 'links-made',
    target: identifier,
    ...endOf(result, `For ${displayName.trim() === '' ? 'nobody by name' : displayName.trim()}`),
  }),
  'previews.open': ({ connectionId, target, displayName, reason }, result) => ({
    connectionId,
    action: 'visit-begun',
    target: target.id,
    ...endOf(result, displayName.trim() === '' ? '' : `As ${displayName.trim()}`),
    reason,
  }),
  'connections.save': ({ id }, result) =>
    !result.ok
      ? null
      : {
          connectionId: result.value.id,
          connectionName: result.value.name,
          action: id === null ? 'connection-added' : 'connection-changed',
          target: result.value.id,
          outcome: 'done',
        },
  'connections.remove': ({ connectionId }, result) =>
    !result.ok
      ? null
      : {
          connectionId,
          action: 'connection-removed',
          target: connectionId,
          outcome: 'done',
          detail: result.value.keysGone ? '' : 'A key could not be proven gone.',
        },
  'connections.unlockChanges': ({ connectionId }, result) =>
    result.ok ? { connectionId, action: 'changes-unlocked', target: connectionId, outcome: 'done' } : null,
  'keys.stage': ({ connectionId, slot }, result) =>
    result.ok ? { connectionId, action: 'key-added', target: slot, outcome: 'done' } : null,
  'keys.useNext': ({ connectionId, slot }, result) =>
    result.ok ? { connectionId, action: 'key-switched', target: slot, outcome: 'done' } : null,
  'keys.goBack': ({ connectionId, slot }, result) =>
    result.ok
      ? { connectionId, action: 'key-switched', target: slot, outcome: 'done', detail: 'Taken back.' }
      : null,
  'keys.rehearse': ({ connectionId }, result) =>
    result.ok && (result.value.rehearsal?.switched.length ?? 0) > 0
      ? {
          connectionId,
          action: 'key-switched',
          target: result.value.rehearsal?.switched.join(', ') ?? '',
          outcome: 'done',
          detail: 'By itself: every check was green.',
        }
      : null,
  'keys.retire': ({ connectionId, keyId }, result) =>
    result.ok ? { connectionId, action: 'key-removed', target: keyId, outcome: 'done' } : null,
  'keys.discard': ({ connectionId, keyId }, result) =>
    result.ok ? { connectionId, action: 'key-removed', target: keyId, outcome: 'done' } : null,
  'lock.removeKeys': (_args, result) =>
    result.ok
      ? { connectionId: '', action: 'key-removed', target: '', outcome: 'done', detail: 'Every key.' }
      : null,
  'keys.keep': ({ connectionId, keyId }, result) =>
    result.ok
      ? { connectionId, action: 'key-added', target: keyId, outcome: 'done', detail: 'Kept in the keychain.' }
      : null,
  'connections.duplicate': (_args, result) => (result.ok ? added(result.value) : null),
  'papers.add': ({ connectionId }, result) =>
    result.ok
      ? {
          connectionId,
          action: 'paper-added',
          target: result.value.identifier,
          outcome: 'done',
          detail: result.value.name,
        }
      : null,
  'papers.forget': ({ connectionId, identifier }, result) =>
    result.ok ? { connectionId, action: 'paper-forgotten', target: identifier, outcome: 'done' } : null,
  'unknowns.settle': ({ connectionId, boardId }, result) =>
    result.ok
      ? {
          connectionId,
          action: 'unknown-settled',
          target: boardId ?? '',
          outcome: 'done',
          detail: boardId === null ? 'It is dealt with.' : 'This board was created by it.',
        }
      : null,
  'boards.annotate': ({ connectionId, selection, change }, result) =>
    result.ok ? noted(connectionId, partsOf(change), result.value.boards, onlyBoard(selection)) : null,
  'boards.undo': ({ connectionId }, result) =>
    result.ok ? noted(connectionId, 'Taken back', result.value.boards) : null,
  'notes.apply': (_args, result) => (result.ok ? noted('', 'Imported', result.value.boards) : null),
  'app.prefer': (_args, result) => {
    if (!result.ok) return null;
    const { single, bulk } = result.value.holdSeconds;
    return settingsChanged(`Deletes are held for ${single} s, those of many for ${bulk} s.`);
  },
  'lock.configure': ({ idleMinutes, passphrase }, result) => {
    if (!result.ok) return null;
    const when = idleMinutes === null ? 'Easel does not lock by itself' : `Locks after ${idleMinutes} min`;
    return settingsChanged(passphrase === null ? `${when}.` : `${when}; a new passphrase.`);
  },
  'transfer.export': (_args, result) =>
    result.ok && result.value !== null
      ? {
          connectionId: '',
          action: 'connections-exported',
          target: '',
          outcome: 'done',
          detail: tally([[result.value.connections, 'connection'], ...carried(result.value)]),
        }
      : null,
  'transfer.apply': (_args, result) => {
    if (!result.ok) return null;
    const { added: fresh, updated, problems } = result.value;
    const counts = [
      [fresh, 'connection added', 'connections added'],
      [updated, 'connection updated', 'connections updated'],
      ...carried(result.value),
      [problems.length, 'connection not imported', 'connections not imported'],
    ] as const;
    return {
      connectionId: '',
      action: 'connections-imported',
      target: '',
      outcome: fresh + updated > 0 || problems.length === 0 ? 'done' : 'failed',
      detail: tally(counts),
    };
  },
};

/** How a request at the service ended, in the log's words. */
function endOf(result: Result<unknown>, detail = ''): Pick<Happened, 'outcome' | 'status' | 'detail'> {
  if (result.ok) return { outcome: 'done', status: null, detail };
  const { status, message } = result.error;
  const said = detail === '' ? message : `${detail}: ${message}`;
  return { outcome: outcomeOf(result.error), status: status ?? null, detail: said };
}

function outcomeOf({ code }: Failure): ActivityOutcome {
  if (code === 'outcome-unknown') return 'unknown';
  return code === 'cancelled' ? 'cancelled' : 'failed';
}

/** Something of this computer is set otherwise now; `detail` in one sentence. */
export function settingsChanged(detail: string): Happened {
  return { connectionId: '', action: 'settings-changed', target: '', outcome: 'done', detail };
}

function added({ id, name }: { readonly id: string; readonly name: string }): Happened {
  return { connectionId: id, connectionName: name, action: 'connection-added', target: id, outcome: 'done' };
}

function noted(connectionId: string, what: string, boards: number, target = ''): Happened {
  const detail = target === '' ? `${what}: ${tally([[boards, 'board']])}` : what;
  return { connectionId, action: 'notes-changed', target, outcome: 'done', detail };
}

/** Which notes were changed, never what stands in them. */
function partsOf({ label, note, customer, addTags, removeTags, ...change }: LocalChange): string {
  const parts = [
    change.protected === true && 'protected',
    change.protected === false && 'no longer protected',
    label !== undefined && 'label',
    note !== undefined && 'note',
    customer !== undefined && 'customer',
    (addTags !== undefined || removeTags !== undefined) && 'tags',
  ];
  const words = parts.filter((part) => part !== false).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function onlyBoard(selection: BoardSelection): string {
  return selection.kind === 'ids' && selection.ids.length === 1 ? (selection.ids[0] ?? '') : '';
}

type Count = readonly [count: number, one: string, many?: string];

/** What goes along with connections. */
function carried(moved: { readonly keys: number; readonly papers: number; readonly notes: number }): Count[] {
  return [
    [moved.keys, 'API key'],
    [moved.papers, 'paper'],
    [moved.notes, 'board with notes', 'boards with notes'],
  ];
}

/** What there is of each, without those that there are none of. */
function tally(counts: readonly Count[]): string {
  const words = counts.map(
    ([count, one, many = `${one}s`]) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`,
  );
  const some = words.filter((_, index) => counts[index]?.[0] !== 0);
  return (some.length === 0 ? words.slice(0, 1) : some).join(', ');
}
