/** Test setup: the IPC dispatcher with a manual clock and timers, and with fake use cases that record their calls. */
import { Consent, type Confirm } from '../../main/ipc/consent.ts';
import { createDispatch, type Gate } from '../../main/ipc/dispatch.ts';
import type { Implementations, Question } from '../../main/lib/implementation.ts';
import { createLog } from '../../main/lib/log/log.ts';
import type { Press } from '../../preload/contract/call.ts';
import type { CallName } from '../../preload/contract/contract.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { GOOD_REPLIES } from './examples.ts';

interface Timer {
  readonly ms: number;
  readonly run: () => void;
  cancelled: boolean;
}

interface Around {
  readonly gate?: Gate;
  readonly confirm?: Confirm;
  readonly question?: Question | 'press' | null;
  readonly storedKey?: string;
}

export const QUESTION: Question = {
  message: 'Delete 502 boards?',
  detail: 'At boards.example.',
  yes: 'Delete',
};

export type Border = ReturnType<typeof borderOf>;

export function borderOf(
  answer: (name: CallName) => unknown = good,
  {
    gate = () => null,
    confirm = () => Promise.resolve(true),
    question = QUESTION,
    storedKey = '',
  }: Around = {},
) {
  const ran: (readonly [CallName, unknown])[] = [];
  const [asked, answered]: [Question[], (Question | null)[]] = [[], []];
  const lines: string[] = [];
  const timers: Timer[] = [];
  const clock = { now: 1_000_000 };
  const implementationOf = (name: CallName): object => ({
    run: (args: unknown, question: Question | null) => {
      ran.push([name, args]);
      answered.push(question);
      return answer(name);
    },
    ask: () => Promise.resolve(ok(question)),
  });
  const calls = new Proxy({} as Implementations, {
    get: (_calls, group: string) =>
      new Proxy({}, { get: (_group, method: string) => implementationOf(`${group}.${method}` as CallName) }),
  });
  const log = createLog((line) => lines.push(line));
  const consent = new Consent(
    (about, signal) => {
      asked.push(about);
      return confirm(about, signal);
    },
    () => clock.now,
  );
  const dispatch = createDispatch({
    calls,
    gate,
    consent,
    storedKeys: () => Promise.resolve((text) => text.trim() === storedKey),
    record: () => undefined,
    nameOf: () => Promise.resolve(null),
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
  let presses = 0;
  const press = (): Press => {
    presses += 1;
    return { page: PAGE, number: presses, msAgo: 3 };
  };
  const call = (name: CallName, args: unknown, isTrusted = true) => dispatch(name, isTrusted, args, press());
  return { dispatch, call, press, consent, ran, answered, asked, lines, log, clock, timers };
}

export const PAGE = '6b0a1c52-7a1e-4f0e-9d0f-1f6f6a7d3c11';

export function good(name: CallName): Result<unknown> {
  return ok(GOOD_REPLIES[name]);
}

export function outcome(reply: Result<unknown>): string {
  return reply.ok ? 'ok' : reply.error.code;
}
