import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAudit, teamAudit } from '../../../main/activity/team-log.ts';
import { readPlanBoards } from '../../../main/jobs/plan-boards.ts';
import { teamPlans, type PlanRef } from '../../../main/jobs/team-plans.ts';
import type { Register } from '../../../main/team/register.ts';
import { createVisits } from '../../../main/previews/visits.ts';
import type { TeamPlan } from '../../../preload/contract/team.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { failure } from '../../../main/lib/wording/failure.ts';
import { must } from '../../support/must.ts';
import { createDatabase, whyNoPostgres, type TestDatabase } from '../../support/postgres.ts';
import { newAccount, note, ready, type Member } from './registers.ts';

const SERVICE = 'https://boards.example.com';
const IDS = Array.from({ length: 40 }, (_, at) => `board ${at}`);
const refusal = (code: string, message: string) => ({
  ok: false,
  error: { code, message: expect.stringContaining(message) },
});

describe.skipIf(whyNoPostgres() !== null)('team plans in the database', () => {
  let database: TestDatabase;
  let account: string;
  let [ann, ben] = [] as unknown as [Colleague, Colleague];
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const first = await ready(database, 'ann');
    account = await newAccount(first);
    [ann, ben] = [colleague(first), colleague(await ready(database, 'ben'))];
  });

  type Colleague = ReturnType<typeof colleague>;
  function colleague({ register, changed }: Member, accountId = account) {
    const copies = {
      isJoined: () => true,
      joined: () => [{ connectionId: 'c', accountId }] as never,
      ask: <T>(_connectionId: string, call: (open: Register, account: string) => Promise<Result<T>>) =>
        call(register, accountId),
    };
    const plans = teamPlans({ copies, readPlanBoards: async (...args) => readPlanBoards(...args) });
    const visits = createVisits({
      copies,
      isShared: () => Promise.resolve(true),
      after: () => () => undefined,
    });
    return {
      register,
      changed,
      plans,
      visits,
      copies,
      plan: async (): Promise<TeamPlan> => {
        const [first] = must(await plans.list());
        if (first === undefined) throw new Error('no plan');
        return first;
      },
    };
  }

  async function drafted(ids: readonly string[] = IDS): Promise<PlanRef> {
    must(await ann.plans.save('c', { ids, query: null, boardApi: SERVICE, note: 'Ticket 12', validDays: 7 }));
    const { id } = await ann.plan();
    return { planId: id, digest: createHash('sha256').update(ids.join('\n')).digest('hex') };
  }

  async function approved(ids?: readonly string[]): Promise<PlanRef> {
    const plan = await drafted(ids);
    must(await ben.plans.decide('c', plan, 'approved', ''));
    return plan;
  }

  const age = (seconds: number): Promise<unknown> =>
    database.as('postgres', `UPDATE easel.runs SET seen_at = seen_at - interval '${seconds} seconds'`);

  const expire = (): Promise<unknown> =>
    database.as(
      'postgres',
      `SET session_replication_role = replica;
      UPDATE easel.plans SET drafted_at = drafted_at - interval '8 days', expires_at = expires_at - interval '8 days'`,
    );

  test('only a colleague can approve a team plan, not its author', async () => {
    const plan = await drafted();
    expect(must(await ben.plans.read('c', plan.planId))).toMatchObject({ ...plan, remaining: IDS });
    expect(await ben.plan()).toMatchObject({ state: 'waiting', boards: 40, draftedBy: 'ann', isOwn: false });
    expect(await ann.plans.decide('c', plan, 'approved', '')).toMatchObject(
      refusal('policy', 'A colleague must'),
    );
    expect(await ben.plans.decide('c', { ...plan, digest: 'other' }, 'approved', '')).toMatchObject(
      refusal('not-found', 'isn’t in the team register'),
    );
    must(await ben.plans.decide('c', plan, 'approved', ''));
    expect(await ann.plan()).toMatchObject({ state: 'approved', approvedBy: 'ben', isOwn: true });
  });

  test('a declined team plan can’t be approved or run', async () => {
    const plan = await drafted();
    must(await ben.plans.decide('c', { ...plan, digest: '' }, 'declined', 'too young'));
    expect(await ann.plan()).toMatchObject({ state: 'declined', closedBy: 'ben', closeReason: 'too young' });
    expect(await ben.plans.decide('c', plan, 'approved', '')).toMatchObject(
      refusal('refused', 'status has changed'),
    );
    expect(await ben.plans.start('c', IDS, plan)).toMatchObject(refusal('refused', 'can’t be run now'));
  });

  test('only one of 20 simultaneous attempts to run a team plan succeeds', async () => {
    const plan = await approved();
    const attempts = Array.from({ length: 20 }, (_, at) => (at % 2 ? ann : ben).plans.start('c', IDS, plan));
    const started = (await Promise.all(attempts)).filter((result) => result.ok);
    expect(started).toHaveLength(1);
    expect(await ann.plan()).toMatchObject({ state: 'running', run: { state: 'held', boards: 40, done: 0 } });
  });

  test('a team plan starts only while it is approved, unexpired and unchanged', async () => {
    const waiting = await drafted();
    expect(await ben.plans.start('c', IDS, waiting)).toMatchObject({ ok: false });
    must(await ben.plans.decide('c', waiting, 'approved', ''));
    expect(await ben.plans.start('c', IDS, { ...waiting, digest: 'other' })).toMatchObject({ ok: false });
    expect(await ben.plans.start('c', ['another board'], waiting)).toMatchObject({ ok: false });
    expect(await ben.plan()).toMatchObject({ state: 'approved' });
    await expire();
    expect(await ben.plan()).toMatchObject({ state: 'expired' });
    expect(await ben.plans.start('c', IDS, waiting)).toMatchObject(refusal('refused', 'has expired'));
  });

  test('after a team plan’s expiry, the team’s database saves a reported outcome but ends the plan’s run', async () => {
    const run = must(await ben.plans.start('c', IDS, await approved())) ?? '';
    const report = { state: 'running', done: 1, outcomes: { 'board 0': 'done' } } as const;
    must(await ben.plans.report('c', run, { ...report, done: 0, outcomes: {} }));
    await expire();
    expect(await ben.plans.report('c', run, report)).toMatchObject(refusal('refused', 'expired'));
    expect(await ann.plan()).toMatchObject({ state: 'expired', done: 1, run: null });
  });

  test('a team plan whose run was killed has the state “expired” after its expiry', async () => {
    must(await ben.plans.start('c', IDS, await approved()));
    await age(61);
    await expire();
    expect(await ann.plan()).toMatchObject({ state: 'expired' });
  });

  test('a member can continue to run a team plan after a long pause if no colleague took over', async () => {
    const plan = await approved();
    const run = must(await ben.plans.start('c', IDS, plan)) ?? '';
    const outcomes = { 'board 0': 'done' };
    const report = () => ben.plans.report('c', run, { state: 'running', done: 1, outcomes });
    await age(61);
    expect(await ann.plan()).toMatchObject({ state: 'stopped' });
    must(await report());
    expect(await ann.plan()).toMatchObject({ state: 'running', run: { by: 'ben' } });
    await age(3600);
    expect(await ann.plans.start('c', IDS, plan)).toMatchObject({ ok: false });
    must(await ann.plans.start('c', IDS.slice(1), plan));
    expect(await report()).toMatchObject(refusal('refused', 'run of the plan has ended'));
  });

  test('unfinished team plans are listed even if 200 newer plans are finished', async () => {
    const plan = await drafted();
    const closed = `SET session_replication_role = replica;
      INSERT INTO easel.plans (account_id, ids, board_api, note, digest, expires_at, state, drafted_by, drafted_at)
      SELECT account_id, ids, board_api, note, digest, expires_at + interval '1 hour', 'declined', drafted_by,
        drafted_at + interval '1 hour' FROM easel.plans, generate_series(1, 200) WHERE account_id = '${account}'`;
    await database.as('postgres', closed);
    expect(await ben.plan()).toMatchObject({ id: plan.planId, state: 'waiting' });
  });

  test('invalid values that a member wrote by SQL do not prevent listing valid visits and audit entries', async () => {
    const emoji = '🪿'.repeat(600);
    await database.as('ben', `SELECT easel.visit('${account}', gen_random_uuid(), $1)`, [
      JSON.stringify([
        { kind: 'board', id: emoji.slice(0, 1000) },
        { kind: 'board', id: 'b1' },
      ]),
    ]);
    expect(must(await ann.visits.list('c'))).toMatchObject([{ target: { id: 'b1' } }]);
    const id = '5f2b7f5e-7a0e-4b8e-9a6e-0f6d3a1c2b4d';
    await database.as('ben', `SELECT easel.sign_in('${id}', 'desk')`);
    const texts = { user: emoji, target: emoji, detail: emoji, reason: emoji, outcome: '', job: '' };
    const entries = [-1, 1e300, null].map((at, number) => ({ ...texts, number, account, at, action: 'x' }));
    await database.as('ben', `SELECT easel.add_audit('${id}', $1)`, [JSON.stringify(entries)]);
    const olga = colleague(await ready(database, 'olga'));
    const { page } = teamAudit(olga.copies, () => Promise.resolve(fail(failure('refused'))));
    const filter = { connectionId: 'c', member: '', action: 'x', target: '', since: null, until: null };
    expect(must(await page(filter)).entries.map(({ at }) => at)).toEqual([0, 8.64e15, 0]);
  });

  test('colleagues are notified that a member left a room even if the member disconnects immediately', async () => {
    const room = { connectionId: 'c', target: { kind: 'board', id: 'b1' } } as const;
    await ann.visits.changed([room]);
    expect(must(await ben.visits.list('c'))).toHaveLength(1);
    void ann.register.accounts();
    ann.visits.leaveAll();
    await ann.register.close();
    expect(must(await ben.visits.list('c'))).toEqual([]);
  });

  test('the run of a team plan receives a colleague’s request to pause exactly once', async () => {
    const plan = await approved();
    const run = must(await ben.plans.start('c', IDS, plan)) ?? '';
    must(
      await ann.register.change(account, [
        note('other', { protected: true }),
        note('board 7', { protected: false }),
      ]),
    );
    expect(must(await ann.plans.runsWith('c'))).toEqual([]);
    must(await ann.register.change(account, [note('board 8', { protected: true })]));
    expect(must(await ann.plans.runsWith('c'))).toMatchObject([{ id: run, by: 'ben' }]);
    expect(must(await ben.plans.runsWith('c'))).toEqual([]);
    must(await ann.plans.askPause('c', run));
    const report = (state: 'held' | 'paused') => ben.plans.report('c', run, { state, done: 0, outcomes: {} });
    expect(must(await report('held'))).toBe('ann');
    must(await report('paused'));
    expect(await ann.plans.askPause('c', run)).toMatchObject(refusal('refused', 'is paused or has ended'));
    expect(must(await report('held'))).toBe('');
    expect(ann.changed).toContain(account);
    await age(61);
    expect(await ann.plans.askPause('c', run)).toMatchObject(refusal('refused', 'paused or has ended'));
  });

  test('a team plan whose boards were changed by SQL can’t be read', async () => {
    const plan = await drafted();
    const forge = `SET session_replication_role = replica; UPDATE easel.plans SET ids = '["other"]'`;
    await database.as('postgres', forge);
    expect(await ben.plans.read('c', plan.planId)).toMatchObject(
      refusal('refused', 'don’t match the boards that its author'),
    );
  });

  // Runs the SQL as administrator, because check G1 (test/security/team-register.ts) already tests team members.
  test.each([
    [
      'an approval without an approver',
      `SET session_replication_role = replica; UPDATE easel.plans SET state = 'approved'`,
      /approved_by_another/,
    ],
    ['another state than the next', `UPDATE easel.plans SET state = 'done'`, /does not become done/],
    ['other boards', `UPDATE easel.plans SET ids = '["x"]'`, /never changes/],
    ['a later expiry', `UPDATE easel.plans SET expires_at = expires_at + interval '1 day'`, /never changes/],
    ['another service', `UPDATE easel.plans SET board_api = 'x'`, /never changes/],
    ['another filter', `UPDATE easel.plans SET filter = '{}'`, /never changes/],
  ] as const)('a database administrator can’t change a team plan to %s', async (_what, sql, message) => {
    await database.as('postgres', 'TRUNCATE easel.plans, easel.runs, easel.results');
    await drafted();
    const { code, output } = await database.psql('postgres', sql);
    expect(output).toMatch(message);
    expect(code).toBe(3);
    expect(await ann.plan()).toMatchObject({ state: 'waiting', approvedBy: '', boards: 40 });
  });

  test('only owners can read the audit log of the team', async () => {
    const entry = {
      account,
      at: 1_700_000_000_000,
      user: 'desk',
      action: 'board-deleted',
      outcome: 'done',
      status: 200,
      detail: '',
      reason: 'T-1',
      job: '',
    } as const;
    const entries = Array.from({ length: 501 }, (_, at) => ({ ...entry, number: at, target: `b${at}` }));
    must(await addAudit(ann.register, entries));
    const olga = colleague(await ready(database, 'olga'));
    const noExport = () => Promise.resolve(fail(failure('refused')));
    const filter = { connectionId: 'c', member: '', action: '', target: '', since: null, until: null };
    const { page } = teamAudit(olga.copies, noExport);
    const first = must(await page(filter));
    expect([first.entries.length, first.isMore]).toEqual([500, true]);
    expect(first.entries[0]).toMatchObject({ member: 'ann', osUser: 'desk', target: 'b500', at: entry.at });
    expect(
      must(await page({ ...filter, member: 'ann', target: 'B77', since: Date.now() - 60_000 })).entries,
    ).toHaveLength(1);
    expect(must(await page({ ...filter, member: 'ben' })).entries).toEqual([]);
    expect(must(await page({ ...filter, until: Date.now() - 60_000 })).entries).toEqual([]);
    const rows: unknown[] = [];
    const { save } = teamAudit(olga.copies, async (_purpose, _format, piecesOf) => {
      for await (const piece of piecesOf(null))
        if (piece.ok) rows.push(...String(piece.value.content).split('\n'));
      return ok(null);
    });
    must(await save({ ...filter, format: 'csv' }));
    expect(rows.filter((row) => String(row).includes('board-deleted'))).toHaveLength(501);
    expect(await teamAudit(ben.copies, noExport).page(filter)).toMatchObject({
      error: { code: 'not-allowed' },
    });
  });
});
