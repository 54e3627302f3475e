/** Plans of bulk deletes, and runs of all deletes, in the team database, which allows one active run per plan. */
import * as v from 'valibot';
import { rowQuery, type RowQuery } from '../../preload/contract/boards.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { teamPlan, teamRun, type TeamPlan, type TeamRun } from '../../preload/contract/team.ts';
import { readJson } from '../lib/files/json-file.ts';
import type { Remote } from '../lib/threads/rpc.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { failure } from '../lib/wording/failure.ts';
import { notJoined, type Copies } from '../team/copies.ts';
import { codeOf, type readPlanBoards } from './plan-boards.ts';
import { flag, json, ms, name, nothing, one, uuid } from '../lib/postgres-rows.ts';

export interface TeamPlansOptions extends Remote<{ readPlanBoards: typeof readPlanBoards }> {
  readonly copies: Pick<Copies, 'joined' | 'isJoined' | 'ask'>;
}

/** Reference to a delete plan in the team database. `digest` is the hash of the boards that the user reviewed. */
export interface PlanRef {
  readonly planId: string;
  readonly digest: string;
}

export interface RunReport {
  readonly state: 'held' | 'running' | 'paused' | 'stopped' | 'done';
  readonly done: number;
  /** A run's results: item states by board id. The plan's next run skips these boards. */
  readonly outcomes: Readonly<Record<string, string>>;
}

export interface SavedPlan {
  readonly ids: readonly string[];
  readonly query: RowQuery | null;
  readonly boardApi: string;
  readonly note: string;
  readonly validDays: number;
}

export interface ReadPlan extends PlanRef, Pick<SavedPlan, 'query' | 'boardApi'> {
  readonly plan: TeamPlan;
  readonly remaining: readonly string[];
}

const MOST_PLANS = 200;

/** Allows 8,192 UTF-16 units, because the database allows 4,096 code points of up to two units each. */
const text = v.pipe(v.string(), v.maxLength(8192), v.transform(cleanLine));
const RUN = `json_build_object('id', r.id, 'by', r.member, 'state', r.state, 'boards', r.boards, 'done', r.done)`;
const isSeen = `r.state <> 'ended' AND r.seen_at > now() - interval '60 seconds'`;

const { connectionId: _connectionId, code: _code, ...facts } = teamPlan.entries;
const plan = v.object({ ...facts, note: text, closeReason: text });
const planRow = v.tuple([
  v.pipe(v.string(), v.parseJson(), plan),
  v.pipe(v.string(), v.hexadecimal(), v.length(64)),
]);
const PLANS = `SELECT json_build_object('id', p.id, 'state', CASE
    WHEN p.state IN ('done', 'declined') OR r.id IS NOT NULL THEN p.state
    WHEN p.expires_at <= now() THEN 'expired' WHEN p.state = 'running' THEN 'stopped' ELSE p.state END,
    'boards', p.boards, 'done', (SELECT count(*) FROM easel.results WHERE plan_id = p.id), 'note', p.note,
    'draftedBy', p.drafted_by, 'draftedAt', ${ms('p.drafted_at')}, 'expiresAt', ${ms('p.expires_at')},
    'approvedBy', coalesce(p.approved_by, ''), 'closedBy', coalesce(p.closed_by, ''), 'closeReason', p.close_reason,
    'isOwn', p.drafted_by = session_user, 'run', CASE WHEN r.id IS NOT NULL THEN ${RUN} END), p.digest
  FROM easel.plans p LEFT JOIN easel.runs r ON r.plan_id = p.id AND ${isSeen}
  WHERE p.account_id = $1 AND ($2::uuid IS NULL OR p.id = $2)
  ORDER BY p.state IN ('done', 'declined'), p.drafted_at DESC LIMIT ${MOST_PLANS}`;

const contentRow = v.tuple([v.string(), v.nullable(v.string()), v.string(), v.string()]);
const CONTENT = `SELECT ids, filter, board_api, (SELECT coalesce(jsonb_agg(board), '[]') FROM easel.results
  WHERE plan_id = id) FROM easel.plans WHERE account_id = $1 AND id = $2`;

const RUNS_WITH = `SELECT ${RUN} FROM easel.runs r WHERE r.account_id = $1 AND r.installation <> $2
  AND r.state IN ('held', 'running') AND ${isSeen} AND EXISTS (SELECT FROM easel.items i
    WHERE i.account_id = r.account_id AND i.kind = 'note' AND i.changed_by = session_user
    AND i.changed_at > now() - interval '10 seconds' AND i.body->>'protected' = 'true' AND r.ids ? i.id)
  LIMIT ${MOST_PLANS}`;

async function plansOf(copies: Pick<Copies, 'ask'>, connectionId: string, planId: string | null) {
  const read = await copies.ask(connectionId, (register, account) =>
    register.read(planRow, PLANS, [account, planId]),
  );
  if (!read.ok) return read;
  return ok(
    read.value.map(([found, digest]) => ({ plan: { ...found, connectionId, code: codeOf(digest) }, digest })),
  );
}

export type TeamPlans = ReturnType<typeof teamPlans>;

