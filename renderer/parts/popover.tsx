/** A panel at a button: Esc or a click elsewhere closes it. */
import { useLayoutEffect, useRef, type HTMLAttributes, type ToggleEvent } from 'react';
import { classNames } from './class-names.ts';
import styles from './popover.module.css';

export interface PopoverProps extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'popover'> {
  readonly label: string;
  readonly role: 'dialog' | 'menu';
  /** What it stands at; focus returns there. */
  readonly anchor: HTMLElement;
  /** The app's shortcuts work while the focus is inside; in a menu, or where something is typed, they wait. */
  readonly keepsShortcuts?: boolean;
  readonly onClose: () => void;
}

/** Open as long as it is rendered; focus starts on `data-autofocus`. */
export function Popover(props: PopoverProps) {
  const { label, role, anchor, keepsShortcuts = false, onClose, className, ...rest } = props;
  const ref = useRef<HTMLDivElement>(null);
  /** It closes already: by itself, or because it is not rendered any more. */
  const closing = useRef(false);
  /** A press on its button closes it as one elsewhere does; the click that follows must find it open still. */
  const pressed = useRef(false);

  useLayoutEffect(() => {
    const popover = ref.current;
    closing.current = false;
    pressed.current = false;
    const press = (): void => {
      pressed.current = true;
    };
    anchor.addEventListener('pointerdown', press);
    popover?.showPopover({ source: anchor });
    popover?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      const hadFocus = popover?.contains(document.activeElement) === true;
      if (!closing.current) {
        closing.current = true;
        popover?.hidePopover();
      }
      anchor.removeEventListener('pointerdown', press);
      if (hadFocus) anchor.focus();
    };
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
      // Not once it is closed: the next key may be pressed before that is told.
      onBeforeToggle={(event: ToggleEvent) => {
        if (event.newState !== 'closed' || event.target !== ref.current || closing.current) return;
        closing.current = true;
        if (!pressed.current) onClose();
      }}
      onToggle={(event: ToggleEvent) => {
        if (event.newState === 'closed' && event.target === ref.current) onClose();
      }}
    />
  );
}
