/** A panel at a button: Esc or a click elsewhere closes it. */
import { useLayoutEffect, useRef, type HTMLAttributes, type ToggleEvent } from 'react';
import { classNames } from './class-names.ts';
import styles from './popover.module.css';

export interface PopoverProps extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'popover'> {
  readonly label: string;
  readonly role: 'dialog' | 'menu';
  /** What it stands at. */
  readonly anchor: HTMLElement;
  /** The app's shortcuts work while the focus is inside; in a menu, or where something is typed, they wait. */
  readonly keepsShortcuts?: boolean;
  readonly onClose: () => void;
}

/** Open as long as it is rendered; focus starts on `data-autofocus`, and returns natively. */
export function Popover(props: PopoverProps) {
  const { label, role, anchor, keepsShortcuts = false, onClose, className, ...rest } = props;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = ref.current;
    popover?.showPopover({ source: anchor });
    popover?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Removing it alone would not return the focus.
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
      // It comes after the click of a press on the anchor, which so finds it open, and closes it.
      onToggle={(event: ToggleEvent) => {
        if (event.newState === 'closed' && event.target === ref.current) onClose();
      }}
    />
  );
}
