import { useLayoutEffect, useRef, type HTMLAttributes, type ToggleEvent } from 'react';
import { classNames } from './class-names.ts';
import styles from './popover.module.css';

export interface PopoverProps extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'popover'> {
  readonly label: string;
  readonly role: 'dialog' | 'menu';
  readonly anchor: HTMLElement;
  /** Set if Easel's shortcuts work while the focus is in the popover. Not for menus or text fields, which use keys. */
  readonly keepsShortcuts?: boolean;
  readonly onClose: () => void;
}

/** Popover. Opening it focuses its element with `data-autofocus`. Closing it restores the focus (by the browser). */
export function Popover(props: PopoverProps) {
  const { label, role, anchor, keepsShortcuts = false, onClose, className, ...rest } = props;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = ref.current;
    popover?.showPopover({ source: anchor });
    popover?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Calls `hidePopover`, because removing the popover from the DOM would not restore the focus.
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
      // `toggle` fires after the anchor's click event, so the anchor's handler finds the popover open and closes it.
      onToggle={(event: ToggleEvent) => {
        if (event.newState === 'closed' && event.target === ref.current) onClose();
      }}
    />
  );
}
