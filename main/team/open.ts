import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { TeamState } from '../../preload/contract/team.ts';
import { ifDone, settingsChanged, unlogged } from '../activity/entries.ts';
import type { Core } from '../ipc/core.ts';
import { createProgressReporter } from '../lib/clock.ts';
import { savedAs } from '../lib/files/files.ts';
import type { CallsOf, NewEntry } from '../lib/implementation.ts';
import { failure } from '../lib/wording/failure.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { quoted } from '../lib/wording/format.ts';
import type { ItemKind } from '../store/items.ts';
import { cannotReach, Copies } from './copies.ts';
import { noRegister, Team, type TeamPassword } from './team.ts';
import { nothingToSetUp, type Register } from './register.ts';

export function openTeam(core: Core, password: TeamPassword) {
  const { store, signals, publish, mirror, policy, recordOf, after } = core;
  const publishState = async (): Promise<void> => publish('team.changed', await state());
  const reporter = createProgressReporter(() => void publishState().catch(() => undefined), after);
  const onState = reporter.changed;

  async function onCopy(connectionId: string, kinds: readonly ItemKind[]): Promise<void> {
    if (kinds.includes('note')) {
      await mirror.notesChanged(connectionId).catch(() => undefined);
      await signals.notesChanged.tell(connectionId);
    } else if (kinds.includes('paper')) publish('papers.changed', { connectionId });
    if (kinds.includes('view')) publish('views.changed', { connectionId });
  }

  async function ask<T>(call: (register: Register) => Promise<Result<T>>): Promise<Result<T>> {
    const { register } = team;
    return register === null
      ? fail(team.state().register === null ? noRegister : cannotReach)
      : call(register);
  }

  const copies = new Copies({
    ...core,
    ask,
    user: () => team.user,
    isRequired: policy.requireTeamRegister,
    log: core.log.scope('team'),
    onCopy,
    onState,
  });

  const onPlans = createProgressReporter(() => publish('team.plansChanged', {}), after);
  const onVisits = createProgressReporter(() => publish('team.visitsChanged', {}), after);
  const onPauses = createProgressReporter(() => void signals.pauseAsked.tell(), after);
  const team: Team = new Team({
    ...core,
    settings: store.settings,
    password,
    osUser: core.user,
    events: {
      onPhase: () => {
        onState();
        if (team.register?.phase().phase === 'ready') void signals.registerReady.tell();
      },
      onChanged: (accountId, part) => {
        if (part === null || part === 'items') copies.changed(accountId);
        if (part === null || part === 'plans') onPlans.changed();
        if (part === 'pauses') onPauses.changed();
        if (part === null || part === 'visits') onVisits.changed();
      },
    },
  });

  async function state(): Promise<TeamState> {
    return {
      ...team.state(),
      isFixed: policy.teamRegister !== null,
      isRequired: policy.requireTeamRegister,
      requiresPresence: policy.requirePresence,
      waiting: await store.team.waiting(),
      accounts: copies.accounts().map(({ connectionId, accountId, accountName, readAt, leftAt }) => {
        return { connectionId, accountId, accountName, readAt, leftAt, ...copies.problemsOf(connectionId) };
      }),
    };
  }

  const withState = async (result: Result<unknown>): Promise<Result<TeamState>> =>
    result.ok ? ok(await state()) : result;

  async function leave(connectionId: string): Promise<Result<null>> {
    const account = copies.joined().find((each) => each.connectionId === connectionId);
    if (account === undefined) return ok(null);
    // Writes this entry before leaving, because the team's audit receives no later entries of the connection.
    await core.activity.write(sharing(connectionId, `Left the team account ${quoted(account.accountName)}`));
    const left = await copies.leave(connectionId);
    void signals.recorded.tell();
    return left;
  }

  async function leaveIfGone(connectionId: string): Promise<void> {
    if (!copies.isJoined(connectionId) || (await recordOf(connectionId)).ok) return;
    await leave(connectionId);
    // Removes the data again, because a running read may have stored items of the removed connection meanwhile.
    await store.connections.remove(connectionId);
  }

  const calls: CallsOf<'team'> = {
    state: { run: () => withState(ok(null)) },
    configure: {
      ask: async (args) => team.configureQuestion(args),
      run: async (args, answered) => withState(await team.configure(args, answered)),
      log: ifDone(({ host, port, database, user }) =>
        settingsChanged(`Team register: ${host}:${port}/${database} as ${user}`),
      ),
    },
    chooseCertificate: { run: () => team.chooseCertificate() },
    remove: {
      ask: async () => team.removeQuestion(copies.joined().length),
      run: async () => {
        for (const { connectionId } of copies.joined()) {
          const left = await leave(connectionId);
          if (!left.ok) return left;
        }
        // Sends the log entries about leaving before the database connection closes.
        await signals.recorded.tell().catch(() => undefined);
        return withState(await team.remove());
      },
      log: ifDone(() => settingsChanged('Team register: removed')),
    },
    reconnect: {
      run: async () => {
        await team.connect();
        return withState(ok(null));
      },
      log: unlogged,
    },
    setUpSql: { run: () => ask(async (open) => ok({ sql: open.setUpSql() })) },
    saveSql: {
      run: () =>
        ask(async (open) => {
          const sql = open.setUpSql();
          if (sql === '') return fail(nothingToSetUp);
          return savedAs(await core.files.save('sql', 'easel-team-register.sql', sql), { items: 1 });
        }),
      log: unlogged,
    },
    setUp: {
      ask: async (args) => team.setUpQuestion(args),
      run: async (args, answered) => withState(await team.setUp(args, answered)),
      log: ifDone(({ user }) =>
        settingsChanged(`Team register: database set up as ${user === '' ? team.user : user}`),
      ),
    },
    choices: { run: () => ask((open) => open.accounts()) },
    createAccount: {
      run: ({ name }) => ask((open) => open.createAccount(cleanLine(name))),
      log: ifDone(({ name }) => settingsChanged(`Team register: account ${quoted(name)} added`)),
    },
    compare: { run: ({ connectionId, accountId }) => copies.compare(connectionId, accountId) },
    join: {
      run: async ({ connectionId, accountId, different }) => {
        const record = await recordOf(connectionId);
        if (!record.ok) return record;
        if (record.value.environment === 'practice') return fail(practiceSharesNothing);
        const choices = await ask((open) => open.accounts());
        const account = choices.ok ? choices.value.find(({ id }) => id === accountId) : undefined;
        if (account === undefined) return choices.ok ? fail(failure('not-found')) : choices;
        const done = await copies.join({ connectionId, accountId, accountName: account.name }, different);
        if (done.ok) core.record(sharing(connectionId, `Joined the team account ${quoted(account.name)}`));
        return withState(done);
      },
      log: unlogged,
    },
    leave: { run: async ({ connectionId }) => withState(await leave(connectionId)), log: unlogged },
    author: {
      run: async ({ connectionId, kind, id }) => {
        const [known] = await store.team.known(connectionId, [{ kind, id }]);
        return ok(
          known === undefined || known.changedAt === 0 ? null : { by: known.changedBy, at: known.changedAt },
        );
      },
    },
  };

  signals.unlocked.on(() => team.connect());
  signals.connectionGone.on(leaveIfGone);
  signals.onClose(async () => {
    for (const each of [reporter, onPlans, onVisits, onPauses]) each.quiet();
    await team.close();
  });
  return {
    sharing: copies,
    calls,
    ask,
    onState,
    /** Opens the local copies and connects to the team database. Call this after the app lock is initialised. */
    open: async (): Promise<void> => {
      // Registered after other modules' listeners, so that these can still report the end of visits when Easel locks.
      signals.locked.on(() => void team.close().then(onState));
      await copies.open();
      // Leaves accounts of removed connections, because Easel may have quit before a connection left its account.
      for (const { connectionId } of copies.joined()) await leaveIfGone(connectionId);
      await team.open();
    },
  };
}

function sharing(connectionId: string, detail: string): NewEntry {
  return { connectionId, action: 'connection-changed', target: connectionId, outcome: 'done', detail };
}

const practiceSharesNothing = failure('refused', {
  message: 'The practice connection can’t join a team account.',
  nextStep: 'Choose another connection.',
});
