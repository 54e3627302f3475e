/** The menus of the boards' toolbar. */
import { ArrowDownUp, Columns3, LayoutGrid, Rows3 } from 'lucide-react';
import { IconButton } from '../../parts/button.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useApp, useAppStore, useList } from '../../store/use-app.ts';
import { shownColumns, withChosen, type ListColumns } from '../../parts/data-grid/columns.ts';
import { BOARD_COLUMNS } from './board-columns.tsx';
import { showBoardActivity } from '../../commands/activity-commands.ts';
import {
  copyBoardId,
  copyCurl,
  copyLink,
  copyRows,
  editNotes,
  exportBoards,
  exportNotes,
  switchGallery,
  undoNotes,
} from '../../commands/list-commands.ts';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import {
  newBoards,
  previewBoard,
  refreshBoards,
  showBoardCode,
  stopListing,
} from '../../commands/boards-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { openCleanupPlan } from '../../commands/jobs-commands.ts';
import { importFile } from '../../commands/keys-commands.ts';

/** The columns of the list, or the order of the gallery. */
export function ArrangeMenu() {
  const gallery = useApp((state) => state.preferences?.gallery === true);
  return gallery ? <SortBoards /> : <ColumnsMenu columns={BOARD_COLUMNS} />;
}

/** Which columns a list is shown with; it stays open while one after the other is ticked. */
export function ColumnsMenu({ columns }: { readonly columns: ListColumns }) {
  const { columns: kept, fields, actions } = useList(columns.of);
  const shown = shownColumns(kept, useApp(columns.first));
  const entries = columns.choices(fields).map(({ id, title }) => {
    const checked = shown.some((column) => column.id === id);
    return {
      id,
      label: title,
      checked,
      ticks: true,
      disabledReason: checked && shown.length === 1 ? 'Keep one column' : null,
      onChoose: () => void actions.setColumns(withChosen(shown, id)),
    };
  });
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

/** What boards can be sorted by, and what either way of it is called. */
const SORTS = [
  ['created', 'Created', 'Oldest first', 'Newest first'],
  ['label', 'Label', 'A to Z', 'Z to A'],
  ['customer', 'Customer', 'A to Z', 'Z to A'],
  ['id', 'Id', 'A to Z', 'Z to A'],
] as const;

function SortBoards() {
  const { order } = useApp((state) => state.lists.board.query);
  const { sort, setQuery } = useApp((state) => state.boardList);
  return (
    <SortMenu
      sorts={SORTS}
      sort={{ column: order.by, descending: order.descending }}
      onSort={sort}
      onTurn={(descending) => setQuery({ order: { ...order, descending } })}
    />
  );
}

interface SortMenuProps<Column extends string> {
  /** Each with its name, and what either way of it is called. */
  readonly sorts: readonly (readonly [column: Column, name: string, up: string, down: string])[];
  readonly sort: { readonly column: string; readonly descending: boolean };
  readonly onSort: (column: Column) => void;
  readonly onTurn: (descending: boolean) => void;
}

/** The order of a gallery, which has no headings to press. */
export function SortMenu<Column extends string>({ sorts, sort, onSort, onTurn }: SortMenuProps<Column>) {
  const [, , up, down] = sorts.find(([column]) => column === sort.column) ?? [
    '',
    '',
    'Ascending',
    'Descending',
  ];
  const groups = [
    {
      title: 'Sort by',
      entries: sorts.map(([column, label]) => ({
        id: column,
        label,
        checked: sort.column === column,
        // Chosen again, it stays as it is: the other way has its own entry.
        onChoose: () => sort.column !== column && onSort(column),
      })),
    },
    {
      title: 'Order',
      entries: [false, true].map((descending) => ({
        id: String(descending),
        label: descending ? down : up,
        checked: sort.descending === descending,
        onChoose: () => onTurn(descending),
      })),
    },
  ];
  return (
    <MenuButton variant="quiet" label="Sort" title="Sort" icon={<ArrowDownUp size={15} />} groups={groups} />
  );
}

const GROUPS: CommandGroups = [
  ['View', [switchGallery, refreshBoards, stopListing]],
  ['Board', [previewBoard]],
  ['Bulk', [newBoards, openCleanupPlan]],
  ['Copy', [copyBoardId, copyRows, copyCurl, showBoardCode, copyLink]],
  ['Notes', [editNotes, undoNotes, exportNotes, importFile]],
  ['File', [exportBoards]],
  ['Activity', [showBoardActivity]],
];

/** Rows or pictures; the same command says which, and runs by its key. */
export function GallerySwitch() {
  const store = useAppStore();
  const gallery = useApp((state) => state.preferences?.gallery === true);
  const choose = (other: boolean): void => {
    if (other) void runCommand(switchGallery, store);
  };
  return (
    <span className="row-tight" role="group" aria-label="View">
      <IconButton
        label="List"
        icon={<Rows3 size={15} />}
        aria-pressed={!gallery}
        onClick={() => choose(gallery)}
      />
      <IconButton
        label="Gallery"
        icon={<LayoutGrid size={15} />}
        aria-pressed={gallery}
        onClick={() => choose(!gallery)}
      />
    </span>
  );
}

/** What else can be done with boards; what is off in it says why. */
export function MoreMenu() {
  return <CommandMenu groups={GROUPS} />;
}
