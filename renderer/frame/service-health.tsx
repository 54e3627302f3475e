/** Health in the status bar; pressed, they say when each part last worked, and what to do about trouble. */
import { useRef } from 'react';
import { classNames } from '../parts/class-names.ts';
import { PART_ORDER, STATE_WORDING, partOf, PART_NAMES } from '../parts/health-wording.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { useApp } from '../store/use-app.ts';
import { laterPart } from './load-later.ts';
import styles from './service-health.module.css';

const HealthPanel = laterPart((loaded) => loaded.HealthPanel);

/** One button with all four parts, and its popover; `healthOpen` in the store says whether it is open. */
export function ServiceHealth() {
  const health = useApp((state) => state.health);
  const open = useApp((state) => state.healthOpen);
  const setOpen = useApp((state) => state.setLightsOpen);
  const button = useRef<HTMLButtonElement>(null);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={`ring-inside ${styles.health}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        title="Service status"
        onClick={() => setOpen(!open)}
      >
        {PART_ORDER.map((name) => {
          const { state } = partOf(health, name);
          return (
            <span
              key={name}
              className={classNames(styles.part, state === 'trouble' && `danger bold ${styles.trouble}`)}
            >
              <HealthIcon state={state} size={13} />
              <span className={styles.words}>
                {PART_NAMES[name]}
                <span className={state === 'good' ? 'read-out' : undefined}> {STATE_WORDING[state]}</span>
              </span>
            </span>
          );
        })}
      </button>
      <HealthPanel button={button} />
    </>
  );
}
