import { useState } from 'react';
import type { AccountChoice } from '../../../preload/contract/team.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { capital, counted, visible } from '../../lib/format.ts';
import { Button } from '../../parts/button.tsx';
import { Choices } from '../../parts/choice.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FactTable } from '../../parts/fact-table.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextAreaField, TextField } from '../../parts/field.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { useAnswer } from '../../store/use-answer.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { titleOf } from '../../store/recent-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields, useSubmit } from '../../store/use-dialog.ts';

/** Dialog that shows and runs the SQL for setting up the team database. Only its own state contains the password. */
export function TeamSetUpDialog() {
  const { readTeamSql, saveTeamSql, setUpTeam } = useActions();
  const [sql] = useAnswer('sql', readTeamSql);
  const form = useFields({ user: '', password: '' }, { stays: true });
  const { typed, field } = form;
  useOnLock(form.clear);
  const login = { user: typed.user.trim(), password: typed.password === '' ? null : typed.password };

  return (
    <FormDialog
      title="Set up the team database"
      size="large"
      action="Run SQL…"
      form={form}
      off={sql?.ok === true && sql.value.sql === '' ? 'There is nothing to set up' : null}
      onSubmit={() => setUpTeam(login)}
      onDone={form.close}
    >
      <p>
        This SQL creates or updates the schema <code>easel</code> and three roles. To run the SQL, use a login
        that can create roles and schemas. The SQL makes your own login a member of the team.
      </p>
      <div className="halves gap-3">
        <TextField
          {...field('user')}
          label="Administrator’s user name"
          hint="Leave empty to use your own login."
          data-autofocus
        />
        <TextField {...field('password')} label="Password" type="password" hint="The password isn’t saved." />
      </div>
      {sql?.ok === true && (
        <TextAreaField label="SQL" rows={8} mono readOnly maxLength={Infinity} value={sql.value.sql} />
      )}
      {sql?.ok === false && <FailureNotice failure={sql.error} />}
      <div>
        <Button onClick={() => void form.submit(saveTeamSql)}>Save SQL…</Button>
      </div>
    </FormDialog>
  );
}

