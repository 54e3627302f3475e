import { X } from 'lucide-react';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { listTarget } from './list-keys.ts';
import styles from './tabs.module.css';
import { isMenuPress, onKeys } from '../lib/keys.ts';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly close?: string;
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly onClose?: (id: Id) => void;
  readonly children: ReactNode;
}

/** Tabs with a panel. The panel can have the focus, so that the user can scroll it by keyboard. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, selected, onSelect, onClose, children } = props;
  const id = useId();

  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Delete' && onClose !== undefined) {
      event.preventDefault();
      return onClose(selected);
    }
    const here = tabs.findIndex((tab) => tab.id === selected);
    const target = listTarget(event.key, here, tabs.length, ['ArrowLeft', 'ArrowRight']);
    const tab = target === null ? undefined : tabs[target];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    document.getElementById(`${id}-${tab.id}`)?.focus();
  };

  return (
    <div className="fill">
      <div className={`row gap-1 fixed line-below ${styles.list}`}>
        {/* Adds the tabs by `aria-owns`, because a tab list must not contain the close buttons beside the tabs. */}
        <div role="tablist" aria-label={label} aria-owns={tabs.map((tab) => `${id}-${tab.id}`).join(' ')} />
        {tabs.map((tab) => (
          <span
            key={tab.id}
            className={classNames('row shrink', styles.tab, tab.id === selected && styles.selected)}
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
              onMouseDown={(event) => {
                // A right click selects the tab first, because the context menu applies to the selected tab.
                if (isMenuPress(event)) onSelect(tab.id);
              }}
              onKeyDown={onKeys(move)}
            >
              {tab.label}
            </button>
            {onClose !== undefined && tab.close !== undefined && (
              <IconButton
                label={tab.close}
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
