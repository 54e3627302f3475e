import { Columns3, LayoutGrid, Rows3 } from 'lucide-react';
import type { RowQuery } from '../../../preload/contract/boards.ts';
import { Menu, MenuButton, type MenuEntry, type MenuProps } from '../../parts/menu.tsx';
import { useApp, useList } from '../../store/use-app.ts';
import { shownColumns, withChosen } from '../../parts/data-grid/data-grid.tsx';
import { fieldsOf, type ListOf } from '../../store/list-slice.ts';
import { PAPER_COLUMNS } from '../papers/paper-columns.tsx';
import { BOARD_COLUMNS } from './boards-grid.tsx';
import { CommandButton } from '../../commands/command-button.tsx';
import { exportBoards, exportNotes, switchGallery } from '../../commands/list-commands.ts';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { newBoards, previewBoard, refreshBoards } from '../../commands/boards-commands.ts';
import { openCleanupPlan } from '../../commands/jobs-commands.ts';
import { importLabels } from '../../commands/keys-commands.ts';

function useColumnEntries(of: ListOf): readonly MenuEntry[] {
  const columns = of === 'board' ? BOARD_COLUMNS : PAPER_COLUMNS;
  const { columns: saved, names, actions } = useList(of);
  const shown = shownColumns(saved, useApp(columns.first));
  // Includes fields that a column shows although the service no longer sends them, so that the user can hide them.
  const fields = new Set([...names.fields, ...fieldsOf(shown)]);
  return columns.choices([...fields]).map(({ id, title }) => {
    const checked = shown.some((column) => column.id === id);
    return {
      id,
      label: title,
      checked,
      ticks: true,
      disabledReason: checked && shown.length === 1 ? 'At least one column must stay visible' : null,
      onChoose: () => void actions.setColumns(withChosen(shown, id)),
    };
  });
}

export interface HeaderMenuProps extends Pick<MenuProps, 'anchor' | 'onClose'> {
  readonly of: ListOf;
  readonly column: string;
  readonly sortable: boolean;
}

export function HeaderMenu({ of, column, sortable, ...menu }: HeaderMenuProps) {
  const { query, actions } = useList(of);
  const columns = useColumnEntries(of);
  const shown = columns.find(({ id }) => id === column);
  const sort = (descending: boolean, label: string): MenuEntry => ({
    id: label,
    label,
    checked: query.order.by === column && query.order.descending === descending,
    onChoose: () => actions.setQuery({ order: { by: column as RowQuery['order']['by'], descending } }),
  });
  const hide: MenuEntry = {
    id: 'hide',
    label: 'Hide column',
    disabledReason: shown?.disabledReason ?? null,
    onChoose: (button) => shown?.onChoose(button),
  };
  const groups = [
    { title: null, entries: sortable ? [sort(false, 'Sort ascending'), sort(true, 'Sort descending')] : [] },
    { title: null, entries: [hide] },
    { title: 'Columns', entries: columns },
  ];
  return <Menu {...menu} label="Column" groups={groups.filter(({ entries }) => entries.length > 0)} />;
}

export function ColumnsMenu({ of }: { readonly of: ListOf }) {
  const gallery = useApp((state) => state.preferences?.gallery === true);
  const entries = useColumnEntries(of);
  if (gallery) return null;
  return (
    <MenuButton
      variant="quiet"
      label="Columns"
      title="Columns"
      icon={<Columns3 size={15} />}
      groups={[{ title: null, entries }]}
    />
  );
}

export function GallerySwitch() {
  const gallery = useApp((state) => state.preferences?.gallery === true);
  const isOff = useApp((state) => switchGallery.enabled(state) !== true);
  if (isOff) return null;
  return (
    <CommandButton
      command={switchGallery}
      iconOnly
      icon={gallery ? <Rows3 size={15} /> : <LayoutGrid size={15} />}
    />
  );
}

/** Commands in the menu of the boards screen. In wide windows, the first three are also buttons. */
export const MORE_OF_BOARDS: CommandGroups = [
  ['View', [switchGallery, refreshBoards, previewBoard]],
  ['Bulk actions', [newBoards, openCleanupPlan]],
  ['File', [exportBoards, exportNotes, importLabels]],
];

export function MoreMenu() {
  return <CommandMenu groups={MORE_OF_BOARDS} />;
}
