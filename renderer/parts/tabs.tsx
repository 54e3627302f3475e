/** Tabs: arrow keys move, the panel follows; where they can be closed, by their ×, the middle button or Delete. */
import { X } from 'lucide-react';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { listTarget } from './list-keys.ts';
import styles from './tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  /** What its × does, where it can be closed: "Leave Retrospective". */
  readonly close?: string;
}

export interface TabsProps<Id extends string> {
  /** Names the list of tabs: "Board details". */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** Absent where tabs can't be closed. */
  readonly onClose?: (id: Id) => void;
  readonly children: ReactNode;
}

/** The list of tabs and the panel of the selected one; the panel takes focus, so that it can be scrolled by keys. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, selected, onSelect, onClose, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Delete' && onClose !== undefined) {
      event.preventDefault();
      return onClose(selected);
    }
    const here = tabs.findIndex((tab) => tab.id === selected);
    const target = listTarget(event.key, here, tabs.length, { arrows: 'horizontal', wrap: true });
    const tab = target === null ? undefined : tabs[target];
    if (target === null || !tab) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  };

  return (
    <div className="fill">
      <div ref={list} className={`row gap-1 fixed line-below ${styles.list}`}>
        {/* It owns them from beside: in a list of tabs nothing else may stand, and in a tab no button. */}
        <div role="tablist" aria-label={label} aria-owns={tabs.map((tab) => `${id}-${tab.id}`).join(' ')} />
        {tabs.map((tab) => (
          <span
            key={tab.id}
            className={classNames('row', styles.tab, tab.id === selected && styles.selected)}
            onAuxClick={({ button }) => {
              if (button === 1) onClose?.(tab.id);
            }}
          >
            <button
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              className="ring-inside ellipsis"
              aria-selected={tab.id === selected}
              aria-controls={tab.id === selected ? `${id}-panel` : undefined}
              tabIndex={tab.id === selected ? 0 : -1}
              data-pane-focus={tab.id === selected || undefined}
              onClick={() => onSelect(tab.id)}
              onMouseDown={({ button }) => {
                // Its menu is about the tab in front.
                if (button === 2) onSelect(tab.id);
              }}
              onKeyDown={move}
            >
              {tab.label}
            </button>
            {onClose !== undefined && tab.close !== undefined && (
              <IconButton
                label={tab.close}
                // By key it is Delete on the tab.
                tabIndex={-1}
                icon={<X size={13} />}
                onClick={() => onClose(tab.id)}
              />
            )}
          </span>
        ))}
      </div>
      <div
        className="rest scroll ring-inside"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}
