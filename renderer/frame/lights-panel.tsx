/** When each part of the way to the service last worked, and what to do about trouble: what the lights open. */
import { useLayoutEffect, useRef, type RefObject, type ToggleEvent } from 'react';
import type { Light } from '../../preload/contract/service.ts';
import { Button } from '../parts/button.tsx';
import { ConnectionMark } from '../parts/connection-mark.tsx';
import { LIGHT_ORDER, LIGHT_WORDS, lightOf, PART_NAMES, statusText } from '../parts/health-wording.ts';
import { LightIcon } from '../parts/light-icon.tsx';
import { ProxySignInButton } from '../parts/proxy-sign-in-button.tsx';
import { useNow } from '../parts/relative-time/use-now.ts';
import { absoluteTime, clockTime, countdown, relativeTime } from '../parts/relative-time/wording.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { useApp } from '../store/use-app.ts';
import styles from './lights-panel.module.css';

/** The popover at the button with the lights; `lightsOpen` in the store says whether it is open. */
export function LightsPanel({
  button,
}: {
  readonly button: RefObject<HTMLButtonElement | null>;
}): React.JSX.Element {
  const open = useApp((state) => state.lightsOpen);
  const setOpen = useApp((state) => state.setLightsOpen);
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!open) return undefined;
    const popover = panel.current;
    popover?.showPopover(button.current ? { source: button.current } : {});
    popover?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => popover?.hidePopover();
  }, [open, button]);

  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label="Service status"
      className={styles.panel}
      onToggle={(event: ToggleEvent) => {
        if (event.newState === 'closed') setOpen(false);
      }}
    >
      {open && <Status />}
    </div>
  );
}

function Status(): React.JSX.Element {
  const health = useApp((state) => state.health);
  const connection = useApp(currentConnection);
  const trying = useApp((state) => state.tryingHealth);
  const tryNow = useApp((state) => state.tryHealthNow);
  const copy = useApp((state) => state.copy);
  // One proxy commonly stands before all of them.
  const asking = health?.lights.find(({ failure }) => failure?.code === 'proxy-sign-in')?.failure;
  return (
    <>
      <h2>Service status</h2>
      {connection && <ConnectionMark connection={connection} />}
      <ul className={styles.parts}>
        {LIGHT_ORDER.map((name) => (
          <Part key={name} light={lightOf(health, name)} />
        ))}
      </ul>
      <div className={styles.actions}>
        {asking != null && <ProxySignInButton failure={asking} />}
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

function Part({ light }: { readonly light: Light }): React.JSX.Element {
  const now = useNow();
  const { name, state, since, failure, nextProbe, lastSuccess, lastFailure } = light;
  return (
    <li className={styles.part}>
      <LightIcon state={state} size={16} />
      <div className={styles.facts}>
        <p>
          <strong>{PART_NAMES[name]}</strong> {LIGHT_WORDS[state]}
          {since !== null && `, since ${clockTime(since, now)}`}
          {nextProbe !== null && <NextProbe at={nextProbe} />}
        </p>
        {failure !== null && (
          <p className="sensitive">
            {failure.message} {failure.nextStep}
          </p>
        )}
        <dl className={styles.moments}>
          <Moment label="Last success" at={lastSuccess} now={now} />
          <Moment label="Last failure" at={lastFailure} now={now} />
        </dl>
      </div>
    </li>
  );
}

function NextProbe({ at }: { readonly at: number }): React.JSX.Element {
  const left = at - useNow('second');
  return <span className={styles.muted}>{left > 0 ? `, next try in ${countdown(left)}` : ', trying…'}</span>;
}

interface MomentProps {
  readonly label: string;
  readonly at: number | null;
  readonly now: number;
}

function Moment({ label, at, now }: MomentProps): React.JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd>{at === null ? 'none in this run' : `${relativeTime(at, now)}, ${absoluteTime(at)}`}</dd>
    </>
  );
}
