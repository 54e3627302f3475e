import { FileText, LayoutGrid } from 'lucide-react';
import { flushSync } from 'react-dom';
import type { PinnedView } from '../../preload/contract/boards.ts';
import { onKeys } from '../lib/keys.ts';
import { visible } from '../lib/format.ts';
import { MenuButton, type MenuEntry } from '../parts/menu.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { useActions, useApp } from '../store/use-app.ts';
import styles from './sidebar.module.css';

export function PinnedViews() {
  const pins = useApp((state) => state.pins);
  if (pins.length === 0) return null;
  return (
    <nav aria-labelledby="sidebar-pinned" className={`column ${styles.group}`}>
      <h2 className={`hint folded ${styles.heading}`} id="sidebar-pinned">
        Pinned views
      </h2>
      <ul className={`column ${styles.group}`}>
        {pins.map((pin) => (
          <Pin key={`${pin.of} ${pin.id}`} pin={pin} />
        ))}
      </ul>
    </nav>
  );
}

function Pin({ pin }: { readonly pin: PinnedView }) {
  const { of, id, name } = pin;
  const pins = useApp((state) => state.pins);
  const { movePin, openPin, unpinView } = useActions();
  const isHere = useApp((state) => state.screen === `${of}s` && state.lists[of].viewId === id);
  const folded = useNarrow();
  const Icon = of === 'board' ? LayoutGrid : FileText;

  /** Moves a pinned view in the list. Then restores the focus, which is lost when a DOM node moves. */
  function move(by: -1 | 1, focused: HTMLElement): void {
    flushSync(() => movePin(pin, by));
    focused.focus();
  }

  const entries: readonly MenuEntry[] = [
    {
      id: 'up',
      label: 'Move up',
      disabledReason: pins[0] === pin ? 'This view is already first' : null,
      onChoose: (button) => move(-1, button),
    },
    {
      id: 'down',
      label: 'Move down',
      disabledReason: pins.at(-1) === pin ? 'This view is already last' : null,
      onChoose: (button) => move(1, button),
    },
    { id: 'unpin', label: 'Unpin', onChoose: () => unpinView(pin) },
  ];
  return (
    <li className={`row ${styles.pin}`}>
      <button
        type="button"
        className={`row grow round choosable ${styles.place}`}
        aria-current={isHere ? 'page' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={name}
        onClick={() => void openPin(pin)}
        onKeyDown={onKeys((event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          move(event.key === 'ArrowUp' ? -1 : 1, event.currentTarget);
        })}
      >
        <Icon size={16} className="fixed" />
        <bdi className="grow ellipsis folded">{visible(name)}</bdi>
        <span className="visually-hidden"> ({of}s)</span>
      </button>
      {!folded && (
        <MenuButton variant="quiet" label={`Pinned view ${name}`} groups={[{ title: null, entries }]} />
      )}
    </li>
  );
}
