import { Check, ChevronDown } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { keyLabel, onKeys, physicalKey } from '../lib/keys.ts';
import { Button, type ButtonProps } from './button.tsx';
import { listTarget, typedEntry, withLetter, type Typing } from './list-keys.ts';
import styles from './menu.module.css';
import { Popover } from './popover.tsx';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly content?: ReactNode;
  /** Shortcut that the entry shows, such as `Mod+K`. A single digit chooses the entry while the menu is open. */
  readonly keys?: string | undefined;
  readonly checked?: boolean;
  readonly ticks?: boolean;
  readonly disabledReason?: string | null;
  readonly onChoose: (button: HTMLElement) => void;
}

export interface MenuGroup {
  readonly title: string | null;
  readonly entries: readonly MenuEntry[];
}

export interface MenuButtonProps extends ButtonProps {
  readonly label?: string | undefined;
  readonly groups: readonly MenuGroup[];
}

export function MenuButton({ children, label, groups, disabledReason = null, ...button }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        {...button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabledReason={disabledReason}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
        onKeyDown={onKeys((event) => {
          if (event.key !== 'ArrowDown' || anchor !== null || disabledReason !== null) return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        })}
      >
        {children}
        <ChevronDown size={13} />
      </Button>
      {anchor !== null && (
        <Menu
          anchor={anchor}
          label={label ?? (typeof children === 'string' ? children : 'Menu')}
          groups={groups}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

export interface MenuProps {
  readonly label: string;
  readonly anchor: HTMLElement;
  readonly groups: readonly MenuGroup[];
  readonly className?: string | undefined;
  readonly onClose: () => void;
}

export function Menu({ label, anchor, groups, className, onClose }: MenuProps) {
  const entries = groups.flatMap((group) => group.entries);
  const first = entries.find((entry) => entry.checked === true && entry.ticks !== true) ?? entries[0];
  const [typing, setTyping] = useState<Typing | null>(null);

  function choose(entry: MenuEntry): void {
    if (entry.disabledReason != null) return;
    if (entry.ticks !== true) onClose();
    entry.onChoose(anchor);
  }

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Tab') onClose();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
    const here = items.findIndex((item) => item === document.activeElement);
    const names = entries.map((entry) => entry.label);
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key : null;
    const typed = letter === null ? null : withLetter(typing, letter, event.timeStamp);
    setTyping(typed);
    const target = typed
      ? typedEntry(names, typed.text, here)
      : listTarget(event.key, here, names.length, ['ArrowUp', 'ArrowDown']);
    const digit = /^\d$/u.test(event.key) ? event.key : null;
    const key = digit ?? physicalKey(event.nativeEvent);
    const numbered = entries.find(({ keys = '' }) => /^\d$/u.test(keys) && keys === key);
    // AZERTY keyboards type “é” with key 2, so this key focuses an entry that starts with “é”, or else chooses entry 2.
    if (numbered && (digit !== null || target === null)) choose(numbered);
    else if (target !== null) items[target]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <Popover
      role="menu"
      label={label}
      anchor={anchor}
      className={className}
      onClose={onClose}
      onKeyDown={onKeys(press)}
    >
      {groups.map((group, index) => (
        <div
          key={group.title ?? index}
          role="group"
          aria-label={group.title ?? undefined}
          className={styles.group}
        >
          {group.title !== null && (
            <div className={`hint ${styles.title}`} aria-hidden>
              {group.title}
            </div>
          )}
          {group.entries.map((entry) => (
            <button
              key={entry.id}
              type="button"
              role={roleOf(entry)}
              aria-checked={entry.checked}
              aria-disabled={entry.disabledReason != null || undefined}
              aria-keyshortcuts={entry.keys}
              title={entry.disabledReason ?? undefined}
              tabIndex={-1}
              data-entry
              data-autofocus={entry === first || undefined}
              className={`row wide ring-inside ${styles.entry}`}
              onClick={() => choose(entry)}
            >
              {entry.checked !== undefined && (
                <span className={`fixed ${styles.check}`}>{entry.checked && <Check size={14} />}</span>
              )}
              {entry.content ?? <span className="ellipsis grow">{entry.label}</span>}
              {entry.keys !== undefined && <kbd aria-hidden>{keyLabel(entry.keys)}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </Popover>
  );
}

function roleOf({ checked, ticks }: MenuEntry): 'menuitem' | 'menuitemradio' | 'menuitemcheckbox' {
  if (checked === undefined) return 'menuitem';
  return ticks === true ? 'menuitemcheckbox' : 'menuitemradio';
}
