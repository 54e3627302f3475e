/** The list that the connection switcher opens: arrows, letters and digits lead to a connection. */
import { Check } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject, type ToggleEvent } from 'react';
import { ConnectionDot } from '../parts/connection-mark.tsx';
import { EnvironmentBadge } from '../parts/environment-badge.tsx';
import { KeyTrouble } from '../parts/key-trouble-mark.tsx';
import { ReadOnlyMark } from '../parts/read-only-mark.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { useApp } from '../store/use-app.ts';
import styles from './connection-list.module.css';
import { typedEntry, WORD_PAUSE } from './type-ahead.ts';

/** As many connections have a digit of their own. */
const DIGITS = 9;

/** The popover at the switcher's button; `switcherOpen` in the store says whether it is open. */
export function ConnectionList({
  button,
}: {
  readonly button: RefObject<HTMLButtonElement | null>;
}): React.JSX.Element {
  const connections = useApp((state) => state.connections);
  const current = useApp(currentConnection);
  const open = useApp((state) => state.switcherOpen);
  const setOpen = useApp((state) => state.setSwitcherOpen);
  const go = useApp((state) => state.go);
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  /** It is closing by itself, and must not be told to meanwhile. */
  const closing = useRef(false);

  useLayoutEffect(() => {
    if (!open) return undefined;
    const popover = list.current;
    typed.current = { text: '', at: 0 };
    closing.current = false;
    popover?.showPopover(button.current ? { source: button.current } : {});
    popover?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    return () => {
      if (!closing.current) popover?.hidePopover();
    };
  }, [open, button]);

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
    <div
      ref={list}
      popover="auto"
      role="listbox"
      aria-label="Connections"
      tabIndex={-1}
      className={`popup ${styles.list}`}
      // Not once it is closed: the next key press may come before that is told.
      onBeforeToggle={(event: ToggleEvent) => {
        if (event.newState !== 'closed') return;
        closing.current = true;
        setOpen(false);
      }}
    >
      {connections.map((connection, index) => (
        <div
          key={connection.id}
          role="option"
          tabIndex={-1}
          aria-selected={connection.id === current?.id}
          aria-keyshortcuts={index < DIGITS ? String(index + 1) : undefined}
          className={`row ${styles.option}`}
          onKeyDown={move}
          onClick={() => choose(connection.id)}
        >
          <span className={styles.check}>
            {connection.id === current?.id && <Check size={14} aria-hidden />}
          </span>
          <ConnectionDot color={connection.color} />
          <span className={`ellipsis ${styles.name} sensitive`}>{connection.name}</span>
          <KeyTrouble connection={connection} />
          <ReadOnlyMark connection={connection} />
          <EnvironmentBadge environment={connection.environment} />
          <kbd className={styles.digit} aria-hidden>
            {index < DIGITS && index + 1}
          </kbd>
        </div>
      ))}
    </div>
  );
}
