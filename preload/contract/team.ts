/** IPC contract of the team database (PostgreSQL), in which a team shares notes, papers, views and the audit log. */
import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';
import { planDraft, reviewed, withFields } from './jobs.ts';

/** Address of the team database. `certificate`: file name of a client certificate; may be empty. */
const teamRegister = c.object({
  host: c.text,
  port: c.number,
  database: c.text,
  user: c.text,
  hasPassword: v.boolean(),
  certificate: c.text,
});

/** A connection that shares data through the team database, or that stopped sharing and keeps a local copy. */
const teamAccount = c.object({
  connectionId: c.text,
  accountId: c.text,
  accountName: c.text,
  /** Latest time at which the local copy was certainly equal to the team database. */
  readAt: c.maybeTime,
  leftAt: c.maybeTime,
  /** Number of the team's items that Easel can't read and therefore ignores. */
  skipped: c.count,
  /** Why the last read of the team's items failed. */
  failure: v.nullable(failureSchema),
});

export const teamState = c.object({
  register: v.nullable(teamRegister),
  /**
   * State of the team database. `not-set-up`: Easel's schema is missing. `older`, `newer`: version of this schema,
   * compared with this Easel. `refused`: the login lacks rights, or a connection pooler changes the user.
   */
  phase: v.picklist(['off', 'connecting', 'ready', 'not-set-up', 'older', 'newer', 'refused', 'unreachable']),
  since: c.maybeTime,
  failure: v.nullable(failureSchema),
  /** Warnings about the login or a connection pooler, such as "two people share this login", in full sentences. */
  warnings: c.list(c.text),
  isOwner: v.boolean(),
  /** Policy settings. `isFixed`: the policy sets the database's address. `isRequired`: deletes need this database. */
  isFixed: v.boolean(),
  isRequired: v.boolean(),
  /** True if the policy requires that colleagues see which rooms the user is in. */
  requiresPresence: v.boolean(),
  /** Number of local log entries and items, such as papers, that are not in the team database yet. */
  waiting: c.count,
  accounts: c.list(teamAccount),
});
export interface TeamState extends v.InferOutput<typeof teamState> {}
export type TeamAccount = TeamState['accounts'][number];

const accountChoice = c.object({ id: c.text, name: c.text, createdBy: c.text });
export interface AccountChoice extends v.InferOutput<typeof accountChoice> {}

const counts = { onlyHere: c.count, onlyTeam: c.count, same: c.count, different: c.count };

/** Comparison of local data with the team's data before joining. `examples`: at most 20 items that differ. */
const joinPlan = c.object({
  notes: c.object(counts),
  papers: c.object(counts),
  examples: c.list(c.object({ id: c.text, here: c.text, team: c.text, changedBy: c.text })),
});
export interface JoinPlan extends v.InferOutput<typeof joinPlan> {}

const itemAuthor = c.object({ by: c.text, at: c.time });

const login = { user: c.shortText, password: v.nullable(c.passphrase) };
const signsIn = {
  reply: teamState,
  consent: 'dialog',
  secrets: { password: 'key' },
  waitsForPerson: true,
} as const;
const ofAccount = { connectionId: c.id, accountId: c.id };

export const team = {
  state: c.reads({ reply: teamState }),
  /** Saves the address and login of the team database, then connects. A null password keeps the stored password. */
  configure: c.usesKey({
    args: {
      host: c.shortText,
      port: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(65_535)),
      database: c.shortText,
      ...login,
      /** Client certificate. `kept`: the stored file. `chosen`: the file from the last call of `chooseCertificate`. */
      certificate: v.picklist(['none', 'kept', 'chosen']),
    },
    ...signsIn,
  }),
  chooseCertificate: c.opensFile({}, c.object({ fileName: c.text }), 'change'),
  /** Removes the address and password of the team database. First, all connections leave the team. */
  remove: c.usesKey({ reply: teamState, consent: 'dialog', waitsForPerson: true }),
  reconnect: c.usesKey({ reply: teamState }),
  /** Returns SQL that sets up or migrates the team database; an empty text if the database is up to date. */
  setUpSql: c.reads({ reply: c.object({ sql: c.text }) }),
  saveSql: c.savesFile({}, c.fileWritten),
  /** Runs the set-up SQL as another database user, or as the current login if `user` is empty. Keeps no password. */
  setUp: c.usesKey({ args: login, ...signsIn }),
  choices: c.reads({ reply: c.list(accountChoice) }),
  createAccount: c.changesComputer({
    args: { name: c.shortText },
    reply: c.list(accountChoice),
    consent: 'press',
  }),
  compare: c.reads({ args: ofAccount, reply: joinPlan }),
  /** Adds local items to the team's data. `different`: replaces or skips items that differ from the team's items. */
  join: c.givesAway({
    args: { ...ofAccount, different: v.picklist(['replace', 'skip']) },
    reply: teamState,
  }),
  /** Disconnects from the team. The local copy of the team's data stays. */
  leave: c.changesComputer({ args: c.ofConnection, reply: teamState, consent: 'press' }),
  /** Returns author and time of an item's last change; null if the item is not in the team database. */
  author: c.reads({
    args: { connectionId: c.id, kind: v.picklist(['note', 'paper', 'view']), id: c.id },
    reply: v.nullable(itemAuthor),
  }),
};

