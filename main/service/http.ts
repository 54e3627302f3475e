/** One request as HTTP: deadlines, bounds, repetition. No redirect is followed; what an answer means is not judged here. */
import { ACCEPT_ENCODING, readText, type BodyEnd } from './body.ts';
import type { TransportError } from './network-faults.ts';
import { waitBeforeRetry } from './retry.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';
import { REAL_CLOCK, Watch, type Clock, type Stop } from './watch.ts';

/** An answer, read as far as it could be. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty unless `end` is `whole`. */
  readonly text: string;
  readonly end: BodyEnd | 'stalled' | 'cancelled';
}

/** What one attempt came to. */
export type HttpOutcome =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer }
  | { readonly kind: 'network'; readonly error: TransportError }
  | { readonly kind: 'stopped'; readonly stop: Stop };

/** What the call came to: its last attempt, and what is true of all of them. */
export interface HttpResult {
  readonly outcome: HttpOutcome;
  readonly attempts: number;
  /** Whether any attempt may have reached the service. */
  readonly sent: boolean;
  readonly milliseconds: number;
}

export interface HttpOptions {
  readonly transport: Pick<Transport, 'request'>;
  readonly clock?: Clock;
  /** 0 to 1, for the jitter of repetitions. */
  readonly random?: () => number;
}

export interface Http {
  send(request: TransportRequest, signal: AbortSignal | undefined): Promise<HttpResult>;
}

export function createHttp({ transport, clock = REAL_CLOCK, random = Math.random }: HttpOptions): Http {
  async function attempt(request: TransportRequest, watch: Watch): Promise<HttpOutcome & { sent: boolean }> {
    if (watch.stop !== null) return { kind: 'stopped', stop: watch.stop, sent: false };
    watch.expect('no-answer');
    const result = await transport.request(request, watch.signal);
    if (result.ok) return { kind: 'answer', answer: await readAnswer(result.answer, watch), sent: true };
    const { sent } = result.error;
    if (watch.stop !== null) return { kind: 'stopped', stop: watch.stop, sent };
    return { kind: 'network', error: result.error, sent };
  }

  return {
    async send(request, signal) {
      const watch = new Watch(clock, signal);
      const whole = { ...request, headers: withHeaders(request) };
      const begun = clock.now();
      let sent = false;
      try {
        for (let attempts = 1; ; attempts += 1) {
          const outcome = await attempt(whole, watch);
          sent ||= outcome.sent;
          const result = { outcome, attempts, sent, milliseconds: clock.now() - begun };
          const wait = waitBeforeRetry(request.method, attempts, outcome, random, clock.now());
          if (wait === null) return result;
          await watch.pause(wait);
          // Out of time while waiting: what the last attempt said is worth more than that.
          if (watch.stop === 'too-long') return result;
        }
      } finally {
        watch.close();
      }
    },
  };
}

/** The head has come; whatever becomes of the body, the status stands. */
async function readAnswer(answer: TransportAnswer, watch: Watch): Promise<HttpAnswer> {
  const { status, headers } = answer;
  watch.expect('stalled');
  const read = await readText(answer.body, headers['content-encoding'], () => watch.expect('stalled'));
  return { status, headers, text: read.text, end: endOf(read.end, watch.stop) };
}

/** A body that we ended ourselves looks lost; why we did is the better word. */
function endOf(end: BodyEnd, stop: Stop | null): HttpAnswer['end'] {
  if (end === 'whole' || stop === null) return end;
  return stop === 'cancelled' ? 'cancelled' : 'stalled';
}

function withHeaders({ headers, body }: TransportRequest): Readonly<Record<string, string>> {
  return {
    accept: 'application/json',
    'accept-encoding': ACCEPT_ENCODING,
    'user-agent': 'Easel',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}
