/** The limiter against a service with a hidden token bucket, in simulated time: late timers, answers in any order. */
import { createLimiter, type Method } from '../../../../main/service/limiter.ts';

export interface HiddenRate {
  /** Requests a second, and how many at once, that are taken. */
  readonly rate: number;
  readonly burst: number;
  /** What is asked for with a refusal, ms; 0 for nothing. */
  readonly asks: number;
  /** How long an answer takes, ms, give or take a third. */
  readonly answerMs: number;
  /** How long before a list is read, which is not counted by the service, ms. */
  readonly readBeforeMs: number;
}

const HOST = 'boards.example';
const NEVER = new AbortController().signal;
const AT_ONCE = 32;
const READS = 4;
const LONGEST_MS = 600_000;
/** As many turns as a place needs to be handed over. */
const TURNS = 12;

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Numbers from 0 to 1, the same for the same seed (Numerical Recipes' generator). */
function drawsOf(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/**
 * Deletes so many things, each refused one again later.
 *
 * @returns ms until all were taken, and how many refusals there were
 */
export async function deleteMany(
  { rate, burst, asks, answerMs, readBeforeMs }: HiddenRate,
  many: number,
  seed: number,
): Promise<{ readonly ms: number; readonly refused: number }> {
  const draw = drawsOf(seed);
  const due: Due[] = [];
  let [now, tokens, countedAt, refused, taken] = [1_000_000, burst, 0, 0, 0];
  const at = (time: number, run: () => void): void => void due.push({ at: time, run });
  const limiter = createLimiter({
    now: () => Math.floor(now),
    after: (ms, run) => {
      let isOn = true;
      at(now + Math.max(1, ms) + 1.3 * draw(), () => isOn && run());
      return () => (isOn = false);
    },
  });

  function isTaken(): boolean {
    tokens = Math.min(burst, tokens + ((now - countedAt) * rate) / 1000);
    countedAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }

  async function send(method: Method): Promise<boolean> {
    const place = await limiter.enter(HOST, method, NEVER);
    return new Promise((resolve) => {
      at(now + draw(), () => {
        const takes = method === 'GET' || isTaken();
        at(now + answerMs * (0.7 + 0.6 * draw()), () => {
          place?.leave(takes ? 'welcome' : 'too-many', takes ? 0 : asks);
          resolve(takes);
        });
      });
    });
  }

  let left = many;
  async function work(): Promise<void> {
    while (left > 0) {
      left -= 1;
      if (await send('DELETE')) taken += 1;
      else {
        refused += 1;
        left += 1;
      }
    }
  }

  for (let read = 0; read < READS; read += 1) void send('GET');
  const begun = now + readBeforeMs;
  at(begun, () => {
    for (let worker = 0; worker < AT_ONCE; worker += 1) void work();
  });
  for (;;) {
    for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
    if (taken === many) return { ms: now - begun, refused };
    due.sort((one, other) => one.at - other.at);
    const next = due.shift();
    if (next === undefined || now - begun > LONGEST_MS) throw new Error(`${taken} of ${many} were taken`);
    now = Math.max(now, next.at);
    next.run();
  }
}