export function TeamJoinDialog({ connectionId }: PropsOf<'team-join'>) {
  const { readTeamChoices, createTeamAccount, compareWithTeam, joinTeam, announce } = useActions();
  const [read, readAgain] = useAnswer('choices', readTeamChoices);
  const [created, setCreated] = useState<readonly AccountChoice[] | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [different, setDifferent] = useState<'replace' | 'skip'>('skip');
  const form = useFields({ name: '' }, { stays: true });
  const { typed, field } = form;
  const choices = created ?? (read?.ok === true ? read.value : []);
  const accountId = picked ?? choices[0]?.id ?? '';
  const isNew = read?.ok === true && accountId === '';
  const [compared, compareAgain] = useAnswer(accountId === '' ? null : accountId, async () => {
    return { accountId, plan: await compareWithTeam({ connectionId, accountId }) };
  });
  const plan = compared?.accountId === accountId ? compared.plan : null;
  const failed = read?.ok === true ? plan : read;
  const failure = failed?.ok === false ? failed.error : null;
  const running = read === null ? 'Loading…' : 'Comparing notes and papers…';
  const off = isNew || plan?.ok === true ? null : (failure?.message ?? running);
  const differing = plan?.ok === true ? plan.value.notes.different + plan.value.papers.different : 0;

  async function create(): Promise<Result<unknown>> {
    const name = typed.name.trim();
    const answer = await createTeamAccount(name);
    if (!answer.ok) return answer;
    setCreated(answer.value);
    setPicked(answer.value.find((each) => each.name === name)?.id ?? null);
    return answer;
  }

  function joined(): void {
    announce('Joined the account. Notes, papers and shared views now come from the team register.', 'done');
    form.close();
  }

  return (
    <FormDialog
      title="Join a team account"
      size="medium"
      action={isNew ? 'Create account' : 'Join account'}
      form={form}
      off={off}
      onSubmit={isNew ? create : () => joinTeam({ connectionId, accountId, different })}
      onDone={isNew ? undefined : joined}
    >
      {read === null && <p className="muted">Loading…</p>}
      {choices.length > 0 && (
        <Choices
          legend="Team account"
          value={accountId}
          onChange={setPicked}
          choices={[
            ...choices.map(
              ({ id, name, createdBy }) => [id, visible(name), `Created by ${visible(createdBy)}`] as const,
            ),
            ['', 'New team account'] as const,
          ]}
        />
      )}
      {isNew && (
        <TextField
          {...field('name')}
          label="Name of the new team account"
          hint="All members who use the same service account must join this team account."
          maxLength={100}
          autoFocus={choices.length === 0}
        />
      )}
      {failure !== null && (
        <FailureNotice failure={failure} onRetry={read?.ok === true ? compareAgain : readAgain} />
      )}
      {plan?.ok === true && (
        <FactTable caption="Comparison with the team" heads={['Items', 'Notes', 'Papers']}>
          {GROUPS.map(([label, group]) => (
            <tr key={group}>
              <th scope="row">{label}</th>
              <td>{plan.value.notes[group]}</td>
              <td>{plan.value.papers[group]}</td>
            </tr>
          ))}
        </FactTable>
      )}
      {plan?.ok === true && differing > 0 && (
        <>
          <FactTable className="anywhere" caption="Differences" heads={['Id', 'Mine', 'Team', 'Changed by']}>
            {plan.value.examples.map(({ id, here, team, changedBy }) => (
              <tr key={id} className="sensitive">
                <th scope="row">
                  <code>{id}</code>
                </th>
                <td>{here}</td>
                <td>{team}</td>
                <td>{changedBy}</td>
              </tr>
            ))}
          </FactTable>
          <Choices
            legend={counted(differing, 'item differs', 'items differ')}
            value={different}
            onChange={setDifferent}
            begins={false}
            choices={[
              ['skip', 'Use the team’s values', 'If you need your own values, export your notes first.'],
              [
                'replace',
                'Replace the team’s values with mine',
                'Items that the team protected stay protected.',
              ],
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}

const GROUPS = [
  ['Only on this computer', 'onlyHere'],
  ['Only in the team’s data', 'onlyTeam'],
  ['Same in both', 'same'],
  ['Different values', 'different'],
] as const;

/** Shows both values of a field that a colleague changed first. Closing this dialog keeps the typed text. */
export function ConflictDialog({ target, conflict, onMine, onTheirs }: PropsOf<'conflict'>) {
  const { by, at, fields } = conflict;
  const roomName = useApp((state) => titleOf(state, target));
  const form = useSubmit();
  function keepTheirs(): void {
    onTheirs();
    form.close();
  }
  return (
    <Dialog
      key={at}
      title="Changed by a colleague:"
      roomName={roomName}
      size="medium"
      role="alertdialog"
      onClose={form.close}
      footer={
        <>
          <Button busy={form.busy} onClick={() => void form.submit(onMine)}>
            Use my values
          </Button>
          <Button variant="primary" data-autofocus onClick={keepTheirs}>
            Keep colleague’s values
          </Button>
        </>
      }
    >
      <p>
        <bdi className="sensitive bold">{visible(by)}</bdi> changed this {target.kind}{' '}
        <RelativeTime at={at} />, while you were editing it.
      </p>
      <FactTable className="anywhere" caption="Two versions of the item" heads={['Field', 'Yours', 'Theirs']}>
        {fields.map(({ field, yours, theirs }) => (
          <tr key={field}>
            <th scope="row">{capital(field)}</th>
            <td className="sensitive">{yours || <em>empty</em>}</td>
            <td className="sensitive">{theirs || <em>empty</em>}</td>
          </tr>
        ))}
      </FactTable>
      {form.failure !== null && <FailureNotice failure={form.failure} />}
    </Dialog>
  );
}
