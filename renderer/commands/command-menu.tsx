import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { MenuButton, type MenuEntry } from '../parts/menu.tsx';
import type { AppStore } from '../store/store.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import { disabledReason, runCommand } from './run.ts';
import type { Command } from './command.ts';

export type CommandGroups = readonly (readonly [title: string | null, commands: readonly Command[]])[];

export interface CommandMenuProps {
  readonly groups: CommandGroups;
  readonly label?: string | undefined;
  readonly children?: ReactNode;
}

export function entryOf(command: Command, store: AppStore, reason: string | null): MenuEntry {
  const { id, label, keys } = command;
  return {
    id,
    label,
    keys: keys[0],
    disabledReason: reason,
    onChoose: () => void runCommand(command, store),
  };
}

export function CommandMenu({
  groups,
  children,
  label = children ? undefined : 'More actions',
}: CommandMenuProps) {
  const store = useAppStore();
  const commands = groups.flatMap(([, each]) => each);
  const reasons = useApp(useShallow((state) => commands.map((command) => disabledReason(command, state))));
  return (
    <MenuButton
      variant="quiet"
      label={label}
      title={label}
      groups={groups.map(([heading, each]) => ({
        title: heading,
        entries: each.map((command) => entryOf(command, store, reasons[commands.indexOf(command)] ?? null)),
      }))}
    >
      {children ?? <Ellipsis size={15} />}
    </MenuButton>
  );
}