/** A bulk delete that a colleague queued or runs. `done`: number of boards whose outcome is known. */
export const teamRun = c.object({
  id: c.text,
  by: c.text,
  state: v.picklist(['held', 'running', 'paused']),
  boards: c.count,
  done: c.count,
});
export interface TeamRun extends v.InferOutput<typeof teamRun> {}

export const teamPlan = c.object({
  id: c.text,
  connectionId: c.text,
  /**
   * State of a delete plan. `stopped`: its run ended early, or sent no report for 60 s, so another run can continue.
   * `expired`: the plan was not run in time.
   */
  state: v.picklist(['waiting', 'approved', 'declined', 'running', 'stopped', 'done', 'expired']),
  boards: c.count,
  done: c.count,
  note: c.text,
  /** First characters of the plan's digest, which author and approver can compare. */
  code: c.text,
  draftedBy: c.text,
  draftedAt: c.time,
  expiresAt: c.time,
  /** Login of the member who approved the plan; empty without approval. */
  approvedBy: c.text,
  closedBy: c.text,
  closeReason: c.text,
  /** True if this computer's login is the plan's author, who can't approve the plan. */
  isOwn: v.boolean(),
  run: v.nullable(teamRun),
});
export interface TeamPlan extends v.InferOutput<typeof teamPlan> {}

const teamVisit = c.object({ target: c.roomTarget, by: c.text, since: c.time });
export interface TeamVisit extends v.InferOutput<typeof teamVisit> {}

/** Filter of the team's audit log. Empty or null fields match all entries. Times are epoch ms; `until` is exclusive. */
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
  /** Time at which the team database received the log entry, by the database server's clock. */
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
  /** Returns at most 200 delete plans per joined connection, open plans first. Fails with `cannot-reach`. */
  plans: c.reads({ reply: c.list(teamPlan) }),
  /** Saves a reviewed bulk delete as a plan. A plan can run only after another member has approved it. */
  savePlan: c.givesAway({ args: planDraft, reply: c.object({ code: c.text }) }),
  /** Reviews the boards of a delete plan that have no result yet. `jobs.deleteReviewed` then deletes these boards. */
  reviewPlan: c.reads({ args: { ...ofPlan, ...withFields }, ...reviewed }),
  approve: c.deletes({ args: { reviewId: c.id }, consent: 'dialog', waitsForPerson: true }),
  decline: c.givesAway({ args: { ...ofPlan, reason: c.line } }),
  /** Returns colleagues' unfinished deletes that include a board or paper protected by the user in the last 10 s. */
  runsWith: c.reads({ args: c.ofConnection, reply: c.list(teamRun) }),
  askPause: c.givesAway({ args: { ...c.ofConnection, runId: c.id } }),
  /** Returns the colleagues in rooms of the connection. Omits the user's own visits. */
  visits: c.reads({ args: c.ofConnection, reply: c.list(teamVisit) }),
  /** Returns at most 500 entries of the team's audit log, newest first. Only owners may read the log. */
  audit: c.reads({
    args: auditFilter,
    reply: c.object({ entries: c.list(auditEntry), isMore: v.boolean() }),
  }),
  saveAudit: c.savesFile({ ...auditFilter, format: c.tableFormat }, c.fileWritten),
};
