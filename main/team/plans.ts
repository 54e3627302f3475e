/**
 * Plans and runs of bulk deletes in the register. The database decides who may approve a plan, and that it has one run
 * at a time.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { rowQuery, type RowQuery } from '../../preload/contract/boards.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { TeamPlan, TeamRun } from '../../preload/contract/team.ts';
import { readJson } from '../lib/files/json-file.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { failure } from '../lib/wording/failure.ts';
import { whyUnusableId } from '../service/wire/body.ts';
import { notJoined, type Copies } from './copies.ts';
import { flag, json, ms, name, number, uuid } from './rows.ts';
import type { PlanRef, RunReport, Runs } from './types.ts';

export interface TeamPlansOptions {
  readonly copies: Pick<Copies, 'accounts' | 'isJoined' | 'ask'>;
  readonly user: () => string;
  readonly installation: () => Promise<string>;
}

export interface SavedPlan {
  readonly ids: readonly string[];
  readonly query: RowQuery | null;
  readonly note: string;
  readonly validDays: number;
}

export interface ReadPlan extends PlanRef {
  readonly plan: TeamPlan;
  readonly query: RowQuery | null;
  /** Boards without an outcome. */
  readonly remaining: readonly string[];
}

const MOST_PLANS = 200;
const MOST_IDS = 100_000;
const CODE_HALF = 4;

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest), v.transform(cleanLine));
const runState = v.picklist(['held', 'running', 'paused']);
const run = [
  v.nullable(uuid),
  v.nullable(name),
  v.nullable(runState),
  v.nullable(number),
  v.nullable(number),
] as const;
const runColumns = 'r.id, r.member, r.state, r.boards, r.done';
const isSeen = `r.state <> 'ended' AND r.seen_at > now() - interval '60 seconds'`;

const planRow = v.tuple([
  uuid,
  v.picklist(['waiting', 'approved', 'declined', 'running', 'stopped', 'done']),
  flag,
  number,
  number,
  text(4096),
  v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  name,
  number,
  number,
  name,
  name,
  text(4096),
  ...run,
  v.nullable(uuid),
]);
const PLANS = `SELECT p.id, p.state, p.expires_at <= now(), p.boards,
  (SELECT count(*) FROM easel.results WHERE plan_id = p.id), p.note, p.digest, p.drafted_by, ${ms('p.drafted_at')},
  ${ms('p.expires_at')}, coalesce(p.approved_by, ''), coalesce(p.closed_by, ''), p.close_reason,
  ${runColumns}, r.installation
  FROM easel.plans p LEFT JOIN easel.runs r ON r.plan_id = p.id AND ${isSeen}
  WHERE p.account_id = $1 AND ($2::uuid IS NULL OR p.id = $2) ORDER BY p.drafted_at DESC LIMIT ${MOST_PLANS}`;

const idList = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.pipe(
      v.string(),
      v.check((id) => whyUnusableId(id) === null),
    ),
  ),
  v.minLength(1),
  v.maxLength(MOST_IDS),
);
const contentRow = v.tuple([
  idList,
  v.nullable(v.string()),
  v.pipe(v.string(), v.parseJson(), v.array(v.string())),
]);
const CONTENT = `SELECT ids, filter, (SELECT coalesce(jsonb_agg(board), '[]') FROM easel.results WHERE plan_id = id)
  FROM easel.plans WHERE account_id = $1 AND id = $2`;

export class TeamPlans implements Runs {
  readonly #options: TeamPlansOptions;

  constructor(options: TeamPlansOptions) {
    this.#options = options;
  }

  /** Returns the plans of all joined connections. Fails like the register. */
  async list(): Promise<Result<readonly TeamPlan[]>> {
    const plans: TeamPlan[] = [];
    for (const { connectionId, leftAt } of this.#options.copies.accounts()) {
      if (leftAt !== null) continue;
      const read = await this.#plans(connectionId, null);
      if (!read.ok) return read;
      plans.push(...read.value.map(({ plan }) => plan));
    }
    return ok(plans);
  }

