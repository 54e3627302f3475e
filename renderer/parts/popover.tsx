import { useLayoutEffect, useRef, type HTMLAttributes, type ToggleEvent } from 'react';
import { classNames } from './class-names.ts';
import styles from './popover.module.css';

export interface PopoverProps extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'popover'> {
  readonly label: string;
  readonly role: 'dialog' | 'menu';
  readonly anchor: HTMLElement;
  /** True if Easel's shortcuts work in the popover. False if it handles keys itself, like a menu or a text field. */
  readonly keepsShortcuts?: boolean;
  readonly onClose: () => void;
}

/** Popover. Focuses its element with `data-autofocus` when it opens. The browser restores the focus when it closes. */
export function Popover(props: PopoverProps) {
  const { label, role, anchor, keepsShortcuts = false, onClose, className, ...rest } = props;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = ref.current;
    popover?.showPopover({ source: anchor });
    popover?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Calls `hidePopover`, because removing an open popover from the DOM would not restore the focus.
    return () => popover?.hidePopover();
  }, [anchor]);

  return (
    <div
      {...rest}
      ref={ref}
      data-popover={keepsShortcuts ? undefined : ''}
      popover="auto"
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={classNames('popup scroll', styles.popover, className)}
      // Reacts to `toggle`, which follows the click event, so that a click on the anchor can close the popover.
      onToggle={(event: ToggleEvent) => {
        if (event.newState === 'closed' && event.target === ref.current) onClose();
      }}
    />
  );
}
