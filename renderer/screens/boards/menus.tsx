import { ArrowDownUp, Columns3, LayoutGrid, Rows3 } from 'lucide-react';
import { IconButton } from '../../parts/button.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useApp, useAppStore, useList } from '../../store/use-app.ts';
import { shownColumns, withChosen, type ListColumns } from '../../parts/data-grid/columns.ts';
import type { ListOf } from '../../store/list-slice.ts';
import { PAPER_COLUMNS } from '../papers/paper-columns.tsx';
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
  undoLast,
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

/** Column menu of the list, or sort menu of the gallery, which has no headings. */
export function ArrangeMenu({ of }: { readonly of: ListOf }) {
  const gallery = useApp((state) => state.preferences?.gallery === true);
  if (gallery) return <SortMenu of={of} />;
  return <ColumnsMenu columns={of === 'board' ? BOARD_COLUMNS : PAPER_COLUMNS} />;
}

function ColumnsMenu({ columns }: { readonly columns: ListColumns }) {
  const { columns: saved, names, actions } = useList(columns.of);
  const shown = shownColumns(saved, useApp(columns.first));
  const entries = columns.choices(names.fields).map(({ id, title }) => {
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

const A_TO_Z = ['A to Z', 'Z to A'] as const;
const BY_AGE = ['Oldest first', 'Newest first'] as const;

const SORTS = {
  board: [
    ['created', 'Created', BY_AGE],
    ['label', 'Label', A_TO_Z],
    ['customer', 'Customer', A_TO_Z],
    ['id', 'Id', A_TO_Z],
  ],
  paper: [
    ['created', 'Added', BY_AGE],
    ['label', 'Name', A_TO_Z],
    ['customer', 'Customer', A_TO_Z],
    ['id', 'Identifier', A_TO_Z],
  ],
} as const;

function SortMenu({ of }: { readonly of: ListOf }) {
  const { query, actions } = useList(of);
  const { by, descending } = query.order;
  const ways = SORTS[of].find(([column]) => column === by)?.[2] ?? ['Ascending', 'Descending'];
  const groups = [
    {
      title: 'Sort by',
      entries: SORTS[of].map(([column, label]) => ({
        id: column,
        label,
        checked: by === column,
        // Sorting by the current column again would reverse the order.
        onChoose: () => by !== column && actions.sort(column),
      })),
    },
    {
      title: 'Order',
      entries: ways.map((label, at) => ({
        id: label,
        label,
        checked: descending === (at === 1),
        onChoose: () => actions.setQuery({ order: { by, descending: at === 1 } }),
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
  ['Notes', [editNotes, undoLast, exportNotes, importFile]],
  ['File', [exportBoards]],
  ['Activity', [showBoardActivity]],
];

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

export function MoreMenu() {
  return <CommandMenu groups={GROUPS} />;
}
