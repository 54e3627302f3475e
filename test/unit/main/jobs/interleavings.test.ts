/** Whatever happens in whatever order: what a job sends, what it never sends, and what its record says at the end. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { intentId } from '../../../../main/jobs/work.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { acts, BOARDS, play } from './acts.ts';
import { CONNECTION, jobsUnderTest, must, type JobsUnderTest } from './jobs-under-test.ts';
import { Witness } from './witness.ts';

const RUNS = Number(process.env['EASEL_JOB_RUNS'] ?? 150);

/** A person sees to everything, until nothing is left to be done. */
async function finish(house: JobsUnderTest, witness: Witness): Promise<void> {
  Object.assign(house.around, { trouble: null, closed: null, broken: new Set() });
  house.setFree(true);
  for (let rounds = 0; rounds < 200; rounds += 1) {
    await house.turn();
    await house.clock.advance(2500);
    while (house.service.answer('done')) await house.turn();
    await witness.look();
    const left = must(await house.jobs().list()).filter(({ state }) => !ENDED.has(state));
    if (left.length === 0) return;
    for (const { id, state } of left) {
      if (state === 'held') witness.word(id, house.jobs().startNow({ jobId: id }));
      if (state === 'paused') witness.word(id, house.jobs().resume({ jobId: id }));
    }
  }
  throw new Error('the jobs come to no end');
}

const ENDED: ReadonlySet<string> = new Set(['done', 'stopped', 'cancelled']);

/** What the record says, held against what the service knows. */
function judge(house: JobsUnderTest, witness: Witness, job: Job): readonly string[] {
  const faults: string[] = [];
  const items = house.items(job.id);
  const found = { ...house.tables.jobs.all().find(({ record }) => record.id === job.id)?.counts };
  const said = { ...job.counts, 'already-gone': job.counts.alreadyGone } as Record<string, number>;
  for (const [state, many] of Object.entries(found)) {
    if (said[state] !== many)
      faults.push(`${job.kind}: ${many} are ${state} on disk, and ${said[state]} are said`);
  }
  if (items.length !== job.counts.total) faults.push('items are missing');
  const unknowns = house.tables.creates.unknown(CONNECTION).map(({ id }) => id);
  for (const { index, state, targetId } of items) {
    const key = intentId(job.id, index);
    const sent = witness.sent.get(key) ?? [];
    const did = sent.some((request) => request.did !== false);
    const where = `${job.kind}, ${job.state}, item ${index} is ${state}`;
    if (['waiting', 'sending'].includes(state)) faults.push(`${where} in the end`);
    if (['failed', 'untouched', 'skipped'].includes(state) && did && job.kind !== 'mint-links') {
      faults.push(`${where}, and it was done`);
    }
    if (['done', 'already-gone'].includes(state) && !did) faults.push(`${where}, and it was not done`);
    if (state === 'done' && job.kind === 'create-papers' && !house.service.papers.has(targetId)) {
      faults.push(`${where}, and there is no such paper`);
    }
    const isCreate = job.kind.startsWith('create');
    if (isCreate && (state === 'unknown') !== unknowns.includes(key)) {
      faults.push(`${where}, and the ledger ${unknowns.includes(key) ? 'has' : 'does not have'} it`);
    }
  }
  return faults;
}

test('no order of events sends what it must not, and every item ends once, as it is at the service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 10, maxLength: 60 }), async (script) => {
      const house = await jobsUnderTest(BOARDS);
      const witness = new Witness(house);
      house.setFree(false);
      for (const [step, act] of script.entries()) {
        await play(house, witness, act, step);
        await witness.look();
      }
      await finish(house, witness);
      const before = must(await house.jobs().list());
      // What a full disk kept from being written is put right by the next start.
      await house.kill();
      const jobs = must(await house.jobs().list());
      expect(jobs.map(({ state, counts }) => ({ state, counts }))).toEqual(
        before.map(({ state, counts }) => ({ state, counts })),
      );
      const faults = [...witness.faults, ...jobs.flatMap((job) => judge(house, witness, job))];
      expect(faults).toEqual([]);
    }),
    { numRuns: RUNS },
  );
}, 600_000);
