import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'type'> {
  readonly variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly disabledReason?: string | null;
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

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
  readonly label: string;
  readonly icon: ReactNode;
}

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
