/** The connection in front, and the list of all of them: open it, choose, done. */
import { Check, ChevronsUpDown } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type ToggleEvent } from 'react';
import { switchConnection } from '../commands/frame-commands.ts';
import { keyLabel } from '../commands/keys.ts';
import { EnvironmentBadge } from '../parts/environment-badge.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { useApp } from '../store/use-app.ts';
import styles from './connection-switcher.module.css';

/** A button with a popover list; `switcherOpen` in the store says whether it is open. */
export function ConnectionSwitcher(): React.JSX.Element {
  const connections = useApp((state) => state.connections);
  const current = useApp(currentConnection);
  const open = useApp((state) => state.switcherOpen);
  const setOpen = useApp((state) => state.setSwitcherOpen);
  const go = useApp((state) => state.go);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!open) return undefined;
    const popover = list.current;
    popover?.showPopover(button.current ? { source: button.current } : {});
    popover?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    return () => popover?.hidePopover();
  }, [open]);

  const choose = (id: string): void => {
    setOpen(false);
    button.current?.focus();
    void go({ kind: 'connection', id });
  };

  const move = (event: KeyboardEvent): void => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const here = options.findIndex((option) => option === document.activeElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(here + 1, options.length - 1),
      ArrowUp: Math.max(here - 1, 0),
      Home: 0,
      End: options.length - 1,
    };
    const target = targets[event.key];
    const connection = connections[here];
    if (target !== undefined) options[target]?.focus();
    else if ((event.key === 'Enter' || event.key === ' ') && connection) choose(connection.id);
    else return;
    event.preventDefault();
  };

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
          <span className={styles.name}>{current?.name ?? 'No connection'}</span>
          {current && <EnvironmentBadge environment={current.environment} />}
        </span>
        <ChevronsUpDown size={14} aria-hidden />
      </button>
      <div
        ref={list}
        popover="auto"
        role="listbox"
        aria-label="Connections"
        tabIndex={-1}
        className={styles.list}
        onToggle={(event: ToggleEvent) => {
          if (event.newState === 'closed') setOpen(false);
        }}
      >
        {connections.map((connection) => (
          <div
            key={connection.id}
            role="option"
            tabIndex={-1}
            aria-selected={connection.id === current?.id}
            className={styles.option}
            onKeyDown={move}
            onClick={() => choose(connection.id)}
          >
            <span className={styles.mark}>
              {connection.id === current?.id && <Check size={14} aria-hidden />}
            </span>
            <span className={styles.name}>{connection.name}</span>
            <EnvironmentBadge environment={connection.environment} />
          </div>
        ))}
      </div>
    </>
  );
}
