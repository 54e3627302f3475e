import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { visible } from '../../../lib/format.ts';
import type { ListOf } from '../../../store/list-slice.ts';
import { useApp, useList } from '../../../store/use-app.ts';
import { useFields, useSubmit } from '../../../store/use-dialog.ts';
import { filterSentence } from '../filters/filters.ts';

const LONGEST_NAME = 80;

interface SaveViewDialogProps {
  readonly of: ListOf;
  /** View to rename. Without it the current query is saved as a new view. */
  readonly viewId?: string;
}

export function SaveViewDialog({ of, viewId }: SaveViewDialogProps) {
  const { query, views, actions } = useList(of);
  const announce = useApp((state) => state.announce);
  const view = views.find((each) => each.id === viewId);
  const { typed, field, ...form } = useFields({ name: view?.name ?? '' });
  const title = view === undefined ? 'Save view' : 'Rename view';
  const { find, filters } = query;
  const parts = [
    ...(find === '' ? [] : [`Search: ${find}`]),
    ...filters.map((filter) => filterSentence(filter, of)),
  ];

  async function save(): Promise<void> {
    const name = typed.name.trim();
    const wrong = { name: name === '' ? 'Enter a name.' : null };
    if (await form.submit(() => actions.saveView(name, view ?? null), wrong)) announce(`Saved view ${name}.`);
  }

  return (
    <FormDialog title={title} action={title} form={form} onSubmit={() => void save()}>
      {view === undefined && (
        <>
          <p>It keeps the search, the filters and the order.</p>
          <ul className="sensitive">
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </>
      )}
      <TextField label="Name" data-autofocus impersonal maxLength={LONGEST_NAME} {...field('name')} />
    </FormDialog>
  );
}

/** Not a danger button, because no board or paper changes. */
export function RemoveViewDialog({ of, viewId }: { readonly of: ListOf; readonly viewId: string }) {
  const { views, actions } = useList(of);
  const announce = useApp((state) => state.announce);
  const form = useSubmit();
  const view = views.find((each) => each.id === viewId);
  if (view === undefined) return null;
  const { name } = view;

  async function confirm(): Promise<void> {
    if (await form.submit(() => actions.removeView(viewId))) announce(`Removed view ${name}.`);
  }

  return (
    <FormDialog asks title="Remove view?" action="Remove view" form={form} onSubmit={() => void confirm()}>
      <p>
        Removes <bdi className="bold">{visible(name)}</bdi>. No {of} changes.
      </p>
    </FormDialog>
  );
}
