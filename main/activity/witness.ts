/**
 * What a page's calls come to, as the activity log tells it: every change and visit that a person asks for directly.
 *
 * Jobs tell of their items themselves. A call that is not named here changes nothing, or nothing that counts.
 */
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/calls.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Happened, Record } from './activity.ts';
import { settingsChanged, WITNESSES } from './witnesses.ts';

type Handler<C extends CallName> = (args: ArgsOf<C>) => Promise<Result<ValueOf<C>>> | Result<ValueOf<C>>;
type Handlers = { readonly [C in CallName]: Handler<C> };

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

/** Other certificate authorities are trusted now. */
export function trustChanged(cas: number): Happened {
  return settingsChanged(`Certificate authorities trusted beside the system’s: ${cas}.`);
}

async function nameBefore(
  args: unknown,
  nameOf: (connectionId: string) => Promise<string | null>,
): Promise<string | null> {
  if (typeof args !== 'object' || args === null || !('connectionId' in args)) return null;
  return typeof args.connectionId === 'string' ? nameOf(args.connectionId) : null;
}
