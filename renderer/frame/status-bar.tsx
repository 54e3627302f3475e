import { CircleAlert, CircleCheck, CircleDashed, KeyRound, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { classNames } from '../parts/class-names.ts';
import { PartWords } from '../parts/part-words.tsx';
import { absoluteTime } from '../lib/format.ts';
import { isWarned, PART_NAMES, PART_ORDER, partOf, TEAM_PHASES } from '../lib/health-wording.ts';
import { Pane } from '../parts/pane.tsx';
import { sharedAccount } from '../store/changes.ts';
import { useActions, useApp } from '../store/use-app.ts';
import { Spoken } from '../parts/spoken.tsx';
import { JobsLine } from '../screens/jobs/jobs-line.tsx';
import { HealthIcon, HealthPanel } from './health-panel.tsx';
import { ClipboardLine, RecentMessages } from './toasts.tsx';
import styles from './status-bar.module.css';

const KEYCHAIN_WORDS: Readonly<Record<KeychainStatus['state'], string>> = {
  'not-asked': 'not checked yet',
  available: 'available',
  locked: 'locked',
  absent: 'not found',
  busy: 'not responding',
  error: 'failed',
};

export function StatusBar() {
  const hasConnection = useApp((state) => state.currentId !== null);
  const health = useApp((state) => state.health);
  const open = useApp((state) => state.healthOpen);
  const keychain = useApp((state) => state.keychain);
  const { checkKeychain, setHealthOpen } = useActions();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const words = KEYCHAIN_WORDS[keychain?.state ?? 'not-asked'];
  const good = keychain?.state === 'available' || keychain?.state === 'not-asked';
  return (
    <Pane label="Status" as="footer" className={`row fixed hint nowrap line-above ${styles.bar}`}>
      <Spoken role="status" />
      <JobsLine />
      <ClipboardLine />
      <span className="row fixed full push">
        <RecentMessages />
        {hasConnection && (
          <>
            <button
              ref={setButton}
              type="button"
              className={`row gap-3 fixed full muted ring-inside ${styles.part}`}
              aria-haspopup="dialog"
              aria-expanded={open}
              title="Service status"
              onClick={() => setHealthOpen(!open)}
            >
              {PART_ORDER.map((name) => {
                const part = partOf(health, name);
                const { state } = part;
                const warned = isWarned(part);
                return (
                  <span
                    key={name}
                    className={classNames(
                      'row gap-1',
                      state === 'trouble' && 'danger bold',
                      warned && 'warning',
                    )}
                  >
                    <HealthIcon part={part} size={13} />
                    <span>
                      {PART_NAMES[name]}
                      <span className={state === 'good' && !warned ? 'read-out' : 'folded'}>
                        {' '}
                        <PartWords part={part} />
                      </span>
                    </span>
                  </span>
                );
              })}
            </button>
            <HealthPanel button={button} />
          </>
        )}
        <TeamLight />
        {keychain && (
          <button
            type="button"
            className={`row gap-1 full muted ring-inside ${styles.part}`}
            title={good ? `Keychain: ${words}. Check now` : `${keychain.cause} ${keychain.fix}`}
            onClick={() => void checkKeychain()}
          >
            {good ? <KeyRound size={13} /> : <CircleAlert size={13} />}
            <span className={good ? 'visually-hidden' : 'bold folded'}>Keychain: {words}</span>
          </button>
        )}
      </span>
    </Pane>
  );
}

function TeamLight() {
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
