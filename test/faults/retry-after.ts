/** R3: every form of `Retry-After` is obeyed, by waiting or by saying how long to wait. Time is virtual. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../main/clock.ts';
import { clientFor, json, startServer } from '../integration/service/servers.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';

interface Form {
  readonly name: string;
  readonly header: (now: Date) => string;
  /** What it asks for, in seconds; null where it asks for nothing. */
  readonly asked: number | null;
}

const AHEAD_S = 20;
const later = (now: Date): Date => new Date(now.getTime() + AHEAD_S * 1000);
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** RFC 9110, 10.2.3 and 5.6.7: seconds, and three forms of a date, all of them GMT; and what is none of them. */
const FORMS: readonly Form[] = [
  { name: 'seconds', header: () => '4', asked: 4 },
  { name: 'date', header: (now) => later(now).toUTCString(), asked: AHEAD_S },
  { name: 'RFC 850 date', header: (now) => rfc850(later(now)), asked: AHEAD_S },
  { name: 'asctime date', header: (now) => asctime(later(now)), asked: AHEAD_S },
  { name: 'garbage', header: () => 'soon', asked: null },
  { name: 'seconds beyond the cap', header: () => '7200', asked: 7200 },
];

/** `Sunday, 06-Nov-94 08:49:37 GMT` */
function rfc850(date: Date): string {
  const [, day = '', month = '', year = '', time = ''] = date.toUTCString().split(' ');
  return `${DAYS[date.getUTCDay()] ?? ''}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
}

/** `Sun Nov  6 08:49:37 1994` */
function asctime(date: Date): string {
  const [weekday = '', , month = '', year = '', time = ''] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(date.getUTCDate()).padStart(2)} ${time} ${year}`;
}

/** The longest that Easel waits by itself, with and without Retry-After, in seconds. */
const LONGEST_WAIT_S = 60;
const LONGEST_DEFAULT_S = 8;
const TOLERANCE = 0.1;

export async function checkRetryAfter(): Promise<Finding> {
  const cases: Case[] = [];
  const waits: string[] = [];
  for (const form of FORMS) {
    for (const status of [429, 503]) {
      // Jitter at both of its ends.
      for (const random of [0, 0.999]) {
        const waited = await readOnce(form, status, random);
        cases.push({
          name: `${status}, ${form.name}, read, jitter ${random}`,
          problems: judgeRead(form, waited),
        });
        if (status === 429 && random > 0)
          waits.push(`${form.name} ${waited.after?.toFixed(1) ?? 'countdown'}`);
      }
      cases.push({ name: `${status}, ${form.name}, create`, problems: await judgeCreate(form, status) });
    }
  }
  return {
    id: 'R3',
    what: 'Retry-After in 6 forms',
    figure: `seconds waited with most jitter: ${waits.join(', ')}`,
    target: 'within 10 % of what is asked; never waits longer than 60 s; a POST is not repeated',
    ...tally(cases),
  };
}

interface Waited {
  /** Seconds until the request came again; null if it did not. */
  readonly after: number | null;
  /** The countdown that the failure gives. */
  readonly countdown: number | null;
}

/** Whatever is longer than any wait asked for here is a deadline, and none of these calls is late. */
const DEADLINES_FROM_MS = 25_000;

/** Timers run at once, and the clock with them; deadlines never end anything. */
function virtualClock(): Clock {
  let now = Math.ceil(Date.now() / 1000) * 1000;
  return {
    now: () => now,
    after: (ms, run) => {
      if (ms >= DEADLINES_FROM_MS) return () => undefined;
      const due = now + ms;
      const immediate = setImmediate(() => {
        now = Math.max(now, due);
        run();
      });
      return () => clearImmediate(immediate);
    },
  };
}

/** One read of a service that refuses once. */
async function readOnce(form: Form, status: number, random: number): Promise<Waited> {
  const clock = virtualClock();
  const arrivals: number[] = [];
  const server = await startServer((response) => {
    arrivals.push(clock.now());
    if (arrivals.length === 1) refuse(response, form, status, clock);
    else json(response, [{ room_id: 'a' }]);
  });
  const client = clientFor(server.origin, { clock, random: () => random });
  try {
    const result = await client.api.listBoards({ limit: 1, offset: 0 });
    const [first = 0, second] = arrivals;
    return {
      after: second === undefined ? null : (second - first) / 1000,
      countdown: result.ok ? null : (result.error.retryAfterSeconds ?? null),
    };
  } finally {
    await client.close();
    await server.close();
  }
}

function judgeRead({ asked }: Form, { after, countdown }: Waited): readonly string[] {
  if (asked === null) {
    const isDefault = after !== null && after <= LONGEST_DEFAULT_S;
    return isDefault ? [] : [`waited ${after ?? 'for ever'} s without being asked`];
  }
  if (after !== null) {
    return [
      ...(after <= LONGEST_WAIT_S ? [] : [`waited ${after} s by itself`]),
      ...(isNear(after, asked) ? [] : [`came again after ${after} s; asked for were ${asked}`]),
    ];
  }
  return countdown !== null && isNear(countdown, asked)
    ? []
    : [`says to wait ${countdown ?? 'for no time'}; asked for were ${asked} s`];
}

async function judgeCreate(form: Form, status: number): Promise<readonly string[]> {
  const clock = virtualClock();
  const server = await startServer((response) => refuse(response, form, status, clock));
  const client = clientFor(server.origin, { clock });
  try {
    const result = await client.api.createBoard();
    const countdown = result.ok ? null : (result.error.retryAfterSeconds ?? null);
    const isRight =
      form.asked === null ? countdown === null : countdown !== null && isNear(countdown, form.asked);
    return [
      ...(server.seen.length === 1 ? [] : [`${server.seen.length} creates arrived`]),
      ...(isRight
        ? []
        : [`says to wait ${countdown ?? 'for no time'}; asked for were ${form.asked ?? 'none'}`]),
    ];
  } finally {
    await client.close();
    await server.close();
  }
}

function refuse(response: ServerResponse, form: Form, status: number, clock: Clock): void {
  const now = new Date(clock.now());
  json(response, {}, status, { date: now.toUTCString(), 'retry-after': form.header(now) });
}

function isNear(value: number, asked: number): boolean {
  return Math.abs(value - asked) <= asked * TOLERANCE;
}
