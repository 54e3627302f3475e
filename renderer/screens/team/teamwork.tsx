import { useEffect, useState } from 'react';
import type { TeamPlan } from '../../../preload/contract/team.ts';
import { absoluteTime, capital, counted, formatNumber, relativeTime, visible } from '../../lib/format.ts';
import { Button } from '../../parts/button.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { startOfDay, TOO_EARLY } from '../../parts/days.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FactTable } from '../../parts/fact-table.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import type { PlanToDecline } from '../../store/team-slice.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { useActions, useApp, useConnection } from '../../store/use-app.ts';
import { useDialog, useFields, useSubmit, type Submission } from '../../store/use-dialog.ts';
import { ACTIONS } from '../activity/wording.ts';

export function TeamPlansDialog() {
  const { readTeamPlans } = useActions();
  const plans = useApp((state) => state.teamPlans);
  const form = useSubmit({ stays: true });
  useEffect(() => void readTeamPlans(), [readTeamPlans]);
  return (
    <Dialog title="Team plans" size="large" onClose={form.close} footer="Close">
      {form.failure !== null && <FailureNotice failure={form.failure} />}
      {plans === null && <p className="muted">Loading…</p>}
      {plans?.ok === false && <FailureNotice failure={plans.error} onRetry={() => void readTeamPlans()} />}
      {plans?.ok === true && plans.value.length === 0 && (
        <p>No plans. To create one, start a bulk delete and choose “Save as team plan” in its review.</p>
      )}
      {plans?.ok === true && plans.value.length > 0 && (
        <ul className="box ruled" aria-label="Plans">
          {plans.value.map((plan) => (
            <PlanLine key={`${plan.connectionId} ${plan.id}`} plan={plan} form={form} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function PlanLine({ plan, form }: { readonly plan: TeamPlan; readonly form: Submission }) {
  const { reviewTeamPlan } = useActions();
  const connection = useConnection(plan.connectionId);
  const words = visible(planWords(plan, useNow()));
  const { state, boards, done, note, code, draftedBy, draftedAt } = plan;
  const name = note === '' ? counted(boards, 'board') : visible(note);
  return (
    <li className="between start inset">
      <div className="column-1 grow">
        {connection !== null && <ConnectionMark connection={connection} />}
        <p className="bold sensitive">{name}</p>
        <p className="sensitive">{words}</p>
        {(state === 'running' || state === 'stopped') && (
          <progress className="wide" aria-label={name} aria-valuetext={words} max={boards} value={done} />
        )}
        <p className="hint sensitive">
          {`${counted(boards, 'board')} · code ${code} · drafted by ${visible(draftedBy)} `}
          <RelativeTime at={draftedAt} />
        </p>
      </div>
      {['waiting', 'approved', 'stopped'].includes(state) && (
        <div className="row">
          <Button busy={form.busy} onClick={() => void form.submit(() => reviewTeamPlan(plan))}>
            Review plan…
          </Button>
          <DeclineButton {...plan} planId={plan.id} />
        </div>
      )}
    </li>
  );
}

/** Describes a plan's state and remaining time: "Waiting for approval · expires in 6 days". `now` is epoch ms. */
export function planWords(plan: TeamPlan, now: number): string {
  const runs = {
    held: 'has put the delete on hold',
    running: 'is running the delete',
    paused: 'paused the delete',
  } as const;
  const { run, approvedBy, closedBy, closeReason } = plan;
  const progress = `${formatNumber(plan.done)} of ${formatNumber(plan.boards)}`;
  const expires = relativeTime(plan.expiresAt, now);
  const closed = `${closedBy === plan.draftedBy ? 'Withdrawn' : 'Declined'} by ${closedBy}`;
  const words: Readonly<Record<TeamPlan['state'], string>> = {
    waiting: `Waiting for approval · expires ${expires}`,
    approved: `Approved by ${approvedBy} · expires ${expires}`,
    declined: closeReason === '' ? closed : `${closed}: ${closeReason}`,
    running: run === null ? `Running: ${progress}` : `${run.by} ${runs[run.state]}: ${progress}`,
    stopped: `Stopped after ${progress}`,
    done: `Done: ${progress}`,
    expired: `Expired ${expires}`,
  };
  return words[plan.state];
}

export function DeclineButton({ connectionId, planId, isOwn }: PlanToDecline) {
  const { openDialog } = useActions();
  const ask = (): void => openDialog({ kind: 'decline-plan', connectionId, planId, isOwn });
  return (
    <div>
      <Button onClick={ask}>{isOwn ? 'Withdraw plan…' : 'Decline plan…'}</Button>
    </div>
  );
}

export function DeclinePlanDialog({ connectionId, planId, isOwn }: PlanToDecline) {
  const { declinePlan, openDialog } = useActions();
  const { isOpen } = useDialog();
  const { typed, field, ...form } = useFields({ reason: '' }, { stays: true });
  const [action, label] = isOwn ? ['Withdraw', 'Reason (optional)'] : ['Decline', 'Reason'];
  const reason = typed.reason.trim();
  const back = (): void => openDialog({ kind: 'team-plans' });
  return (
    <FormDialog
      title={`${action} this plan`}
      action={action}
      form={form}
      wrong={{ reason: reason === '' && !isOwn ? 'Enter a reason.' : null }}
      onClose={back}
      onSubmit={() => declinePlan({ connectionId, planId, reason }, isOwn)}
      onDone={() => isOpen() && back()}
    >
      <TextField {...field('reason')} label={label} hint="The team will see this reason." data-autofocus />
    </FormDialog>
  );
}

const NAMES = Object.entries({ '': ['All actions'], ...ACTIONS }).map(([id, [name]]) => [id, name] as const);
const HEADS = ['Time', 'Member', 'Action', 'Board or paper', 'Outcome', 'Reason'];

/** The team's audit log, which only owners of the team database may read. */
export function TeamActivityDialog({ connectionId }: PropsOf<'team-activity'>) {
  const { readAudit, saveAudit } = useActions();
  const { typed, field, ...form } = useFields({ member: '', target: '', from: '', to: '' }, { stays: true });
  const [action, setAction] = useState('');
  const [member, target] = [typed.member.trim(), typed.target.trim()];
  const [since, until] = [startOfDay(typed.from), startOfDay(typed.to, 1)];
  const filter = { connectionId, member, action, target, since, until };
  const [answer, again] = useAnswer(JSON.stringify(filter), () => readAudit(filter));
  const wrong = {
    from: typed.from !== '' && since === null ? TOO_EARLY : null,
    to: typed.to !== '' && until === null ? TOO_EARLY : null,
  };
  const save = (format: 'csv' | 'xlsx') => void form.submit(() => saveAudit({ ...filter, format }), wrong);
  return (
    <Dialog title="Team activity" size="large" onClose={form.close} footer="Close">
      <div className="halves">
        <TextField {...field('member')} label="Member" placeholder="Database login" data-autofocus />
        <SelectField label="Action" value={action} choices={NAMES} onChoose={setAction} />
        <TextField {...field('from')} error={wrong.from ?? undefined} label="From" type="date" impersonal />
        <TextField {...field('to')} error={wrong.to ?? undefined} label="To" type="date" impersonal />
        <TextField {...field('target')} label="Board or paper" placeholder="Id" />
      </div>
      <div className="row">
        <p className="grow" role="status">
          {answer === null && 'Loading…'}
          {answer?.ok === true && answer.value.isMore && 'Showing the newest '}
          {answer?.ok === true && counted(answer.value.entries.length, 'entry', 'entries')}
        </p>
        <Button onClick={() => save('csv')}>Export CSV…</Button>
        <Button onClick={() => save('xlsx')}>Export Excel…</Button>
      </div>
      {form.failure !== null && <FailureNotice failure={form.failure} />}
      {answer?.ok === false && <FailureNotice failure={answer.error} onRetry={again} />}
      {answer?.ok === true && (
        <FactTable className="anywhere" caption="Team activity" heads={HEADS}>
          {answer.value.entries.map((entry) => (
            <tr key={JSON.stringify(entry)} className="sensitive">
              <td>{absoluteTime(entry.receivedAt)}</td>
              <td>{visible(entry.member)}</td>
              <td>{NAMES.find(([id]) => id === entry.action)?.[1] ?? entry.action}</td>
              <td>{visible(entry.target)}</td>
              <td>{capital(entry.outcome)}</td>
              <td>{visible(entry.reason)}</td>
            </tr>
          ))}
        </FactTable>
      )}
    </Dialog>
  );
}
