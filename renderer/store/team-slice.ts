/** The team register: its state, and the actions of Settings, Team. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { TeamState } from '../../preload/contract/team.ts';
import type { AppState, SliceContext } from './store.ts';

/** An edit of shared texts: what the person saw before editing, and how to drop the typed text. */
export interface Editing<Seen> {
  readonly seen: Seen;
  readonly onTheirs: () => void;
}

/**
 * Sends an edit. If a colleague changed a text first, asks which value stays. Returns the failure, or null; the
 * typed text then stays in its field.
 */
export async function sendEdit<Seen extends object>(
  get: () => AppState,
  send: (seen: Seen) => Promise<Failure | null>,
  { seen, onTheirs }: Editing<Seen>,
): Promise<Failure | null> {
  const failed = await send(seen);
  const conflict = failed?.conflict;
  if (conflict === undefined || get().dialog !== null) return failed;
  const theirs = Object.fromEntries(conflict.fields.map(({ field, theirs: text }) => [field, text])) as Seen;
  get().openDialog({ kind: 'conflict', conflict, onMine: () => send({ ...seen, ...theirs }), onTheirs });
  return failed;
}

export function createTeamSlice({ bridge, get, set, saved }: SliceContext) {
  const take = (team: TeamState): void => {
    const before = get().team;
    set({ team });
    if (before === null || team.accounts.every(({ leftAt }) => leftAt !== null)) return;
    const [wasReady, isReady] = [before.phase === 'ready', team.phase === 'ready'];
    if (wasReady && !isReady && team.phase !== 'connecting')
      get().announce('The team register is not available. Shared fields are read-only.', 'note');
    if (!wasReady && isReady && before.phase !== 'connecting')
      get().announce('The team register is back.', 'note');
  };
  bridge.on('team.changed', take);
  const taken = async (call: Promise<Result<TeamState>>): Promise<Result<TeamState>> => {
    const answer = await call;
    if (answer.ok) take(answer.value);
    return answer;
  };

  return {
    readTeam: () => taken(bridge.team.state({})),
    configureTeam: (args: ArgsOf<'team.configure'>) => taken(bridge.team.configure(args)),
    chooseTeamCertificate: () => bridge.team.chooseCertificate({}),
    removeTeam: () => taken(bridge.team.remove({})),
    reconnectTeam: () => taken(bridge.team.reconnect({})),
    readTeamSql: () => bridge.team.setUpSql({}),
    saveTeamSql: () => saved(bridge.team.saveSql({}), ({ fileName }) => `Saved ${fileName}.`),
    setUpTeam: (login: ArgsOf<'team.setUp'>) => taken(bridge.team.setUp(login)),
    readTeamChoices: () => bridge.team.choices({}),
    createTeamAccount: (name: string) => bridge.team.createAccount({ name }),
    compareWithTeam: (args: ArgsOf<'team.compare'>) => bridge.team.compare(args),
    joinTeam: (args: ArgsOf<'team.join'>) => taken(bridge.team.join(args)),
    leaveTeam: (connectionId: string) => taken(bridge.team.leave({ connectionId })),
    readAuthor: (args: ArgsOf<'team.author'>) => bridge.team.author(args),
  };
}
