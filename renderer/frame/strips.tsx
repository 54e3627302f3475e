import { EyeOff, FlaskConical, Lock, LockOpen, TriangleAlert } from 'lucide-react';
import type { Connection } from '../../preload/contract/connections.ts';
import { keyLabel } from '../lib/keys.ts';
import { runCommand } from '../commands/run.ts';
import { CommandMenu } from '../commands/command-menu.tsx';
import { blurNames } from '../commands/view-commands.ts';
import { lockChanges, practiseOutage, practiseRotation, unlockChanges } from '../commands/keys-commands.ts';
import { Button } from '../parts/button.tsx';
import { Pane } from '../parts/pane.tsx';
import { practiceOf } from '../store/keys-slice.ts';
import { useNow } from '../parts/relative-time/use-now.ts';
import { classNames } from '../parts/class-names.ts';
import { clockTime, shortCountdown } from '../lib/format.ts';
import { unlockedUntil } from '../store/changes.ts';
import { isTryingHealth } from '../store/service-slice.ts';
import { useActions, useApp, useAppStore } from '../store/use-app.ts';
import titleStrip from './title-strip.module.css';
import { FailureNotice, ProxySignInOfHealth } from '../parts/failure-notice.tsx';

/** Banner about an outage. Its live region is always mounted, because screen readers often miss text in a new one. */
export function OutageStrip() {
  const sentence = useApp((state) => state.health?.sentence ?? '');
  const since = useApp(({ health }) =>
    Math.min(...(health?.parts ?? []).map((part) => (part.state === 'trouble' && part.since) || Infinity)),
  );
  const trying = useApp(isTryingHealth);
  const { tryHealthNow: tryNow, setHealthOpen } = useActions();
  const now = useNow();
  const shown = sentence !== '' && since < Infinity;
  return (
    <section
      aria-label="Outage"
      data-unasked
      className={shown ? 'row fixed snug caution line-below' : undefined}
    >
      {shown && <TriangleAlert className="warning" size={16} />}
      <p role="status" className="grow">
        {shown && (
          <>
            <strong>Outage since {clockTime(since, now)}.</strong>{' '}
            <span className="sensitive">{sentence}</span>
          </>
        )}
      </p>
      {shown && (
        <>
          <ProxySignInOfHealth />
          <Button onClick={() => setHealthOpen(true)}>Service status</Button>
          <Button busy={trying} onClick={() => void tryNow()}>
            Try now
          </Button>
        </>
      )}
    </section>
  );
}

export function PractiseMenu() {
  return <CommandMenu groups={[[null, [practiseOutage, practiseRotation]]]}>Practise…</CommandMenu>;
}

const REHEARSED = {
  outage: 'Only the practice service’s board API fails: it returns error 503 or doesn’t respond.',
  rotation: 'The practice service created a new key. Under Keys & connections, stage, check and use it.',
  switched: 'The service now refuses the previous key. Retire it under Keys & connections.',
};

/** Banner during a simulated outage. Appears on every connection, so that users don't take the outage as real. */
export function RehearsalStrip() {
  const rehearsal = useApp((state) => practiceOf(state)?.rehearsal);
  const rehearse = useApp((state) => state.rehearsePractice);
  const now = useNow();
  if (rehearsal === undefined) return null;
  const { kind, since, switched } = rehearsal;
  return (
    <Pane label="Simulation" as="aside" className="row info-strip">
      <FlaskConical size={16} className="fixed" />
      <p className="row-tight wrap grow">
        <strong>
          Simulated {kind === 'outage' ? 'outage' : 'key rotation'} since {clockTime(since, now)}
        </strong>
        <span>{REHEARSED[switched ? 'switched' : kind]}</span>
      </p>
      {kind === 'rotation' && !switched && (
        <Button className="fixed" onClick={() => void rehearse('rotation')}>
          Copy new key
        </Button>
      )}
      <Button className="fixed" onClick={() => void rehearse(null)}>
        End
      </Button>
    </Pane>
  );
}

export function StartFailed() {
  const failure = useApp((state) => state.startFailure);
  const start = useApp((state) => state.start);
  // Shows nothing for the failures `locked` and `policy`, because they have screens of their own.
  if (!failure || failure.code === 'locked' || failure.code === 'policy') return null;
  return <FailureNotice look="page" failure={failure} onRetry={() => void start()} />;
}

export function BlurredNote() {
  const store = useAppStore();
  const isBlurred = useApp((state) => state.blurred);
  if (!isBlurred) return null;
  const [key = ''] = blurNames.keys;
  return (
    <button
      type="button"
      className={`row-tight fixed nowrap round warning caution ${titleStrip.blurred}`}
      onClick={() => void runCommand(blurNames, store)}
    >
      <EyeOff size={13} />
      Blurred <span className="read-out">for screen sharing </span>({keyLabel(key)})
    </button>
  );
}

export function ReadOnlyStatus({ connection }: { readonly connection: Connection }) {
  const store = useAppStore();
  const until = useApp(() => unlockedUntil(connection, Date.now()));
  const now = useNow(until === null ? 'minute' : 'second');
  const { on, forced } = connection.readOnly;
  if (!on) return null;
  if (forced) {
    return (
      <span className="mark muted" title="Required by your organisation.">
        <Lock size={12} />
        Read-only by policy
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classNames('mark round', titleStrip.state, until === null ? 'muted' : 'warning bold')}
      onClick={() => void runCommand(until === null ? unlockChanges : lockChanges, store)}
    >
      {until === null ? <Lock size={12} /> : <LockOpen size={12} />}
      {until === null ? (
        <span>
          Read-only · Unlock<span className="visually-hidden"> for 10 minutes</span>…
        </span>
      ) : (
        <span>Unlocked, {shortCountdown(until - now)} left · Lock again</span>
      )}
    </button>
  );
}
