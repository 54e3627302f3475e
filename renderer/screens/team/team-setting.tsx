import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { useShallow } from 'zustand/react/shallow';
import type { TeamState } from '../../../preload/contract/team.ts';
import { absoluteTime, clockTime, counted, visible } from '../../lib/format.ts';
import { TEAM_PHASES } from '../../lib/health-wording.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { teamPlans } from '../../commands/jobs-commands.ts';
import { Button } from '../../parts/button.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form, useErrorFocus } from '../../parts/form.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields, useSubmit } from '../../store/use-dialog.ts';

const PHASE_HELP: Partial<Record<TeamState['phase'], string>> = {
  'not-set-up': 'A database administrator can set up the team register here or with the SQL script.',
  older:
    'The team register is from an older version of Easel. A database administrator can migrate it here or with the SQL script.',
};

/** Removes “in Settings → Team” from the next step of a failure, because the user is already there. */
function shownHere(failure: Failure): Failure {
  return { ...failure, nextStep: failure.nextStep.replace(HERE, '') };
}

const HERE = /,? in Settings → Team/u;

const NO_REGISTER = { host: '', port: 5432, database: '', user: '', hasPassword: false, certificate: '' };

export function TeamSetting() {
  const team = useApp((state) => state.team);
  const [changes, setChanges] = useState(false);
  if (team === null) return <p className="muted">Loading…</p>;
  // Shows the form even if the policy sets the team database's address, because the user must enter the login.
  const isNew = team.register === null || team.register.user === '';
  if (isNew || changes) return <RegisterForm team={team} onOpen={setChanges} />;
  return (
    <>
      <RegisterStatus team={team} onOpen={setChanges} />
      <SharedConnections team={team} />
    </>
  );
}

interface RegisterProps {
  readonly team: TeamState;
  readonly onOpen: (isOpen: boolean) => void;
}

function RegisterForm({ team, onOpen }: RegisterProps) {
  const { configureTeam, chooseTeamCertificate, say } = useActions();
  const { host, port, database, user, hasPassword, certificate } = team.register ?? NO_REGISTER;
  const form = useFields({ host, port: String(port), database, user, password: '' }, { stays: true });
  const { typed, field, busy, errors, failure } = form;
  const element = useErrorFocus<HTMLFormElement>(errors);
  const [file, setFile] = useState<{ readonly kind: 'none' | 'kept' | 'chosen'; readonly name: string }>({
    kind: certificate === '' ? 'none' : 'kept',
    name: certificate,
  });
  useOnLock(form.clear);
  const fixed = team.isFixed ? { readOnly: true, hint: 'Your organisation manages this setting.' } : {};

  async function choose(): Promise<void> {
    const chosen = await chooseTeamCertificate();
    if (chosen.ok && chosen.value !== null) setFile({ kind: 'chosen', name: chosen.value.fileName });
  }

  async function save(): Promise<void> {
    const number = Number(typed.port);
    const isPort = Number.isInteger(number) && number >= 1 && number <= 65_535;
    const wrong = { port: isPort ? null : 'Enter a number from 1 to 65535. PostgreSQL’s default is 5432.' };
    const password = typed.password === '' ? null : typed.password;
    const wanted = { ...typed, port: number, password, certificate: file.kind };
    if (!(await form.submit(() => configureTeam(wanted), wrong))) return;
    say('Team register settings saved.');
    onOpen(false);
  }

  return (
    <Form ref={element} className="column-3" aria-label="Team register" onSubmit={() => void save()}>
      <div className="halves gap-3">
        <TextField {...field('host')} {...fixed} label="Host" />
        <TextField {...field('port')} {...fixed} label="Port" inputMode="numeric" impersonal />
        <TextField {...field('database')} {...fixed} label="Database" />
        <TextField {...field('user')} label="User name" hint="Use your own login, not a shared one." />
      </div>
      <TextField
        {...field('password')}
        label={hasPassword ? 'New password (optional)' : 'Password'}
        type="password"
        hint={
          hasPassword
            ? 'Leave empty to keep the current password.'
            : 'Easel saves the password in the keychain. Leave this empty if you use a client certificate.'
        }
      />
      <TextField
        label="Client certificate (optional)"
        value={file.name}
        error={errors['certificate']}
        placeholder="None"
        readOnly
        onChange={() => undefined}
        after={
          file.name === '' ? (
            <Button onClick={() => void choose()}>Choose file…</Button>
          ) : (
            <Button onClick={() => setFile({ kind: 'none', name: '' })}>Remove file</Button>
          )
        }
      />
      {failure !== null && <FailureNotice failure={shownHere(failure)} />}
      <div className="row">
        <Button type="submit" variant="primary" busy={busy}>
          Save and connect…
        </Button>
        {user !== '' && <Button onClick={() => onOpen(false)}>Cancel</Button>}
      </div>
    </Form>
  );
}

