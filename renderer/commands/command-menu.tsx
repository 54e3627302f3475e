import { Ellipsis } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { MenuButton } from '../parts/menu.tsx';
import { useApp, useAppStore } from '../store/use-app.ts';
import { disabledReason, runCommand } from './run.ts';
import type { Command } from './command.ts';

export type CommandGroups = readonly (readonly [title: string, commands: readonly Command[]])[];

export interface CommandMenuProps {
  readonly groups: CommandGroups;
  readonly label?: string;
}

export function CommandMenu({ groups, label = 'More actions' }: CommandMenuProps) {
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
        entries: each.map((command) => ({
          id: command.id,
          label: command.label,
          keys: command.keys[0],
          disabledReason: reasons[commands.indexOf(command)] ?? null,
          onChoose: () => void runCommand(command, store),
        })),
      }))}
    >
      <Ellipsis size={15} />
    </MenuButton>
  );
}