  /** Reads a plan with its boards. Fails with `not-found`, `refused` (its boards differ), or like the register. */
  async read(connectionId: string, planId: string): Promise<Result<ReadPlan>> {
    const found = await this.#find(connectionId, planId);
    if (!found.ok) return found;
    const read = await this.#options.copies.ask(connectionId, (register, account) =>
      register.read(contentRow, CONTENT, [account, planId]),
    );
    if (!read.ok) return read;
    const [ids, filter, finished] = read.value[0] ?? [[], null, []];
    const { digest } = found.value;
    if (createHash('sha256').update(ids.join('\n')).digest('hex') !== digest) return fail(differs);
    const known = new Set(finished);
    const query = filter === null ? null : readJson(rowQuery, filter);
    return ok({ ...found.value, planId, query, remaining: ids.filter((id) => !known.has(id)) });
  }

  /** Returns the plan's code. Fails like the register. */
  async save(connectionId: string, { ids, query, note, validDays }: SavedPlan): Promise<Result<string>> {
    const saved = await this.#options.copies.ask(connectionId, (register, account) =>
      register.write(v.tuple([v.string()]), 'SELECT easel.save_plan($1, $2, $3, $4, $5)', [
        account,
        json(ids),
        json(query),
        note,
        validDays,
      ]),
    );
    return saved.ok ? ok(codeOf(saved.value[0])) : saved;
  }

  /** Fails with `refused` for the author's approval or a plan that changed its state, and like the register. */
  async decide(
    connectionId: string,
    { planId, digest }: PlanRef,
    decision: 'approved' | 'declined',
    reason: string,
  ): Promise<Result<null>> {
    const values = [planId, digest, decision, reason];
    const decided = await this.#options.copies.ask(connectionId, (register) =>
      register.write(v.unknown(), 'SELECT easel.decide_plan($1, $2, $3, $4)', values, REFUSALS),
    );
    return decided.ok ? ok(null) : decided;
  }

  /** Declines a plan, or withdraws an own plan. */
  async decline(connectionId: string, planId: string, reason: string): Promise<Result<null>> {
    const found = await this.#find(connectionId, planId);
    return found.ok
      ? this.decide(connectionId, { planId, digest: found.value.digest }, 'declined', reason)
      : found;
  }

  async start(
    connectionId: string,
    ids: readonly string[],
    plan: PlanRef | null,
  ): Promise<Result<string | null>> {
    if (!this.#options.copies.isJoined(connectionId)) return plan === null ? ok(null) : fail(notJoined);
    const installation = await this.#options.installation();
    const started = await this.#options.copies.ask(connectionId, (register, account) =>
      register.write(
        v.tuple([uuid]),
        'SELECT easel.start_run($1, $2, $3, $4, $5)',
        [account, plan?.planId ?? null, plan?.digest ?? null, installation, json(ids)],
        { ...REFUSALS, EA409: notRunnable },
      ),
    );
    if (started.ok) return ok(started.value[0]);
    // Without the register, only colleagues' screens lack this delete.
    return plan === null ? ok(null) : started;
  }

  async report(
    connectionId: string,
    runId: string,
    { state, done, outcomes }: RunReport,
  ): Promise<Result<string>> {
    const reported = await this.#options.copies.ask(connectionId, (register) =>
      register.write(
        v.tuple([flag, v.nullable(name)]),
        'SELECT is_active, pause_asked_by FROM easel.report_run($1, $2, $3, $4)',
        [runId, state, done, json(outcomes)],
        REFUSALS,
      ),
    );
    if (!reported.ok) return reported;
    const [isActive, askedBy] = reported.value;
    return isActive ? ok(askedBy ?? '') : fail(runEnded);
  }

  /** Returns held and running deletes of colleagues with a board or paper that the user protected in the last 10 s. */
  async runsWith(connectionId: string): Promise<Result<readonly TeamRun[]>> {
    const { copies, installation } = this.#options;
    const here = await installation();
    const statement = `SELECT ${runColumns} FROM easel.runs r WHERE r.account_id = $1 AND r.installation <> $2
      AND r.state IN ('held', 'running') AND ${isSeen} AND EXISTS (SELECT FROM easel.items i
        WHERE i.account_id = r.account_id AND i.kind = 'note' AND i.changed_by = session_user
        AND i.changed_at > now() - interval '10 seconds' AND i.body->>'protected' = 'true' AND r.ids ? i.id)
      LIMIT ${MOST_PLANS}`;
    const read = await copies.ask(connectionId, (register, account) =>
      register.read(v.tuple([...run]), statement, [account, here]),
    );
    return read.ok ? ok(read.value.flatMap((row) => runOf(row, false) ?? [])) : read;
  }

  async askPause(connectionId: string, runId: string): Promise<Result<null>> {
    const asked = await this.#options.copies.ask(connectionId, (register) =>
      register.write(v.unknown(), 'SELECT easel.ask_pause($1)', [runId], { EA404: runEnded }),
    );
    return asked.ok ? ok(null) : asked;
  }

  async #find(connectionId: string, planId: string) {
    const read = await this.#plans(connectionId, planId);
    if (!read.ok) return read;
    const [found] = read.value;
    return found === undefined ? fail(noPlan) : ok(found);
  }

  async #plans(connectionId: string, planId: string | null) {
    const { user, installation } = this.#options;
    const here = await installation();
    const read = await this.#options.copies.ask(connectionId, (register, account) =>
      register.read(planRow, PLANS, [account, planId]),
    );
    if (!read.ok) return read;
    return ok(
      read.value.map((row) => {
        const [id, state, isExpired, boards, done, note, digest, draftedBy, draftedAt, expiresAt, ...rest] =
          row;
        const [approvedBy, closedBy, closeReason, ...ofRun] = rest;
        const active = runOf(ofRun, ofRun[5] === here);
        const isOpen = state === 'waiting' || state === 'approved' || state === 'stopped';
        const plan: TeamPlan = {
          id,
          connectionId,
          state: state === 'running' && active === null ? 'stopped' : isOpen && isExpired ? 'expired' : state,
          boards,
          done,
          note,
          code: codeOf(digest),
          draftedBy,
          draftedAt,
          expiresAt,
          approvedBy,
          closedBy,
          closeReason,
          isOwn: draftedBy === user(),
          run: active,
        };
        return { plan, digest };
      }),
    );
  }
}

