/**
 * What a page's calls come to, as the activity log tells it: every change and visit that a person asks for directly.
 *
 * Jobs tell of their items themselves. A call that is not named here changes nothing, or nothing that counts.
 */
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/calls.ts';
import type { ActivityOutcome } from '../../preload/contract/domain.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Happened, Record } from './activity.ts';

type Handler<C extends CallName> = (args: ArgsOf<C>) => Promise<Result<ValueOf<C>>> | Result<ValueOf<C>>;
type Handlers = { readonly [C in CallName]: Handler<C> };

/** What a call that came to its end says; null for nothing. */
type Witnesses = {
  readonly [C in CallName]?: (args: ArgsOf<C>, result: Result<ValueOf<C>>) => Happened | null;
};

const WITNESSES: Witnesses = {
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
};

/** The same handlers; what they come to is recorded. A connection that is removed keeps its name in the log. */
export function witnessed(
  handlers: Handlers,
  record: Record,
  nameOf: (connectionId: string) => Promise<string | null>,
): Handlers {
  const watched = Object.entries(WITNESSES).map(([channel, witness]) => {
    // The table above ties each witness to its channel; a loop over it can't say so.
    const handler = handlers[channel as CallName] as (args: unknown) => Promise<Result<unknown>>;
    const tell = witness as unknown as (args: unknown, result: Result<unknown>) => Happened | null;
    return [
      channel,
      async (args: unknown): Promise<Result<unknown>> => {
        // Asked before: after a removal nobody knows it any more.
        const connectionName = await nameBefore(args, nameOf);
        const result = await handler(args);
        // What a form was filled in wrongly with was never sent.
        const isTypo = !result.ok && result.error.code === 'invalid-input';
        const happened = isTypo ? null : tell(args, result);
        if (happened !== null) {
          record({ ...(connectionName === null ? {} : { connectionName }), ...happened });
        }
        return result;
      },
    ] as const;
  });
  return { ...handlers, ...(Object.fromEntries(watched) as unknown as Partial<Handlers>) };
}

/** A visit that is over, however it ended. */
export function visitEnded(visit: {
  readonly connectionId: string;
  readonly targetId: string;
  readonly seconds: number;
}): Happened {
  const { connectionId, targetId, seconds } = visit;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const detail = minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`;
  return { connectionId, action: 'visit-ended', target: targetId, outcome: 'done', detail };
}

async function nameBefore(
  args: unknown,
  nameOf: (connectionId: string) => Promise<string | null>,
): Promise<string | null> {
  if (typeof args !== 'object' || args === null || !('connectionId' in args)) return null;
  return typeof args.connectionId === 'string' ? nameOf(args.connectionId) : null;
}

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
