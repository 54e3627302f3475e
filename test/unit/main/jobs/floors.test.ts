import { beforeEach, describe, expect, test } from 'vitest';
import type { Policy } from '../../../../main/ipc/policy/policy.ts';
import { settle } from '../service/clock.ts';
import { must } from '../../../support/must.ts';
import { DAY, DAY_LONG, HOUR, REFUSED, underPolicy, type UnderPolicy } from './under-policy.ts';

let under: UnderPolicy;
let services: UnderPolicy['services'];
beforeEach(async () => {
  under = await underPolicy();
  ({ services } = under);
});

describe('a delete hold required by policy', () => {
  test('ends automatically after a day, and can’t be shortened', async () => {
    under.rule(DAY_LONG);
    const { id, startsEarliest } = must(await under.one(0));
    expect(startsEarliest).toBe(DAY);
    const { id: bulk } = must(await under.many(1, 20));
    const words = [id, bulk, id, bulk].map((each) => services.jobs().startNow({ jobId: each }));
    for (const word of await Promise.all(words)) {
      expect(word).toMatchObject({
        error: { code: 'policy', message: expect.stringMatching(/holds this delete until 2 Jan 1970/u) },
      });
    }
    await services.clock.advance(DAY - 1);
    expect(await services.jobs().startNow({ jobId: id })).toMatchObject(REFUSED);
    // Main shows no question if the policy refuses the start anyway.
    expect(await services.jobs().startQuestion({ jobId: id })).toMatchObject(REFUSED);
    expect(await under.sent()).toBe(0);
    await services.clock.advance(1);
    expect(await under.sent()).toBe(21);
  });

  test('survives a restart and an outage', async () => {
    under.rule(DAY_LONG);
    const { id } = must(await under.many(0, 5));
    services.jobs().pauseAll(null, 'outage');
    expect(await services.jobs().startNow({ jobId: id })).toMatchObject(REFUSED);
    await services.clock.advance(HOUR);
    // A less strict policy at the next start does not shorten the hold.
    await under.restart({});
    expect(await services.job(id)).toMatchObject({ state: 'held', holdUntil: null, startsEarliest: DAY });
    expect(await services.jobs().startNow({ jobId: id })).toMatchObject(REFUSED);
    await services.clock.advance(23 * HOUR);
    must(await services.jobs().startNow({ jobId: id }));
    expect(await under.sent()).toBe(5);
  });

  test('follows the current policy if the job was held for a shorter time, or has already started', async () => {
    const { id: held } = must(await under.many(0, 5));
    const { id: begun } = must(await under.many(5, 5));
    services.service.places = 1;
    must(await services.jobs().startNow({ jobId: begun }));
    await settle();
    await under.restart({ holdSeconds: { single: null, bulk: 3600 } });
    const before = await under.sent();
    expect(await services.jobs().startNow({ jobId: held })).toMatchObject(REFUSED);
    expect(await services.jobs().resume({ jobId: begun })).toMatchObject(REFUSED);
    await services.clock.advance(HOUR);
    expect(await under.sent()).toBe(before);
    must(await services.jobs().resume({ jobId: begun }));
  });
});

describe('a saved job that the current policy forbids', () => {
  const stricter: readonly (readonly [string, Partial<Policy>, RegExp])[] = [
    ['too many boards', { maxBulk: 4 }, /at most 4 boards at once\. You chose 5\./u],
    ['drafted by the person who runs it', { twoPersons: true }, /requires another person to run it/u],
    ['without a reason', { requireReason: true }, /reason/u],
    ['deleting is forbidden', { allowDelete: false }, /doesn’t allow deleting/u],
  ];

  test.each(stricter)('doesn’t start, and can be cancelled: %s', async (_, rules, message) => {
    const { id } = must(await under.many(0, 5, { draftedBy: 'self' }));
    await under.restart(rules);
    expect(await services.jobs().startNow({ jobId: id })).toMatchObject({
      error: { code: 'policy', message: expect.stringMatching(message) },
    });
    expect(must(await services.jobs().cancel({ jobId: id }))).toMatchObject({ state: 'cancelled' });
    must(await services.jobs().dismiss({ jobId: id }));
    expect(await under.sent()).toBe(0);
  });

  test('doesn’t retry its failed items', async () => {
    const { id } = must(await under.many(0, 5));
    must(await services.jobs().startNow({ jobId: id }));
    await settle();
    while (services.service.answer('refused')) await settle();
    expect(await services.job(id)).toMatchObject({ state: 'done', counts: { failed: 5 } });
    await under.restart({ maxBulk: 4 });
    expect(await services.jobs().retryFailed({ jobId: id })).toMatchObject(REFUSED);
    expect(await under.sent()).toBe(5);
  });
});
