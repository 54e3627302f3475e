/** The connection in front, and the list of all of them: open it, press a digit, done. */
import { ChevronsUpDown } from 'lucide-react';
import { useRef } from 'react';
import { switchConnection } from '../commands/frame-commands.ts';
import { keyLabel } from '../commands/keys.ts';
import { ConnectionDot } from '../parts/connection-mark.tsx';
import { EnvironmentBadge } from '../parts/environment-badge.tsx';
import { KeyTrouble } from '../parts/key-trouble-mark.tsx';
import { ReadOnlyMark } from '../parts/read-only-mark.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { useApp } from '../store/use-app.ts';
import styles from './connection-switcher.module.css';
import { laterPart } from './load-later.ts';

const ConnectionList = laterPart((loaded) => loaded.ConnectionList);

/** A button with a popover list; `switcherOpen` in the store says whether it is open. */
export function ConnectionSwitcher(): React.JSX.Element {
  const current = useApp(currentConnection);
  const open = useApp((state) => state.switcherOpen);
  const setOpen = useApp((state) => state.setSwitcherOpen);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const button = useRef<HTMLButtonElement>(null);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="listbox"
        aria-expanded={open}
        title={`${switchConnection.label} (${keyLabel('Mod+Shift+C', platform)})`}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.current}>
          <span className="visually-hidden">Connection: </span>
          <span className={styles.title}>
            {current && <ConnectionDot color={current.color} />}
            <span className={`${styles.name} sensitive`}>{current?.name ?? 'No connection'}</span>
          </span>
          {current && (
            <span className={styles.facts}>
              <EnvironmentBadge environment={current.environment} />
              <ReadOnlyMark connection={current} />
              <KeyTrouble connection={current} />
            </span>
          )}
        </span>
        <ChevronsUpDown size={14} aria-hidden />
      </button>
      <ConnectionList button={button} />
    </>
  );
}
