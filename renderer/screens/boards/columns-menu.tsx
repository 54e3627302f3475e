/** Which columns the boards are shown with: a menu that stays open while one after the other is ticked. */
import { Check, Columns3 } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { IconButton } from '../../parts/button.tsx';
import { menuTarget } from '../../parts/menu-button.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useApp } from '../../store/use-app.ts';
import { columnChoices, shownColumns, withChosen } from './board-columns.tsx';
import styles from './columns-menu.module.css';

/** The button with its menu: arrows and letters move in it, Enter and Space tick, Esc puts it away. */
export function ColumnsMenu(): React.JSX.Element {
  /** The button, while the menu stands at it. */
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label="Columns"
        icon={<Columns3 size={15} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      />
      {anchor !== null && <Menu anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}

interface MenuProps {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

function Menu({ anchor, onClose }: MenuProps): React.JSX.Element {
  const shown = useApp((state) => shownColumns(state.boardColumns));
  const fields = useApp((state) => state.boardFields);
  const setColumns = useApp((state) => state.setBoardColumns);
  const choices = columnChoices(fields);

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Tab') onClose();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitemcheckbox"]')];
    const here = items.findIndex((item) => item === document.activeElement);
    const titles = choices.map(({ title }) => title);
    const target = menuTarget(event.key, titles, here);
    if (target === null) return;
    event.preventDefault();
    items[target]?.focus();
  }

  return (
    <Popover role="menu" label="Columns" anchor={anchor} onClose={onClose} onKeyDown={move}>
      {choices.map(({ id, title }, index) => {
        const on = shown.some((column) => column.id === id);
        const last = on && shown.length === 1;
        return (
          <button
            key={id}
            type="button"
            role="menuitemcheckbox"
            aria-checked={on}
            aria-disabled={last || undefined}
            title={last ? 'One column stays' : undefined}
            tabIndex={-1}
            data-autofocus={index === 0 || undefined}
            className={`row ${styles.entry}`}
            onClick={() => void setColumns(withChosen(shown, id))}
          >
            <span className={styles.check}>{on && <Check size={14} aria-hidden />}</span>
            <span>{title}</span>
          </button>
        );
      })}
    </Popover>
  );
}
