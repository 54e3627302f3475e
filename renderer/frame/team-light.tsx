import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { absoluteTime } from '../lib/format.ts';
import { TEAM_PHASES } from '../lib/health-wording.ts';
import { classNames } from '../parts/class-names.ts';
import { sharedAccount } from '../store/changes.ts';
import { useActions, useApp } from '../store/use-app.ts';
import styles from './status-bar.module.css';

/** Status bar indicator of the connection to the team's database. Shown if the current connection shares an account. */
export function TeamLight() {
  const team = useApp((state) => state.team);
  const isShared = useApp((state) => sharedAccount(state, state.currentId) !== null);
  const { go, readTeam } = useActions();
  useEffect(() => {
    if (team === null) void readTeam();
  }, [team, readTeam]);
  if (team === null || !isShared) return null;
  const { phase, since } = team;
  const isGood = phase === 'ready';
  const isBad = !isGood && phase !== 'connecting';
  const Icon = isGood ? CircleCheck : isBad ? TriangleAlert : CircleDashed;
  const words = isBad ? `${TEAM_PHASES[phase]}; shared fields are read-only` : TEAM_PHASES[phase];
  return (
    <button
      type="button"
      className={classNames('row gap-1 fixed full muted ring-inside', isBad && 'danger bold', styles.part)}
      title={`Team register: ${words}${since === null ? '' : `, since ${absoluteTime(since)}`}`}
      onClick={() => void go({ kind: 'setting', id: 'team' })}
    >
      <Icon size={13} className={isGood ? 'good' : isBad ? 'danger' : 'muted'} />
      <span>
        Team
        <span className={isGood ? 'read-out' : 'folded'}> {TEAM_PHASES[phase]}</span>
      </span>
    </button>
  );
}
