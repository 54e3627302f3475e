/** Whatever happens in whatever order: what a job sends, what it never sends, and what its record says at the end. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createId } from '../../../../main/jobs/unresolved.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { acts, BOARDS, play } from './acts.ts';
import { must } from '../../../support/must.ts';
import { CONNECTION, jobsUnderTest, type JobsUnderTest } from './jobs-under-test.ts';
import { TruthCheck } from './truth-check.ts';

const RUNS = Number(process.env['EASEL_JOB_RUNS'] ?? 60);

/** A person sees to everything, until nothing is left to be done. */
async function finish(services: JobsUnderTest, truth: TruthCheck): Promise<void> {
  Object.assign(services.around, { trouble: null, closed: null, broken: new Set() });
  services.setFree(true);
  for (let rounds = 0; rounds < 200; rounds += 1) {
    await services.turn();
    await services.clock.advance(2500);
    while (services.service.answer('done')) await services.turn();
    await truth.look();
    const left = must(await services.jobs().list()).filter(({ state }) => !ENDED.has(state));
    if (left.length === 0) return;
    for (const { id, state } of left) {
      if (state === 'held') truth.word(id, services.jobs().startNow({ jobId: id }));
      if (state === 'paused') truth.word(id, services.jobs().resume({ jobId: id }));
    }
  }
  throw new Error('the jobs come to no end');
}

const ENDED: ReadonlySet<string> = new Set(['done', 'stopped', 'cancelled']);

/** What the record says, held against what the service knows. */
function judge(services: JobsUnderTest, truth: TruthCheck, job: Job): readonly string[] {
  const faults: string[] = [];
  const items = services.items(job.id);
  const found = { ...services.tables.jobs.all().find(({ record }) => record.id === job.id)?.counts };
  const said = { ...job.counts, 'already-gone': job.counts.alreadyGone } as Record<string, number>;
  for (const [state, many] of Object.entries(found)) {
    if (said[state] !== many)
      faults.push(`${job.kind}: ${many} are ${state} on disk, and ${said[state]} are said`);
  }
  if (items.length !== job.counts.total) faults.push('items are missing');
  const unresolved = services.tables.creates.unknown(CONNECTION).map(({ id }) => id);
  for (const { index, state, targetId } of items) {
    const key = createId(job.id, index);
    const sent = truth.sent.get(key) ?? [];
    const did = sent.some((request) => request.did !== false);
    const where = `${job.kind}, ${job.state}, item ${index} is ${state}`;
    if (['waiting', 'sending'].includes(state)) faults.push(`${where} in the end`);
    // A link whose answer was lost has failed: a retry makes another one.
    const isLostLink = job.kind === 'mint-links' && state === 'failed';
    if (['failed', 'untouched', 'skipped'].includes(state) && did && !isLostLink) {
      faults.push(`${where}, and it was done`);
    }
    if (['done', 'already-gone'].includes(state) && !did) faults.push(`${where}, and it was not done`);
    if (state === 'done' && job.kind === 'create-papers' && !services.service.papers.has(targetId)) {
      faults.push(`${where}, and there is no such paper`);
    }
    const isCreate = job.kind.startsWith('create');
    if (isCreate && (state === 'unknown') !== unresolved.includes(key)) {
      faults.push(`${where}, and the journal ${unresolved.includes(key) ? 'has' : 'does not have'} it`);
    }
  }
  return faults;
}

test('no order of events sends a forbidden request, and every item ends once, in its state at the service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 10, maxLength: 60 }), async (script) => {
      const services = await jobsUnderTest(BOARDS);
      const truth = new TruthCheck(services);
      services.setFree(false);
      for (const [step, act] of script.entries()) {
        await play(services, truth, act, step);
        await truth.look();
      }
      await finish(services, truth);
      const before = must(await services.jobs().list());
      // What a full disk kept from being written is put right by the next start.
      await services.kill();
      const jobs = must(await services.jobs().list());
      expect(jobs.map(({ state, counts }) => ({ state, counts }))).toEqual(
        before.map(({ state, counts }) => ({ state, counts })),
      );
      const faults = [...truth.faults, ...jobs.flatMap((job) => judge(services, truth, job))];
      expect(faults).toEqual([]);
    }),
    { numRuns: RUNS },
  );
}, 600_000);
