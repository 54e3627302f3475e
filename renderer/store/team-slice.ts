import type { RoomTarget } from '../../preload/contract/call.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { oneAtATime } from '../../preload/contract/later-facts.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { TeamPlan, TeamState, TeamVisit } from '../../preload/contract/team.ts';
import { clockTime, counted, visible } from '../lib/format.ts';
import { failureOf } from './calls.ts';
import { sharedAccount } from './changes.ts';
import type { ListOf } from './list-slice.ts';
import { isLocked, onLocked } from './lock-slice.ts';
import type { AppState, SliceContext } from './store.ts';

/** Edit of a text that a team shares. `seen`: text before the edit. `onEnd`: called when a conflict is resolved. */
export interface Editing<Seen> {
  readonly seen: Seen;
  readonly onEnd: () => void;
}

/** Sends an edit. If a colleague changed the text first, asks which value to keep. Returns the failure, or null. */
export async function sendEdit<Seen extends object>(
  get: () => AppState,
  connectionId: string,
  target: RoomTarget,
  send: (seen: Seen) => Promise<Failure | null>,
  { seen, onEnd }: Editing<Seen>,
): Promise<Failure | null> {
  let known = seen;
  const sendOrAsk = async (asked: AppState['dialog']): Promise<Failure | null> => {
    const failed = await send(known);
    const conflict = failed?.conflict;
    if (conflict === undefined || get().dialog !== asked) return failed;
    known = {
      ...known,
      ...Object.fromEntries(conflict.fields.map(({ field, theirs }) => [field, theirs])),
    };
    const onMine = async (): Promise<Failure | null> => {
      const failure = await sendOrAsk(get().dialog);
      if (failure === null) onEnd();
      // A further change by a colleague has opened a new conflict dialog, so this dialog shows no failure.
      return failure?.conflict === undefined ? failure : null;
    };
    get().openDialog({ kind: 'conflict', connectionId, target, conflict, onMine, onTheirs: onEnd });
    return failed;
  };
  return sendOrAsk(null);
}

export type PlanToDecline = Omit<ArgsOf<'teamwork.decline'>, 'reason'> & Pick<TeamPlan, 'isOwn'>;

export function hasTeam({ team }: AppState): boolean {
  return team?.accounts.some(({ leftAt }) => leftAt === null) === true;
}

export function plansForUser({ teamPlans }: AppState): number {
  const plans = teamPlans?.ok === true ? teamPlans.value : [];
  return plans.filter(({ state, isOwn }) => state === 'waiting' && !isOwn).length;
}

/** Returns "ben has been in this room since 14:02." for each colleague in a room. */
export function presenceIn({ teamVisits }: AppState, id: string): string {
  const there = teamVisits.filter(({ target }) => target.id === id);
  const sinceOf = (at: number): string => clockTime(at, Date.now());
  return there.map(({ by, since }) => `${by} has been in this room since ${sinceOf(since)}.`).join(' ');
}

type Plans = Result<readonly TeamPlan[]> | null;

/** Returns delete runs of team plans that ended or were replaced by another run. `isDone`: the plan is complete. */
function endedRuns(before: Plans, now: Plans) {
  if (before?.ok !== true || now?.ok !== true) return [];
  const plans = new Map(now.value.map((plan) => [plan.id, plan]));
  return before.value.flatMap(({ id, connectionId, run }) => {
    const plan = plans.get(id);
    if (run === null || plan === undefined || plan.run?.id === run.id) return [];
    return [{ ...run, connectionId, isDone: plan.state === 'done' }];
  });
}

