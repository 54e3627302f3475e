/** Deletes of 60 boards under a policy that the test sets. */
import { NO_POLICY, type Policy } from '../../../../main/ipc/policy/policy.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { settle } from '../service/clock.ts';
import { must } from '../../../support/must.ts';
import { jobsUnderTest } from './jobs-under-test.ts';

const BOARDS = Array.from({ length: 60 }, (_, n) => `b${n}`);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const DAY_LONG = { holdSeconds: { single: 86_400, bulk: 86_400 } } as const;
export const REFUSED = { ok: false, error: { code: 'policy' } };

export const passed = (results: readonly Result<unknown>[]): number => results.filter(({ ok }) => ok).length;

export async function underPolicy() {
  const services = await jobsUnderTest(BOARDS);
  services.service.places = 100;
  const rule = (rules: Partial<Policy>): void => {
    services.around.policy = { ...NO_POLICY, ...rules };
  };
  const one = (n: number): Promise<Result<Job>> => services.deleteOne(`b${n}`);
  return {
    services,
    rule,
    restart: async (rules: Partial<Policy>): Promise<void> => {
      rule(rules);
      await services.kill();
    },
    one,
    ones: async (from: number, count: number): Promise<readonly Result<Job>[]> => {
      const made: Result<Job>[] = [];
      for (let n = from; n < from + count; n += 1) made.push(await one(n));
      return made;
    },
    many: (
      from: number,
      count: number,
      said: { reason?: string; draftedBy?: 'self' | 'another' } = {},
    ): Promise<Result<Job>> => services.deleteReviewed(BOARDS.slice(from, from + count), said),
    sent: async (): Promise<number> => {
      await settle();
      return services.service.requests.length;
    },
    finish: async (job: Job): Promise<void> => {
      must(await services.jobs().startNow({ jobId: job.id }));
      await settle();
      while (services.service.answer('done')) await settle();
    },
  };
}

export type UnderPolicy = Awaited<ReturnType<typeof underPolicy>>;