function RegisterStatus({ team, onOpen }: RegisterProps) {
  const { register, phase, since, failure, warnings, isOwner, isRequired, waiting } = team;
  const { host, port, database, user } = register ?? NO_REGISTER;
  const { removeTeam, reconnectTeam, openDialog } = useActions();
  const form = useSubmit({ stays: true });
  const now = useNow();
  return (
    <>
      <p className="anywhere">
        <code className="sensitive">{`${host}:${port}/${database}`}</code>, login{' '}
        <code className="sensitive">{user}</code>
        {isOwner && ' (owner)'}
      </p>
      <p role="status">
        Team register: <strong>{TEAM_PHASES[phase]}</strong>
        {since !== null && phase !== 'connecting' && (
          <span title={absoluteTime(since)}> since {clockTime(since, now)}</span>
        )}
        . {PHASE_HELP[phase]}
        {waiting > 0 && ` ${counted(waiting, 'entry is', 'entries are')} waiting to be sent.`}
      </p>
      {isRequired && <p className="muted">Your organisation requires the team register for deletes.</p>}
      {warnings.map((warning) => (
        <p key={warning} className="warning">
          {warning}
        </p>
      ))}
      {failure !== null && <FailureNotice failure={shownHere(failure)} />}
      {form.failure !== null && <FailureNotice failure={shownHere(form.failure)} />}
      <div className="row wrap">
        {(phase === 'not-set-up' || phase === 'older') && (
          <Button variant="primary" onClick={() => openDialog({ kind: 'team-set-up' })}>
            {phase === 'older' ? 'Migrate this database…' : 'Set up this database…'}
          </Button>
        )}
        {phase !== 'ready' && (
          <Button busy={phase === 'connecting'} onClick={() => void form.submit(reconnectTeam)}>
            Connect again
          </Button>
        )}
        <CommandButton command={teamPlans} />
        <Button variant={phase === 'refused' ? 'primary' : 'plain'} onClick={() => onOpen(true)}>
          Change settings…
        </Button>
        <Button busy={form.busy} onClick={() => void form.submit(removeTeam)}>
          Remove register…
        </Button>
      </div>
    </>
  );
}

function SharedConnections({ team }: { readonly team: TeamState }) {
  const connections = useApp(
    useShallow((state) => state.connections.filter(({ environment }) => environment !== 'practice')),
  );
  const { leaveTeam, openDialog } = useActions();
  const form = useSubmit({ stays: true });
  if (connections.length === 0)
    return <p>Add a connection first. The connection can then join a team account.</p>;
  return (
    <>
      <ul className="box ruled" aria-label="Shared connections">
        {connections.map((connection) => {
          const account = team.accounts.find(({ connectionId }) => connectionId === connection.id);
          return (
            <li key={connection.id} className="between inset">
              <div className="column-1 shrink">
                <ConnectionMark connection={connection} />
                {account === undefined ? (
                  <p className="hint">Not shared with a team</p>
                ) : (
                  <p className="hint">
                    {account.leftAt === null ? 'Member of team account ' : 'Left team account '}
                    <bdi className="sensitive">{visible(account.accountName)}</bdi>
                    {account.leftAt === null ? ', updated ' : ', copied '}
                    {account.readAt === null ? 'never' : <RelativeTime at={account.readAt} />}
                  </p>
                )}
                {account !== undefined && account.skipped > 0 && (
                  <p className="warning">
                    Items in the team register that Easel can’t read and ignores: {account.skipped}.
                  </p>
                )}
                {account?.failure?.code === 'not-found' && (
                  <p className="warning">{account.failure.message}</p>
                )}
              </div>
              {account?.leftAt === null ? (
                <Button
                  busy={form.busy}
                  title="Easel keeps a copy of the notes on this computer"
                  onClick={() => void form.submit(() => leaveTeam(connection.id))}
                >
                  Leave account
                </Button>
              ) : (
                <Button
                  disabledReason={team.phase === 'ready' ? null : 'The team register isn’t ready'}
                  onClick={() => openDialog({ kind: 'team-join', connectionId: connection.id })}
                >
                  Join account…
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {form.failure !== null && <FailureNotice failure={form.failure} />}
    </>
  );
}
