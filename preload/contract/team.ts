/** Contract of the team register: a PostgreSQL database in which a team shares notes, papers, views and the audit. */
import * as v from 'valibot';
import * as c from './call.ts';
import { fieldNames } from './boards.ts';
import { failureSchema } from './failure.ts';
import { jobReview } from './jobs.ts';

/** Where the register is. `certificate` is the name of a client certificate's file; an empty text for none. */
const teamRegister = c.object({
  host: c.text,
  port: c.number,
  database: c.text,
  user: c.text,
  hasPassword: v.boolean(),
  certificate: c.text,
});

/** A connection that shares an account of the register, or that left it and keeps a copy. */
const teamAccount = c.object({
  connectionId: c.text,
  accountId: c.text,
  accountName: c.text,
  /** When the copy was last known to equal the register. */
  readAt: c.maybeTime,
  leftAt: c.maybeTime,
});

export const teamState = c.object({
  register: v.nullable(teamRegister),
  /**
   * `not-set-up`: the database has no schema of Easel. `older` and `newer`: its schema, compared with this Easel.
   * `refused`: the login has no rights, or a pooler changes it; `failure` explains.
   */
  phase: v.picklist(['off', 'connecting', 'ready', 'not-set-up', 'older', 'newer', 'refused', 'unreachable']),
  since: c.maybeTime,
  failure: v.nullable(failureSchema),
  /** Sentences about the login or a pooler, such as a login that two people share. */
  warnings: c.list(c.text),
  /** False if changes of colleagues arrive by a query every 20 s. */
  isListening: v.boolean(),
  isOwner: v.boolean(),
  /** Rules of the policy: a fixed address, and no deletes without the register. */
  isFixed: v.boolean(),
  isRequired: v.boolean(),
  /** True if the policy requires that members share in which rooms they are. */
  requiresPresence: v.boolean(),
  /** Activity entries and papers that wait for the register. */
  waiting: c.count,
  accounts: c.list(teamAccount),
});
export interface TeamState extends v.InferOutput<typeof teamState> {}
export type TeamAccount = TeamState['accounts'][number];

const accountChoice = c.object({ id: c.text, name: c.text, createdBy: c.text, createdAt: c.time });
export interface AccountChoice extends v.InferOutput<typeof accountChoice> {}

const counts = { onlyHere: c.count, onlyTeam: c.count, same: c.count, different: c.count };

/** Local data compared with an account. `examples` are at most 20 items that differ. */
const joinPlan = c.object({
  notes: c.object(counts),
  papers: c.object(counts),
  examples: c.list(c.object({ id: c.text, here: c.text, team: c.text, changedBy: c.text })),
});
export interface JoinPlan extends v.InferOutput<typeof joinPlan> {}

const itemAuthor = c.object({ by: c.text, at: c.time });

const login = { user: c.shortText, password: v.nullable(c.passphrase) };
const ofAccount = { connectionId: c.id, accountId: c.id };

export const team = {
  state: c.reads({ reply: teamState }),
  /** Saves the address and the login, then connects. A null password keeps the stored one. */
  configure: c.usesKey({
    args: {
      host: c.shortText,
      port: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(65_535)),
      database: c.shortText,
      ...login,
      /** `chosen`: the file of the last `chooseCertificate`. */
      certificate: v.picklist(['none', 'kept', 'chosen']),
    },
    reply: teamState,
    consent: 'dialog',
    secrets: { password: 'key' },
    waitsForPerson: true,
  }),
  /** Chooses a PEM file with a client certificate and its key. Returns its name. */
  chooseCertificate: c.opensFile({}, c.object({ fileName: c.text }), 'change'),
  /** Removes the address and the password. Joined connections leave first. */
  remove: c.usesKey({ reply: teamState, consent: 'dialog', waitsForPerson: true }),
  reconnect: c.usesKey({ reply: teamState }),
  /** The SQL that sets up or migrates the database. An empty text if there is nothing to do. */
  setUpSql: c.reads({ reply: c.object({ sql: c.text }) }),
  saveSql: c.savesFile({}, c.fileWritten),
  /** Runs the SQL as another user, or as the member if `user` is empty. The password is not kept. */
  setUp: c.usesKey({
    args: login,
    reply: teamState,
    consent: 'dialog',
    secrets: { password: 'key' },
    waitsForPerson: true,
  }),
  choices: c.reads({ reply: c.list(accountChoice) }),
  createAccount: c.changesComputer({
    args: { name: c.shortText },
    reply: c.list(accountChoice),
    consent: 'press',
  }),
  compare: c.reads({ args: ofAccount, reply: joinPlan }),
  /** Adds local items to the account. `different`: items that differ are replaced in the account, or taken from it. */
  join: c.givesAway({
    args: { ...ofAccount, different: v.picklist(['replace', 'skip']) },
    reply: teamState,
  }),
  /** Keeps the copy on this computer. */
  leave: c.changesComputer({ args: c.ofConnection, reply: teamState, consent: 'press' }),
  /** Returns the last change of an item. Null if it is not in the register. */
  author: c.reads({
    args: { connectionId: c.id, kind: v.picklist(['note', 'paper', 'view']), id: c.id },
    reply: v.nullable(itemAuthor),
  }),
};

