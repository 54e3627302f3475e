import type { ReactNode } from 'react';
import { Button, IconButton, type ButtonProps } from '../parts/button.tsx';
import { useApp, useAppStore } from '../store/use-app.ts';
import { keyLabel } from '../lib/keys.ts';
import { disabledReason, runCommand } from './run.ts';
import type { Command } from './command.ts';

export interface CommandButtonProps extends Pick<ButtonProps, 'variant' | 'busy' | 'className'> {
  readonly command: Command;
  readonly icon?: ReactNode;
  readonly iconOnly?: boolean;
  readonly closes?: boolean;
}

export function CommandButton({
  command,
  icon,
  iconOnly = false,
  closes = false,
  ...props
}: CommandButtonProps) {
  const store = useAppStore();
  const reason = useApp((state) => disabledReason(command, state));
  const [key] = command.keys;
  const keys = key === undefined ? '' : keyLabel(key);
  const caution = useApp((state) => command.caution?.(state) ?? null);
  const named = iconOnly ? `${command.label} ${keys === '' ? '' : `(${keys})`}`.trim() : keys;
  const hint = [named, caution ?? ''].filter((part) => part !== '').join('. ');
  const shared = {
    ...props,
    'data-command': command.id,
    title: hint === '' ? undefined : hint,
    disabledReason: reason,
    onClick: () => {
      if (closes) store.getState().closeDialog();
      void runCommand(command, store);
    },
  };
  return iconOnly ? (
    <IconButton {...shared} label={command.label} icon={icon} />
  ) : (
    <Button {...shared} icon={icon}>
      {command.label}
    </Button>
  );
}
