/** Which view the list shows, and the menu to change to another one or keep this one. */
import { Bookmark } from 'lucide-react';
import type { SavedView } from '../../../../preload/contract/boards.ts';
import { saveView } from '../../../commands/board-list-commands.ts';
import { runCommand } from '../../../commands/run.ts';
import { MenuButton, type MenuEntry, type MenuGroup } from '../../../parts/menu.tsx';
import { useApp, useAppStore } from '../../../store/use-app.ts';
import styles from './views-menu.module.css';
import { ALL_BOARDS, isSameQuery } from '../../../store/board-query-slice.ts';

/** The button bears the view's name, and a dot once the question differs from it. */
export function ViewsMenu() {
  const store = useAppStore();
  const views = useApp((state) => state.boardViews);
  const viewId = useApp((state) => state.boardViewId);
  const query = useApp((state) => state.boardQuery);
  const { applyBoardView, showAllBoards, openDialog, saveBoardView, raise, announce } = store.getState();
  const current = views.find((view) => view.id === viewId) ?? null;
  const name = current?.name ?? 'All boards';
  const changed = !isSameQuery(query, current?.query ?? ALL_BOARDS);

  const entryOf = ({ id, name: label }: SavedView): MenuEntry => ({
    id,
    label,
    checked: id === viewId,
    onChoose: () => applyBoardView(id),
  });

  async function update(view: SavedView): Promise<void> {
    const failure = await saveBoardView(view.name, view.id);
    if (failure === null) announce(`Saved view ${view.name}.`);
    else raise(failure);
  }

  const own = views.filter((view) => !view.builtIn);
  const actions: MenuEntry[] = [
    { id: 'save', label: saveView.label, onChoose: () => void runCommand(saveView, store) },
  ];
  if (current !== null && !current.builtIn) {
    const { id } = current;
    if (changed)
      actions.push({
        id: 'update',
        label: `Save changes to “${name}”`,
        onChoose: () => void update(current),
      });
    actions.push(
      {
        id: 'rename',
        label: `Rename “${name}”…`,
        onChoose: () => openDialog({ kind: 'rename-view', viewId: id }),
      },
      {
        id: 'remove',
        label: `Remove “${name}”…`,
        onChoose: () => openDialog({ kind: 'remove-view', viewId: id }),
      },
    );
  }
  const groups: MenuGroup[] = [
    {
      title: 'Views',
      entries: [
        { id: 'all', label: 'All boards', checked: current === null, onChoose: showAllBoards },
        ...views.filter((view) => view.builtIn).map(entryOf),
      ],
    },
    ...(own.length === 0 ? [] : [{ title: 'Your views', entries: own.map(entryOf) }]),
    { title: null, entries: actions },
  ];
  return (
    <MenuButton
      variant="quiet"
      icon={<Bookmark size={14} />}
      label={`View: ${name}${changed ? ', changed' : ''}`}
      title={changed ? `${name}, with unsaved changes` : 'Views'}
      groups={groups}
    >
      <span className={`bold ellipsis ${styles.name}`}>{name}</span>
      {changed && <span className={`fixed ${styles.dot}`} aria-hidden />}
    </MenuButton>
  );
}