/**
 * `waiting` for approval. `stopped`: a run ended early, or gave no sign of life for 60 s; another run continues it.
 * `expired`: it was not run in time.
 */
export const TEAM_PLAN_STATES = [
  'waiting',
  'approved',
  'declined',
  'running',
  'stopped',
  'done',
  'expired',
] as const;

/** A bulk delete that a colleague holds or runs. `done` are its boards with an outcome. */
const teamRun = c.object({
  id: c.text,
  by: c.text,
  state: v.picklist(['held', 'running', 'paused']),
  boards: c.count,
  done: c.count,
});
export interface TeamRun extends v.InferOutput<typeof teamRun> {}

const teamPlan = c.object({
  id: c.text,
  connectionId: c.text,
  state: v.picklist(TEAM_PLAN_STATES),
  boards: c.count,
  /** Boards with an outcome, in all runs. */
  done: c.count,
  note: c.text,
  /** First characters of the plan's digest. */
  code: c.text,
  draftedBy: c.text,
  draftedAt: c.time,
  expiresAt: c.time,
  /** Login of the member who approved it; an empty text if none did. */
  approvedBy: c.text,
  /** Login of the member who declined or withdrew it, with the reason. */
  closedBy: c.text,
  closeReason: c.text,
  /** True if this computer's login drafted it. The database refuses the author's approval. */
  isOwn: v.boolean(),
  run: v.nullable(teamRun),
});
export interface TeamPlan extends v.InferOutput<typeof teamPlan> {}

/** A colleague in a room. */
const teamVisit = c.object({ target: c.roomTarget, by: c.text, since: c.time });
export interface TeamVisit extends v.InferOutput<typeof teamVisit> {}

/** Fields of the filter that are empty or null match every entry. Times are epoch ms; `until` is exclusive. */
const auditFilter = {
  ...c.ofConnection,
  member: c.shortText,
  action: c.shortText,
  target: c.line,
  since: v.nullable(c.count),
  until: v.nullable(c.count),
};
const auditEntry = c.object({
  member: c.text,
  osUser: c.text,
  /** The server's clock. */
  receivedAt: c.time,
  at: c.time,
  action: c.text,
  target: c.text,
  outcome: c.text,
  detail: c.text,
  reason: c.text,
});
export interface AuditEntry extends v.InferOutput<typeof auditEntry> {}

const ofPlan = { ...c.ofConnection, planId: c.id };

export const teamwork = {
  /** Returns the plans of all joined connections, open ones first, at most 200 of each. Fails with `cannot-reach`. */
  plans: c.reads({ reply: c.list(teamPlan) }),
  /** Saves a review of boards as a plan that needs another member's approval. */
  savePlan: c.givesAway({
    args: { reviewId: c.id, note: c.line, validDays: v.pipe(c.count, v.minValue(1), v.maxValue(90)) },
    reply: c.object({ code: c.text }),
  }),
  /** Compares the remaining boards of a plan with this computer's list. `jobs.deleteReviewed` then runs the plan. */
  reviewPlan: c.reads({
    args: { ...ofPlan, fields: v.exactOptional(fieldNames) },
    reply: jobReview,
    rate: 'change',
  }),
  /** Approves the plan of an open review. */
  approve: c.deletes({ args: { reviewId: c.id }, consent: 'dialog', waitsForPerson: true }),
  /** Declines a plan, or withdraws one's own. */
  decline: c.givesAway({ args: { ...ofPlan, reason: c.line } }),
  /** Returns held and running deletes of colleagues with a board or paper that the user protected in the last 10 s. */
  runsWith: c.reads({ args: c.ofConnection, reply: c.list(teamRun) }),
  /** Asks a colleague's Easel to pause its delete. */
  askPause: c.givesAway({ args: { ...c.ofConnection, runId: c.id } }),
  /** Returns the colleagues in rooms of an account, without this computer's visits. */
  visits: c.reads({ args: c.ofConnection, reply: c.list(teamVisit) }),
  /** Returns at most 500 entries of the team's audit, newest first. Only owners may read it. */
  audit: c.reads({
    args: auditFilter,
    reply: c.object({ entries: c.list(auditEntry), isMore: v.boolean() }),
  }),
  saveAudit: c.savesFile({ ...auditFilter, format: c.tableFormat }, c.fileWritten),
};
