/** A button that opens a menu: arrows, Home, End and letters move in it, Enter chooses, Esc puts it away. */
import { Check, ChevronDown } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { keyLabel } from '../commands/key-strokes.ts';
import { typedEntry } from '../frame/type-ahead.ts';
import { useApp } from '../store/use-app.ts';
import { Button } from './button.tsx';
import styles from './menu-button.module.css';
import { Popover } from './popover.tsx';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  /** Its shortcut in the notation of commands. */
  readonly keys?: string | undefined;
  /** Whether it is the chosen one of its group; absent where nothing is chosen. */
  readonly checked?: boolean;
  /** Why it can't be chosen now. */
  readonly disabledReason?: string | null;
  /** Called with the button, for what is to stand there in the menu's place. */
  readonly onChoose: (button: HTMLElement) => void;
}

/** Entries that belong together; without a title, only a line parts them from the others. */
export interface MenuGroup {
  readonly title: string | null;
  readonly entries: readonly MenuEntry[];
}

export interface MenuButtonProps {
  readonly children: ReactNode;
  /** Its name where the words on it do not say enough. */
  readonly label?: string;
  readonly icon?: ReactNode;
  readonly title?: string;
  readonly groups: readonly MenuGroup[];
  readonly variant?: 'plain' | 'quiet';
  readonly disabledReason?: string | null;
}

/** The button with its menu. */
export function MenuButton(props: MenuButtonProps): React.JSX.Element {
  const { children, label, icon, title, groups, variant = 'plain', disabledReason } = props;
  /** The button while its menu is open. */
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant={variant}
        icon={icon}
        title={title}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(disabledReason != null && { disabledReason })}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || anchor !== null || disabledReason != null) return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        }}
      >
        {children}
        <ChevronDown size={13} aria-hidden />
      </Button>
      {anchor !== null && (
        <Menu
          label={label ?? (typeof children === 'string' ? children : 'Menu')}
          anchor={anchor}
          groups={groups}
          onClose={() => setAnchor(null)}
          onChoose={(entry) => {
            setAnchor(null);
            entry.onChoose(anchor);
          }}
        />
      )}
    </>
  );
}

interface MenuProps {
  readonly label: string;
  readonly anchor: HTMLElement;
  readonly groups: readonly MenuGroup[];
  readonly onClose: () => void;
  readonly onChoose: (entry: MenuEntry) => void;
}

/** Which entry a key leads to, of `labels`, from `here`; null for a key that means nothing. */
export function menuTarget(key: string, labels: readonly string[], here: number): number | null {
  const last = labels.length - 1;
  switch (key) {
    case 'ArrowDown':
      return here >= last ? 0 : here + 1;
    case 'ArrowUp':
      return here <= 0 ? last : here - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default: {
      const at = key.length === 1 && key !== ' ' ? typedEntry(labels, key, here) : -1;
      return at < 0 ? null : at;
    }
  }
}

function Menu({ label, anchor, groups, onClose, onChoose }: MenuProps): React.JSX.Element {
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const entries = groups.flatMap((group) => group.entries);
  const first = entries.find((entry) => entry.checked === true) ?? entries[0];

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Tab') onClose();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
    const here = items.findIndex((item) => item === document.activeElement);
    const labels = entries.map((entry) => entry.label);
    const target = menuTarget(event.key, labels, here);
    if (target === null) return;
    event.preventDefault();
    items[target]?.focus();
  };

  return (
    <Popover role="menu" label={label} anchor={anchor} onClose={onClose} onKeyDown={move}>
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
              role={entry.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={entry.checked}
              aria-disabled={entry.disabledReason != null || undefined}
              aria-keyshortcuts={entry.keys}
              title={entry.disabledReason ?? undefined}
              tabIndex={-1}
              data-entry
              data-autofocus={entry === first || undefined}
              className={`row ${styles.entry}`}
              onClick={() => {
                if (entry.disabledReason == null) onChoose(entry);
              }}
            >
              {entry.checked !== undefined && (
                <span className={styles.check}>{entry.checked && <Check size={14} aria-hidden />}</span>
              )}
              <span className={`ellipsis ${styles.label}`}>{entry.label}</span>
              {entry.keys !== undefined && <kbd>{keyLabel(entry.keys, platform)}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </Popover>
  );
}
