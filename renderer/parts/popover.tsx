/** Something that stands at a button until it is dealt with: Esc or a click elsewhere puts it away. */
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type ToggleEvent } from 'react';
import { classNames } from './class-names.ts';
import styles from './popover.module.css';

export interface PopoverProps {
  /** Names it for screen readers. */
  readonly label: string;
  readonly role: 'dialog' | 'menu';
  /** What it stands at; focus returns there. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Open as long as it is rendered; focus starts on `data-autofocus`. Shortcuts of the app wait meanwhile. */
export function Popover(props: PopoverProps): React.JSX.Element {
  const { label, role, anchor, onClose, onKeyDown, children, className } = props;
  const ref = useRef<HTMLDivElement>(null);
  const closing = useRef(false);

  useLayoutEffect(() => {
    const popover = ref.current;
    closing.current = false;
    popover?.showPopover(anchor === null ? {} : { source: anchor });
    popover?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      closing.current = true;
      const hadFocus = popover?.contains(document.activeElement) === true;
      popover?.hidePopover();
      if (hadFocus) anchor?.focus();
    };
  }, [anchor]);

  return (
    <div
      ref={ref}
      popover="auto"
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={classNames(styles.popover, className)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        event.stopPropagation();
      }}
      onBeforeToggle={(event: ToggleEvent) => {
        if (event.newState === 'closed' && event.target === ref.current && !closing.current) onClose();
      }}
    >
      {children}
    </div>
  );
}
