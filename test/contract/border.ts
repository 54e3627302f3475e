/** The border over handlers that only record that they ran, with a clock and timers that stand still. */
import { createDispatch, type Dispatch, type Handlers } from '../../main/ipc/dispatch.ts';
import type { Gate } from '../../main/ipc/gate.ts';
import { createLog, type Log } from '../../main/log/log.ts';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { CallName } from '../../preload/contract/calls.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { GOOD_REPLIES } from './good-replies.ts';

interface Timer {
  readonly ms: number;
  readonly run: () => void;
  cancelled: boolean;
}

export interface Border {
  readonly dispatch: Dispatch;
  /** The channels whose handlers ran, in order, with what they were given. */
  readonly ran: (readonly [CallName, unknown])[];
  readonly lines: string[];
  /** Where the border learns which secrets there are. */
  readonly log: Log;
  readonly clock: { now: number };
  readonly timers: Timer[];
}

/** `answer` stands in for every handler's answer; by default it is the good reply of its channel. */
export function borderOf(answer: (channel: CallName) => unknown = good, gate: Gate = () => null): Border {
  const ran: (readonly [CallName, unknown])[] = [];
  const lines: string[] = [];
  const timers: Timer[] = [];
  const clock = { now: 1_000_000 };
  const handlers = Object.fromEntries(
    CALL_NAMES.map((channel) => [
      channel,
      (args: unknown) => {
        ran.push([channel, args]);
        return answer(channel);
      },
    ]),
  ) as unknown as Handlers;
  const log = createLog({ sink: { write: (line) => lines.push(line) }, level: 'debug' });
  const dispatch = createDispatch({
    handlers,
    gate,
    log,
    now: () => clock.now,
    after: (ms, run) => {
      const timer: Timer = { ms, run, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
  });
  return { dispatch, ran, lines, log, clock, timers };
}

export function good(channel: CallName): Result<unknown> {
  return ok(GOOD_REPLIES[channel]);
}

/** What a call came to: `ok` or the failure's code. */
export function outcome(reply: Result<unknown>): string {
  return reply.ok ? 'ok' : reply.error.code;
}
