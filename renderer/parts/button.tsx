/** Buttons with words. A button that is off stays reachable and says why. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'type'> {
  /** `primary`: the one thing this place is for. `danger`: it can't be undone. `quiet`: no border. */
  readonly variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  /** Why it is off; it keeps its focus, so that the reason can be read. */
  readonly disabledReason?: string | null;
  /** Work is running: no second click, `aria-busy`. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button; `icon` stands before the words. */
export function Button(props: ButtonProps) {
  const { variant = 'plain', type = 'button', disabledReason, busy = false, icon, ...rest } = props;
  const { className, children, onClick, title, ...attributes } = rest;
  const off = busy || typeof disabledReason === 'string';
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...attributes}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(styles.button, styles[variant], className)}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      title={disabledReason ?? title}
      onClick={click}
    >
      {icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> {
  /** Its name for everyone: read out, and shown as the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A square button with an icon; at least 24 by 24 (WCAG 2.5.8). */
export function IconButton({ label, icon, className, title, ...props }: IconButtonProps) {
  return (
    <Button
      variant="quiet"
      {...props}
      className={classNames(styles.square, className)}
      aria-label={label}
      title={title ?? label}
      icon={icon}
    />
  );
}
