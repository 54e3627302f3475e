import type { Health, PartHealth } from '../../preload/contract/service.ts';
import { Button } from '../parts/button.tsx';
import { ConnectionMark } from '../parts/connection-mark.tsx';
import { PART_ORDER, STATE_WORDING, partOf, PART_NAMES } from '../lib/health-wording.ts';
import { Popover } from '../parts/popover.tsx';
import { ProxySignInOfHealth } from '../parts/failure-notice.tsx';
import { useNow } from '../parts/relative-time/use-now.ts';
import { absoluteTime, clockTime, countdown, relativeTime } from '../lib/format.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { useActions, useApp } from '../store/use-app.ts';
import styles from './health-panel.module.css';
import { HealthIcon } from './status-bar.tsx';

export function HealthPanel({ button }: { readonly button: HTMLElement | null }) {
  const open = useApp((state) => state.healthOpen);
  const setOpen = useApp((state) => state.setHealthOpen);
  if (!open || button === null) return null;
  return (
    <Popover
      role="dialog"
      label="Service status"
      anchor={button}
      keepsShortcuts
      className={styles.panel}
      onClose={() => setOpen(false)}
    >
      <Status />
    </Popover>
  );
}

function Status() {
  const health = useApp((state) => state.health);
  const connection = useApp(currentConnection);
  const trying = useApp((state) => state.tryingHealth);
  const { tryHealthNow: tryNow, copy } = useActions();
  return (
    <>
      <h2>Service status</h2>
      {connection && <ConnectionMark connection={connection} />}
      <ul className="parts">
        {PART_ORDER.map((name) => (
          <Part key={name} part={partOf(health, name)} />
        ))}
      </ul>
      <div className="wrap end apart">
        <ProxySignInOfHealth />
        <Button
          onClick={() =>
            void copy(statusText(health, connection?.name ?? '', Date.now()), 'the service status')
          }
        >
          Copy status
        </Button>
        <Button data-autofocus busy={trying} onClick={() => void tryNow()}>
          Try now
        </Button>
      </div>
    </>
  );
}

function Part({ part }: { readonly part: PartHealth }) {
  const now = useNow();
  const { name, state, since, failure, nextProbe, lastSuccess, lastFailure } = part;
  const timeText = (at: number | null) =>
    at === null ? 'none since Easel started' : `${relativeTime(at, now)}, ${absoluteTime(at)}`;
  return (
    <li>
      <HealthIcon state={state} size={16} />
      <div className="grow column-1 start">
        <p>
          <strong>{PART_NAMES[name]}</strong> {STATE_WORDING[state]}
          {since !== null && ` since ${clockTime(since, now)}`}
          {nextProbe !== null && <NextProbe at={nextProbe} />}
        </p>
        {failure !== null && (
          <p className="sensitive">
            {failure.message} {failure.nextStep}
          </p>
        )}
        <dl className="facts hint">
          <dt>Last success</dt>
          <dd>{timeText(lastSuccess)}</dd>
          <dt>Last failure</dt>
          <dd>{timeText(lastFailure)}</dd>
        </dl>
      </div>
    </li>
  );
}

function NextProbe({ at }: { readonly at: number }) {
  const left = at - useNow('second');
  return <span className="muted">{left > 0 ? `, next try in ${countdown(left)}` : ', trying…'}</span>;
}

export function statusText(health: Health | null, connection: string, now: number): string {
  const lines = PART_ORDER.map((name) => partOf(health, name)).flatMap((part) => [
    `${PART_NAMES[part.name]}: ${STATE_WORDING[part.state]}`,
    ...(part.since === null ? [] : [`  not responding since ${absoluteTime(part.since)}`]),
    `  last success ${moment(part.lastSuccess)}, last failure ${moment(part.lastFailure)}`,
    ...(part.failure === null
      ? []
      : [part.failure.message, ...part.failure.details].map((line) => `  ${line}`)),
  ]);
  return [`Status of ${connection}, ${absoluteTime(now)}`, ...lines].join('\n');
}

function moment(at: number | null): string {
  return at === null ? 'none since Easel started' : absoluteTime(at);
}
