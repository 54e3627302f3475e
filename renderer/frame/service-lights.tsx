/** The four lights in the status bar; pressed, they say when each part last worked, and what to do about trouble. */
import { useRef } from 'react';
import { classNames } from '../parts/class-names.ts';
import { LIGHT_ORDER, LIGHT_WORDS, lightOf, PART_NAMES } from '../parts/health-wording.ts';
import { LightIcon } from '../parts/light-icon.tsx';
import { useApp } from '../store/use-app.ts';
import { laterPart } from './load-later.ts';
import styles from './service-lights.module.css';

const LightsPanel = laterPart((loaded) => loaded.LightsPanel);

/** One button with all four lights, and its popover; `lightsOpen` in the store says whether it is open. */
export function ServiceLights(): React.JSX.Element {
  const health = useApp((state) => state.health);
  const open = useApp((state) => state.lightsOpen);
  const setOpen = useApp((state) => state.setLightsOpen);
  const button = useRef<HTMLButtonElement>(null);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.lights}
        aria-haspopup="dialog"
        aria-expanded={open}
        title="Service status"
        onClick={() => setOpen(!open)}
      >
        {LIGHT_ORDER.map((name) => {
          const { state } = lightOf(health, name);
          return (
            <span key={name} className={classNames(styles.light, state === 'trouble' && styles.trouble)}>
              <LightIcon state={state} size={13} />
              <span className={styles.words}>
                {PART_NAMES[name]}
                <span className={state === 'good' ? styles.narrow : undefined}> {LIGHT_WORDS[state]}</span>
              </span>
            </span>
          );
        })}
      </button>
      <LightsPanel button={button} />
    </>
  );
}