export function createTeamSlice({ bridge, get, set, store, attempt, saved }: SliceContext) {
  const joined = ({ team, lock }: AppState): readonly string[] =>
    team?.phase === 'ready' && lock?.locked !== true
      ? team.accounts.flatMap(({ connectionId, leftAt }) => (leftAt === null ? [connectionId] : []))
      : [];
  const sharedInFront = (state: AppState): string | null =>
    joined(state).find((connectionId) => connectionId === state.currentId) ?? null;

  const said = <T>(call: Promise<Result<T>>, sentence: (value: T) => string) =>
    failureOf(call, (value) => get().announce(sentence(value)));

  const readVisits = oneAtATime(async () => {
    const connectionId = sharedInFront(get());
    const visits = connectionId === null ? null : await bridge.teamwork.visits({ connectionId });
    if (sharedInFront(get()) === connectionId) set({ teamVisits: visits?.ok === true ? visits.value : [] });
  });
  const readTeamPlans = oneAtATime(async () => {
    const teamPlans = await bridge.teamwork.plans({});
    const { teamPlans: before, team } = get();
    if (isLocked(get())) return;
    set({ teamPlans });
    for (const { connectionId, by, boards, isDone } of endedRuns(before, teamPlans)) {
      const end = isDone ? 'has ended' : 'has stopped, or reports no progress';
      const sentence = `${visible(by)}’s delete of ${counted(boards, 'board')} ${end}.`;
      if (by !== team?.register?.user) void get().refreshChangedBoards(connectionId, sentence);
    }
  });
  store.subscribe((state, before) => {
    if (sharedInFront(state) !== sharedInFront(before)) void readVisits();
    if (joined(state).join(' ') !== joined(before).join(' ')) void readTeamPlans();
  });
  /** Resolves when the boards of this connection are loaded, or when the user opens another connection. */
  const listed = (connectionId: string): Promise<void> =>
    new Promise((resolve) => {
      const isLoading = ({ boards, boardsOf }: AppState): boolean =>
        boardsOf === connectionId && boards?.phase === 'loading';
      if (!isLoading(get())) return resolve();
      get().announce('The review will open when the boards have loaded.', 'note');
      const stop = store.subscribe((state) => {
        if (isLoading(state)) return;
        stop();
        resolve();
      });
    });
  bridge.on('team.visitsChanged', () => void readVisits());
  bridge.on('team.plansChanged', () => void readTeamPlans());
  onLocked(store, () => {
    const isShown = ['team-plans', 'team-activity'].includes(get().dialog?.kind ?? '');
    set({ teamPlans: null, ...(isShown && { dialog: null }) });
  });

  const take = (team: TeamState): void => {
    const before = get().team;
    set({ team });
    if (before === null || team.accounts.every(({ leftAt }) => leftAt !== null)) return;
    const [wasReady, isReady] = [before.phase === 'ready', team.phase === 'ready'];
    if (wasReady && !isReady && team.phase !== 'connecting')
      get().announce('The team register isn’t available. Shared fields are read-only.', 'note');
    if (!wasReady && isReady && before.phase !== 'connecting')
      get().announce('The team register is available again.', 'note');
  };
  bridge.on('team.changed', take);
  const taken = async (call: Promise<Result<TeamState>>): Promise<Result<TeamState>> => {
    const answer = await call;
    if (answer.ok) take(answer.value);
    return answer;
  };

  return {
    teamPlans: null as Plans,
    teamVisits: [] as readonly TeamVisit[],
    readTeamPlans,

    saveTeamPlan: (plan: ArgsOf<'teamwork.savePlan'>) =>
      said(
        bridge.teamwork.savePlan(plan),
        ({ code }) => `Plan saved. A colleague must approve it. Plan code: ${code}`,
      ),

    reviewTeamPlan: async ({ connectionId, id: planId }: TeamPlan) => {
      const { dialog } = get();
      if (connectionId !== get().currentId) await get().go({ kind: 'connection', id: connectionId });
      if (connectionId !== get().currentId) return null;
      await get().openBoards(connectionId);
      await listed(connectionId);
      if (connectionId !== get().currentId || get().dialog !== dialog) return null;
      const { fields } = get().boardRows;
      return failureOf(bridge.teamwork.reviewPlan({ connectionId, planId, fields }), (review) => {
        if (get().dialog === dialog) get().openDialog({ kind: 'run-plan', review });
        else get().closeReview(review.reviewId);
      });
    },

    approvePlan: (reviewId: string) =>
      said(bridge.teamwork.approve({ reviewId }), () => 'Plan approved. Any member can run it now.'),
    declinePlan: (args: ArgsOf<'teamwork.decline'>, isOwn: boolean) =>
      said(bridge.teamwork.decline(args), () => (isOwn ? 'Plan withdrawn.' : 'Plan declined.')),

    /** Warns if a colleague's running delete contains boards or papers that the user has just protected. */
    warnOfRuns: async (of: ListOf, connectionId: string, isOne: boolean) => {
      if (sharedAccount(get(), connectionId) === null) return;
      const runs = await bridge.teamwork.runsWith({ connectionId });
      const skipped = isOne ? `this ${of}` : `some of these ${of}s`;
      for (const { id: runId, by, boards } of runs.ok ? runs.value : []) {
        const call = () => bridge.teamwork.askPause({ connectionId, runId });
        const run = () =>
          void attempt(call(), () => get().announce(`Asked ${visible(by)} to pause the delete.`));
        const text = `${visible(by)}’s delete of ${counted(boards, of)} will skip ${skipped}.`;
        get().announce(text, 'note', { action: { label: 'Ask to pause the delete', run } });
      }
    },

    readAudit: (filter: ArgsOf<'teamwork.audit'>) => bridge.teamwork.audit(filter),
    saveAudit: (filter: ArgsOf<'teamwork.saveAudit'>) =>
      saved(bridge.teamwork.saveAudit(filter), ({ fileName }) => `Saved the file ${fileName}.`),

    readTeam: () => taken(bridge.team.state({})),
    configureTeam: (args: ArgsOf<'team.configure'>) => taken(bridge.team.configure(args)),
    chooseTeamCertificate: () => bridge.team.chooseCertificate({}),
    removeTeam: () => taken(bridge.team.remove({})),
    reconnectTeam: () => taken(bridge.team.reconnect({})),
    readTeamSql: () => bridge.team.setUpSql({}),
    saveTeamSql: () => saved(bridge.team.saveSql({}), ({ fileName }) => `Saved the file ${fileName}.`),
    setUpTeam: (login: ArgsOf<'team.setUp'>) => taken(bridge.team.setUp(login)),
    readTeamChoices: () => bridge.team.choices({}),
    createTeamAccount: (name: string) => bridge.team.createAccount({ name }),
    compareWithTeam: (args: ArgsOf<'team.compare'>) => bridge.team.compare(args),
    joinTeam: (args: ArgsOf<'team.join'>) => taken(bridge.team.join(args)),
    leaveTeam: (connectionId: string) => taken(bridge.team.leave({ connectionId })),
    readAuthor: (args: ArgsOf<'team.author'>) => bridge.team.author(args),
  };
}
