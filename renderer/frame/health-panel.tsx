import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { Health, PartHealth } from '../../preload/contract/service.ts';
import { Button } from '../parts/button.tsx';
import { ConnectionMark } from '../parts/connection-mark.tsx';
import { isWarned, PART_ORDER, partOf, partWords, PART_NAMES } from '../lib/health-wording.ts';
import { PartWords } from '../parts/part-words.tsx';
import { Popover } from '../parts/popover.tsx';
import { ProxySignInOfHealth } from '../parts/failure-notice.tsx';
import { useNow } from '../parts/relative-time/use-now.ts';
import { absoluteTime, clockTime, relativeTime } from '../lib/format.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { isTryingHealth } from '../store/service-slice.ts';
import { useActions, useApp } from '../store/use-app.ts';
import styles from './health-panel.module.css';

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
  const trying = useApp(isTryingHealth);
  const { tryHealthNow: tryNow, copy } = useActions();
  const now = useNow();
  const timeText = (at: number | null) => `${at === null ? '' : `${relativeTime(at, now)}, `}${moment(at)}`;
  return (
    <>
      <h2>Service status</h2>
      {connection && <ConnectionMark connection={connection} />}
      <ul className="parts">
        {PART_ORDER.map((name) => {
          const part = partOf(health, name);
          const { since, failure, lastSuccess, lastFailure } = part;
          return (
            <li key={name}>
              <HealthIcon part={part} size={16} />
              <div className="grow column-1 start">
                <p>
                  <strong>{PART_NAMES[name]}</strong> <PartWords part={part} />
                  {since !== null && `, since ${clockTime(since, now)}`}
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
        })}
      </ul>
      <div className="wrap end apart">
        <ProxySignInOfHealth />
        <Button
          onClick={() => void copy(statusText(health, connection?.name ?? '', Date.now()), 'Service status')}
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

const LOOKS = {
  unknown: [CircleDashed, 'muted'],
  good: [CircleCheck, 'good'],
  trouble: [TriangleAlert, 'danger'],
} as const;

export function HealthIcon({ part, size }: { readonly part: PartHealth; readonly size: number }) {
  const [Icon, look] = isWarned(part) ? ([TriangleAlert, 'warning'] as const) : LOOKS[part.state];
  return <Icon size={size} className={look} />;
}

export function statusText(health: Health | null, connection: string, now: number): string {
  const lines = PART_ORDER.map((name) => partOf(health, name)).flatMap((part) => [
    `${PART_NAMES[part.name]}: ${partWords(part, now)}`,
    ...(part.since === null ? [] : [`  not responding since ${absoluteTime(part.since)}`]),
    `  last success ${moment(part.lastSuccess)}, last failure ${moment(part.lastFailure)}`,
    ...(part.failure === null
      ? []
      : [part.failure.message, ...part.failure.details].map((line) => `  ${line}`)),
  ]);
  return [`Service status of ${connection} at ${absoluteTime(now)}`, ...lines].join('\n');
}

function moment(at: number | null): string {
  return at === null ? 'none since Easel started' : absoluteTime(at);
}
