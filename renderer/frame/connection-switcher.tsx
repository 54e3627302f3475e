/** The connection in front, and the list of all of them: open it, press a digit, done. */
import { Check, ChevronsUpDown, KeyRound } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type ToggleEvent } from 'react';
import type { Connection } from '../../preload/contract/domain.ts';
import { switchConnection } from '../commands/frame-commands.ts';
import { keyLabel } from '../commands/keys.ts';
import { ConnectionDot } from '../parts/connection-mark.tsx';
import { EnvironmentBadge } from '../parts/environment-badge.tsx';
import { keyTrouble } from '../parts/key-trouble.ts';
import { ReadOnlyMark } from '../parts/read-only-mark.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { useApp } from '../store/use-app.ts';
import styles from './connection-switcher.module.css';
import { typedEntry, WORD_PAUSE } from './type-ahead.ts';

/** As many connections have a digit of their own. */
const DIGITS = 9;

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
  const typed = useRef({ text: '', at: 0 });

  useLayoutEffect(() => {
    if (!open) return undefined;
    const popover = list.current;
    typed.current = { text: '', at: 0 };
    popover?.showPopover(button.current ? { source: button.current } : {});
    popover?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    return () => popover?.hidePopover();
  }, [open]);

  const choose = (id: string): void => {
    setOpen(false);
    button.current?.focus();
    void go({ kind: 'connection', id });
  };

  /** Which entry these letters lead to; -1 for a key that is none. */
  const typeAhead = (event: KeyboardEvent, here: number): number => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return -1;
    const word = event.timeStamp - typed.current.at < WORD_PAUSE ? typed.current.text : '';
    if (event.key === ' ' && word === '') return -1;
    typed.current = { text: word + event.key, at: event.timeStamp };
    const names = connections.map(({ name }) => name);
    return typedEntry(names, typed.current.text, here);
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
    const isDigit = /^[1-9]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const numbered = isDigit ? connections[Number(event.key) - 1] : undefined;
    const target = targets[event.key] ?? typeAhead(event, here);
    const connection = connections[here];
    if (numbered) choose(numbered.id);
    else if (target >= 0) options[target]?.focus();
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
      <div
        ref={list}
        popover="auto"
        role="listbox"
        aria-label="Connections"
        tabIndex={-1}
        className={styles.list}
        // Not once it is closed: the next key press may come before that is told.
        onBeforeToggle={(event: ToggleEvent) => {
          if (event.newState === 'closed') setOpen(false);
        }}
      >
        {connections.map((connection, index) => (
          <div
            key={connection.id}
            role="option"
            tabIndex={-1}
            aria-selected={connection.id === current?.id}
            aria-keyshortcuts={index < DIGITS ? String(index + 1) : undefined}
            className={styles.option}
            onKeyDown={move}
            onClick={() => choose(connection.id)}
          >
            <span className={styles.check}>
              {connection.id === current?.id && <Check size={14} aria-hidden />}
            </span>
            <ConnectionDot color={connection.color} />
            <span className={`${styles.name} sensitive`}>{connection.name}</span>
            <KeyTrouble connection={connection} />
            <ReadOnlyMark connection={connection} />
            <EnvironmentBadge environment={connection.environment} />
            <kbd className={styles.digit} aria-hidden>
              {index < DIGITS && index + 1}
            </kbd>
          </div>
        ))}
      </div>
    </>
  );
}

/** Why the keys of a connection can't be used now, if that is known. */
function KeyTrouble({ connection }: { readonly connection: Connection }): React.JSX.Element | null {
  const trouble = useApp((state) => keyTrouble(connection, state.keychain));
  if (trouble === null) return null;
  return (
    <span className={styles.trouble}>
      <KeyRound size={12} aria-hidden />
      {trouble}
    </span>
  );
}
