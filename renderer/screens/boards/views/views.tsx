import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import type { SavedView } from '../../../../preload/contract/boards.ts';
import { savePaperView, saveView } from '../../../commands/list-commands.ts';
import { runCommand } from '../../../commands/run.ts';
import { visible } from '../../../lib/format.ts';
import { Choice } from '../../../parts/choice.tsx';
import { MenuButton, type MenuEntry, type MenuGroup } from '../../../parts/menu.tsx';
import type { PropsOf } from '../../../store/ui-slice.ts';
import { useAppStore, useList, useApp } from '../../../store/use-app.ts';
import styles from './views.module.css';
import { ALL_ROWS, isSameQuery, type ListOf } from '../../../store/list-slice.ts';
import { sharedAccount, whyShared } from '../../../store/changes.ts';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { useFields } from '../../../store/use-dialog.ts';
import { readCount, whyNotCount } from '../../bulk/typed.ts';
import { filterSentence } from '../filters/filters.ts';

export function ViewsMenu({ of }: { readonly of: ListOf }) {
  const store = useAppStore();
  const { views, viewId, query, actions: list } = useList(of);
  const pinned = useApp(
    (state) => viewId !== null && state.pins.some((pin) => pin.of === of && pin.id === viewId),
  );
  const { openDialog, raise, announce, announceUndo, pinView, unpinView } = store.getState();
  const all = of === 'board' ? 'All boards' : 'All papers';
  const save = of === 'board' ? saveView : savePaperView;
  const current = views.find((view) => view.id === viewId) ?? null;
  const name = current?.name ?? all;
  const changed = !isSameQuery(query, current?.query ?? ALL_ROWS);

  const entryOf = ({ id, name: label }: SavedView): MenuEntry => ({
    id,
    label,
    checked: id === viewId,
    onChoose: () => void list.applyView(id),
  });

  async function update({ builtIn: _, ...view }: SavedView): Promise<void> {
    const failure = await list.saveView({ ...view, query });
    if (failure === null) announce(`View ${view.name} saved.`);
    else raise(failure);
  }

  async function remove({ builtIn: _, id, ...view }: SavedView): Promise<void> {
    const { currentId } = store.getState();
    const failure = await list.removeView(id);
    if (failure !== null) return raise(failure);
    const undo = async (): Promise<void> => raise(await list.saveView({ ...view, id: null }));
    announceUndo(`View ${view.name} removed.`, undo, currentId);
  }

  const userViews = views.filter((view) => !view.builtIn);
  const action = (label: string, onChoose: () => void): MenuEntry => ({ id: label, label, onChoose });
  const actions = [action(save.label, () => void runCommand(save, store))];
  if (current !== null) {
    const act = pinned ? unpinView : pinView;
    actions.push(action(`${pinned ? 'Unpin' : 'Pin'} “${name}”`, () => act({ of, id: current.id, name })));
  }
  if (current !== null && !current.builtIn) {
    const edit = of === 'board' ? 'Edit' : 'Rename';
    if (changed) actions.push(action(`Save changes to “${name}”`, () => void update(current)));
    actions.push(
      action(`${edit} “${name}”…`, () => openDialog({ kind: 'save-view', of, viewId: current.id })),
      action(`Remove “${name}”`, () => void remove(current)),
    );
  }
  const groups: MenuGroup[] = [
    {
      title: 'Views',
      entries: [
        { id: 'all', label: all, checked: current === null, onChoose: () => list.showAll() },
        ...views.filter((view) => view.builtIn).map(entryOf),
      ],
    },
    ...[false, true].flatMap((shared) => {
      const entries = userViews.filter((each) => (each.shared === true) === shared).map(entryOf);
      return entries.length === 0 ? [] : [{ title: shared ? 'Team views' : 'Your views', entries }];
    }),
    { title: null, entries: actions },
  ];
  return (
    <MenuButton
      variant="quiet"
      icon={<Bookmark size={14} />}
      label={`View: ${name}${changed ? ', changed' : ''}`}
      title={changed ? 'Unsaved changes' : 'Views'}
      groups={groups}
    >
      <bdi className={`bold ellipsis ${styles.name}`}>{visible(name)}</bdi>
      {changed && <span className={`fixed ${styles.dot}`} aria-hidden />}
    </MenuButton>
  );
}

/** Limits for a view's name, and for the days and boards of a cleanup rule. Equal main's limits. */
const MOST = { name: 80, days: 36_500, boards: 10_000 };

export function SaveViewDialog({ of, viewId }: PropsOf<'save-view'>) {
  const { query, views, actions } = useList(of);
  const announce = useApp((state) => state.announce);
  const view = views.find((each) => each.id === viewId);
  const connectionId = useApp((state) => (of === 'board' ? state.currentId : state.papersOf));
  const isTeam = useApp((state) => sharedAccount(state, connectionId) !== null);
  const off = useApp((state) => whyShared(state, connectionId));
  const [shared, setShared] = useState(view?.shared === true);
  const { find, filters } = query;
  const [isRule, setIsRule] = useState(view?.rule !== undefined);
  const old = filters.find((filter) => filter.kind === 'older-than');
  const { typed, field, ...form } = useFields({
    name: view?.name ?? '',
    days: String(view?.rule?.days ?? old?.days ?? 90),
    most: String(view?.rule?.most ?? 200),
  });
  const title = view === undefined ? 'Save view' : of === 'board' ? 'Edit view' : 'Rename view';
  const parts = [
    ...(find === '' ? [] : [`Search: ${find}`]),
    ...filters.map((filter) => filterSentence(filter, of)),
  ];

  const name = typed.name.trim();
  const [days, most] = [readCount(typed.days), readCount(typed.most)];
  const rule = { days: days ?? 0, most: most ?? 0 };
  const saved = { id: view?.id ?? null, name, query: view?.query ?? query };
  return (
    <FormDialog
      title={title}
      action={title}
      form={form}
      wrong={{
        days: isRule ? whyNotCount(days, MOST.days) : null,
        most: isRule ? whyNotCount(most, MOST.boards) : null,
      }}
      onSubmit={() => actions.saveView({ ...saved, ...(isRule && { rule }), ...(isTeam && { shared }) })}
      onDone={() => announce(`View ${name} saved.`)}
    >
      {view === undefined && (
        <>
          <p>A view saves the search, the filters and the sort order.</p>
          <ul className="sensitive said">
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </>
      )}
      <TextField label="Name" data-autofocus impersonal maxLength={MOST.name} {...field('name')} />
      {of === 'board' && (
        <Choice
          checked={isRule}
          onChange={setIsRule}
          hint="The Home screen counts the view’s boards that are older than the chosen number of days and not protected. The rule never deletes anything."
        >
          Cleanup rule
        </Choice>
      )}
      {isRule && (
        <div className="halves">
          <TextField label="Older than (days)" inputMode="numeric" impersonal {...field('days')} />
          <TextField label="Maximum boards per review" inputMode="numeric" impersonal {...field('most')} />
        </div>
      )}
      {isTeam && (
        <Choice
          checked={shared}
          onChange={setShared}
          hint="Colleagues will see the view and its cleanup rule."
          disabledReason={off}
        >
          Share with the team
        </Choice>
      )}
    </FormDialog>
  );
}