type RunRow = readonly [
  string | null,
  string | null,
  TeamRun['state'] | null,
  number | null,
  number | null,
  ...unknown[],
];

function runOf([id, by, state, boards, done]: RunRow, isHere: boolean): TeamRun | null {
  if (id === null || by === null || state === null) return null;
  return { id, by, state, boards: boards ?? 0, done: done ?? 0, isHere };
}

/** Returns "1a2b 3c4d", as for plan files. */
function codeOf(digest: string): string {
  return `${digest.slice(0, CODE_HALF)} ${digest.slice(CODE_HALF, 2 * CODE_HALF)}`;
}

const OPEN_PLANS = 'Open the team’s plans to see its state.';
const noPlan = failure('not-found', {
  message: 'This plan is not in the team’s register.',
  nextStep: OPEN_PLANS,
});
const differs = failure('refused', {
  message: 'The boards of this plan are not those that its author saved.',
  nextStep: 'Don’t run it. Tell your database administrator.',
});
const runEnded = failure('refused', {
  message:
    'This run has ended: a colleague continues the plan, or the register did not hear of it for a minute.',
  nextStep: OPEN_PLANS,
});
const notRunnable = failure('refused', {
  message: 'This plan can’t be run now: it is not approved, or a colleague runs it.',
  nextStep: OPEN_PLANS,
});
const REFUSALS: Readonly<Record<string, Failure>> = {
  '23514': failure('policy', {
    message: 'A colleague must approve your plan.',
    nextStep: 'Ask a colleague who has joined the same account.',
  }),
  EA404: noPlan,
  EA409: failure('refused', { message: 'The plan’s state has changed meanwhile.', nextStep: OPEN_PLANS }),
  EA410: failure('refused', {
    message: 'This plan has expired.',
    nextStep: 'Ask its author for a new plan.',
  }),
};
