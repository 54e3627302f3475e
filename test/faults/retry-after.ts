/** Check R3: Easel obeys every form of `Retry-After`, or reports the requested delay. The clock is simulated. */
import type { Clock } from '../../main/lib/clock.ts';
import { SLOW_MS } from '../../main/service/http.ts';
import { clientFor, json, startServer } from '../integration/service/servers.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';

interface Form {
  readonly header: string;
  /** Delay in seconds that the header requests. Null if the header is invalid. */
  readonly requested: number | null;
}

/** Start of the simulated clock, a Sunday. The Retry-After dates below are 20 s later. */
const NOW = Date.UTC(2026, 10, 1, 8, 49, 17);

/** Forms of Retry-After: seconds and three date formats (RFC 9110, 10.2.3 and 5.6.7), then invalid forms. */
const FORMS: Readonly<Record<string, Form>> = {
  seconds: { header: '4', requested: 4 },
  date: { header: 'Sun, 01 Nov 2026 08:49:37 GMT', requested: 20 },
  'RFC 850 date': { header: 'Sunday, 01-Nov-26 08:49:37 GMT', requested: 20 },
  'asctime date': { header: 'Sun Nov  1 08:49:37 2026', requested: 20 },
  garbage: { header: 'soon', requested: null },
  'seconds beyond the cap': { header: '7200', requested: 7200 },
};

/** Longest delays in seconds before Easel retries, with a Retry-After header and without one. */
const LONGEST_WAIT_S = 60;
const LONGEST_DEFAULT_S = 8;
const TOLERANCE = 0.1;
/** Timers from this delay in ms on are deadlines, and never fire. All delays before retries are shorter. */
const DEADLINES_FROM_MS = 25_000;

export async function check(): Promise<Finding> {
  const cases: Case[] = [];
  for (const [name, form] of Object.entries(FORMS)) {
    for (const status of [429, 503]) {
      // Simulated random numbers. With 0 Easel's retry delay is shortest, and with 0.999 longest.
      for (const random of [0, 0.999]) {
        const problems = judgeRead(form, await ask(form, status, random, 'read'));
        cases.push({ name: `${status}, ${name}, read, jitter ${random}`, problems });
      }
      const { after, countdown } = await ask(form, status, 0, 'create');
      const isRight = form.requested === null ? countdown === null : isNear(countdown, form.requested);
      const problems = [
        ...(after === null ? [] : ['the create arrived twice']),
        ...(isRight ? [] : [`says to wait ${countdown ?? 'for no time'}; asked for were ${form.requested}`]),
      ];
      cases.push({ name: `${status}, ${name}, create`, problems });
    }
  }
  return {
    id: 'R3',
    what: 'Retry-After in 6 forms',
    target: 'within 10 % of what is asked; never waits longer than 60 s; a POST is not repeated',
    ...tally(cases),
  };
}

interface Outcome {
  readonly after: number | null;
  readonly countdown: number | null;
}

/** Clock whose timers fire immediately and advance it, except for deadlines and slow-request warnings. */
function virtualClock(): Clock {
  let now = NOW;
  return {
    now: () => now,
    after: (ms, run) => {
      if (ms >= DEADLINES_FROM_MS || ms === SLOW_MS) return () => undefined;
      const due = now + ms;
      const immediate = setImmediate(() => {
        now = Math.max(now, due);
        run();
      });
      return () => clearImmediate(immediate);
    },
  };
}

async function ask(form: Form, status: number, random: number, what: 'read' | 'create'): Promise<Outcome> {
  const clock = virtualClock();
  const arrivals: number[] = [];
  const server = await startServer((response) => {
    arrivals.push(clock.now());
    const headers = { date: new Date(clock.now()).toUTCString(), 'retry-after': form.header };
    if (arrivals.length === 1) json(response, {}, status, headers);
    else json(response, [{ room_id: 'a' }]);
  });
  const { api, close } = clientFor(server.origin, { clock, random: () => random });
  try {
    const result = await (what === 'read' ? api.listBoards({ limit: 1, offset: 0 }) : api.createBoard());
    const [first = 0, second] = arrivals;
    return {
      after: second === undefined ? null : (second - first) / 1000,
      countdown: result.ok ? null : (result.error.retryAfterSeconds ?? null),
    };
  } finally {
    await close();
    await server.close();
  }
}

function judgeRead({ requested }: Form, { after, countdown }: Outcome): readonly string[] {
  if (after !== null && after > LONGEST_WAIT_S) return [`waited ${after} s by itself`];
  const isRight =
    requested === null ? after !== null && after <= LONGEST_DEFAULT_S : isNear(after ?? countdown, requested);
  return isRight
    ? []
    : [`waited or says ${after ?? countdown ?? 'no'} s; asked for were ${requested ?? 'none'}`];
}

function isNear(value: number | null, requested: number): boolean {
  return value !== null && Math.abs(value - requested) <= requested * TOLERANCE;
}