export function teamPlans({ copies, readPlanBoards }: TeamPlansOptions) {
  /** Returns the readable plans of all connections that joined a team. Fails if no connection's plans can be read. */
  async function list(): Promise<Result<readonly TeamPlan[]>> {
    const all = copies.joined().map(({ connectionId }) => plansOf(copies, connectionId, null));
    const reads = await Promise.all(all);
    const failed = reads.find((read) => !read.ok);
    if (failed !== undefined && reads.every((read) => !read.ok)) return failed;
    return ok(reads.flatMap((read) => (read.ok ? read.value.map(({ plan: each }) => each) : [])));
  }

  /** Reads a plan and its remaining boards. Fails with `not-found`, `refused` (wrong digest), or database errors. */
  async function read(connectionId: string, planId: string): Promise<Result<ReadPlan>> {
    const plans = await plansOf(copies, connectionId, planId);
    if (!plans.ok) return plans;
    const [found] = plans.value;
    if (found === undefined) return fail(noPlan);
    const content = await copies.ask(connectionId, (register, account) =>
      register.read(contentRow, CONTENT, [account, planId]),
    );
    if (!content.ok) return content;
    const [ids, filter, boardApi, finished] = content.value[0] ?? ['', null, '', ''];
    const remaining = await readPlanBoards(ids, finished, found.digest);
    if (!remaining.ok) return remaining;
    const query = filter === null ? null : readJson(rowQuery, filter);
    return ok({ ...found, planId, query, boardApi, remaining: remaining.value });
  }

  async function save(
    connectionId: string,
    { ids, query, boardApi, note, validDays }: SavedPlan,
  ): Promise<Result<string>> {
    const values = [JSON.stringify(ids), json(query), boardApi, note, validDays];
    const saved = await copies.ask(connectionId, (register, account) =>
      register.write(one(v.string()), 'SELECT easel.save_plan($1, $2, $3, $4, $5, $6)', [account, ...values]),
    );
    return saved.ok ? ok(codeOf(saved.value)) : saved;
  }

  /** Approves or declines a colleague's plan. Authors can only decline their own. Fails with `policy` or `refused`. */
  function decide(
    connectionId: string,
    { planId, digest }: PlanRef,
    decision: 'approved' | 'declined',
    reason: string,
  ): Promise<Result<null>> {
    const values = [planId, digest, decision, reason];
    const refusals = { ...REFUSALS, '23514': ownPlan };
    return copies.ask(connectionId, (register) =>
      register.write(nothing, 'SELECT easel.decide_plan($1, $2, $3, $4)', values, refusals),
    );
  }

  /**
   * Registers a delete in the team database, and returns the run's id. Returns null if a delete without a plan can't be
   * registered. Fails with `refused` if the plan is not approved, has expired, or is already running.
   */
  async function start(
    connectionId: string,
    ids: readonly string[],
    plan: PlanRef | null,
  ): Promise<Result<string | null>> {
    if (!copies.isJoined(connectionId)) return plan === null ? ok(null) : fail(notJoined);
    const started = await copies.ask(connectionId, (register, account) =>
      register.write(
        one(uuid),
        'SELECT easel.start_run($1, $2, $3, $4, $5)',
        [account, plan?.planId ?? null, plan?.digest ?? null, register.installation, JSON.stringify(ids)],
        { ...REFUSALS, EA409: notRunnable },
      ),
    );
    // If the team database fails, a delete without a plan continues, but colleagues can't see it.
    return started.ok || plan !== null ? started : ok(null);
  }

  /** Reports a run's progress. Returns who asked for a pause, or ''. After the run's end: `runEnded` or `expired`. */
  async function report(
    connectionId: string,
    runId: string,
    { state, done, outcomes }: RunReport,
  ): Promise<Result<string>> {
    const text = 'SELECT is_active, is_expired, pause_asked_by FROM easel.report_run($1, $2, $3, $4)';
    const values = [runId, state, done, json(outcomes)];
    const reported = await copies.ask(connectionId, (register) =>
      register.write(v.tuple([flag, flag, v.nullable(name)]), text, values, REFUSALS),
    );
    if (!reported.ok) return reported;
    const [isActive, isExpired, askedBy] = reported.value;
    return isActive ? ok(askedBy ?? '') : fail(isExpired ? expired : runEnded);
  }

  /** Returns colleagues' active deletes that include an item that this user protected in the last 10 s. */
  function runsWith(connectionId: string): Promise<Result<readonly TeamRun[]>> {
    const row = one(v.pipe(v.string(), v.parseJson(), teamRun));
    return copies.ask(connectionId, (register, account) =>
      register.read(row, RUNS_WITH, [account, register.installation]),
    );
  }

  /** Asks a colleague's delete to pause. Fails with `refused` if the delete is already paused or has ended. */
  function askPause(connectionId: string, runId: string): Promise<Result<null>> {
    return copies.ask(connectionId, (register) =>
      register.write(nothing, 'SELECT easel.ask_pause($1)', [runId], { EA404: notRunning }),
    );
  }

  return { list, read, save, decide, start, report, runsWith, askPause };
}

const OPEN_PLANS = 'To see the status of this plan, open Team plans.';
const noPlan = failure('not-found', {
  message: 'This plan isn’t in the team register.',
  nextStep: OPEN_PLANS,
});
export const runEnded = failure('refused', {
  message: 'This run of the plan has ended, because a colleague continued or declined the plan.',
  nextStep: OPEN_PLANS,
});
const notRunning = failure('refused', { message: 'This delete is paused or has ended.' });
const notRunnable = failure('refused', {
  message: 'This plan can’t be run now. It isn’t approved, or a colleague is running it.',
  nextStep: OPEN_PLANS,
});
export const expired = failure('refused', {
  message: 'This plan has expired.',
  nextStep: 'Ask the author for a new plan.',
});
const ownPlan = failure('policy', {
  message: 'A colleague must approve your plan.',
  nextStep: 'Ask a colleague who has joined the same team account.',
});
const REFUSALS: Readonly<Record<string, Failure>> = {
  EA404: noPlan,
  EA409: failure('refused', { message: 'The plan’s status has changed.', nextStep: OPEN_PLANS }),
  EA410: expired,
};
